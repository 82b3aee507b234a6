//! Patterns that no call could be checked against.

#![allow(unused_variables)]

use toolcast::tool;

/// Creates an account.
#[tool]
fn create(
    /// Its name.
    #[tool(pattern = "^(?!admin)[a-z]+$")]
    name: String,
    /// The name again.
    #[tool(pattern = r"^(\w)\1$")]
    again: String,
    /// A template.
    #[tool(pattern = "^{{.*}}$")]
    template: String,
    /// A word.
    #[tool(pattern = r"^\p{Letters}+$")]
    word: String,
    /// A name.
    #[tool(pattern = r"^\p{Script=Grec}+$")]
    greek: String,
    /// Its owner.
    #[tool(pattern = r"^[\p{L} '-]{1,200}$")]
    owner: String,
) {
}

fn main() {}
