//! The page of the texts that models read: `docs/texts.md` has each of them as the code writes it.
//! `UPDATE=1` writes the page. Its section on servers and clients of MCP is that of `../mcp/texts`.
//!
//! - `results`: errors and notices in results of calls, and the built-in search;
//! - `faults`: faults of arguments;
//! - `broken`: texts that aren't JSON, and structured output;
//! - `declared`: a tool whose descriptions differ between providers;
//! - `described`: further forms of descriptions, and the descriptions of types of other crates;
//! - `imported`: descriptions and faults of tools that are read at run time;
//! - `converted`: messages in another provider's format.

mod broken;
mod converted;
mod declared;
mod described;
mod faults;
mod imported;
mod results;

use toolcast_test_support::page::{agrees, blocks};

#[test]
fn the_page_has_each_text() {
    agrees(
        "texts.md",
        &[
            ("results", blocks(results::results())),
            ("search tool", results::search_tool()),
            ("search", blocks(results::search())),
            ("faults", blocks(faults::faults())),
            ("json", blocks(broken::arguments())),
            ("answers", blocks(broken::answers())),
            ("declaration", declared::declaration()),
            ("descriptions", blocks(declared::changed_descriptions())),
            ("forms", blocks(described::forms())),
            ("types", blocks(described::types())),
            (
                "imported descriptions",
                blocks(imported::descriptions_of_tools()),
            ),
            ("imported faults", blocks(imported::faults())),
            ("converted", blocks(converted::messages())),
        ],
    );
}
