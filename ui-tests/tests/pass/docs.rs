#![deny(warnings)]
// Doc comments in every form that rustc accepts.

use toolcast::{Tool, tool};

#[doc = "Searches "]
#[tool]
/**
 * all repositories.
 *
 * # Arguments
 * - `query`: words, see [`String`]
 *   and more of them
 * * limit - how many
 */
fn search(query: &str, limit: u8) -> (usize, u8) {
    (query.len(), limit)
}

/// Finds.
#[tool]
#[doc = concat!("And ", "more.")]
fn find(
    /// What
    /// to find
    #[allow(unused_variables)]
    query: &str,
    /** Where */ place: Option<&str>,
) -> bool {
    place.is_some()
}

#[tool(description = "Short")]
/// Long.
fn short() {}

fn main() {
    assert_eq!(search("a", 1), (1, 1));
    assert!(!find("a", None));
    short();
    assert_eq!(<search as Tool>::DEF.description(), "Searches\n\nall repositories.");
    assert_eq!(<find as Tool>::DEF.description(), "Finds.\nAnd more.");
    assert_eq!(<short as Tool>::DEF.description(), "Short");
}
