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
) {
}

fn main() {}
