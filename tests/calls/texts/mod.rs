//! The page of the texts that models read: `docs/texts.md` has its cases as the code writes them.
//! `UPDATE=1` writes the page.
//!
//! - `results`: errors and notices in results of calls, and the built-in search;
//! - `declared`: a tool whose descriptions differ between providers.

mod declared;
mod results;

use toolcast_test_support::page::{agrees, blocks};

#[test]
fn the_page_has_each_text() {
    agrees(
        "texts.md",
        &[
            ("declaration", declared::declaration()),
            ("results", blocks(results::results())),
            ("search", blocks(results::search())),
            ("descriptions", blocks(declared::changed_descriptions())),
        ],
    );
}
