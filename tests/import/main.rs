//! Schemas that are read at run time: the same texts as compiled tools have, true to the original, whatever others wrote.
//!
//! - `twins`: the canonical text of each compiled tool, read again, gives the same texts for every provider;
//! - `keywords`: what becomes of each keyword;
//! - `calls`: tools from raw schemas, called;
//! - `corpus`: real tools of MCP servers, each text before each provider's judge (skipped where the corpus is absent);
//! - `kept`: the arguments of these tools, what fits and what does not;
//! - `sent`: what such a tool receives is what was sent, or the call is a fault;
//! - `nested`: maps and lists in unions within unions;
//! - `tuples`: lists of a fixed length;
//! - `hostile`: schemas made to do harm.

mod calls;
mod corpus;
mod hostile;
#[path = "../it/judges/mod.rs"]
#[allow(dead_code)] // The other binary uses all of it.
mod judges;
mod kept;
mod keywords;
mod nested;
mod sent;
mod tuples;
mod twins;

/// Fails with the first of many.
fn none(failures: &[String]) {
    let shown: Vec<&str> = failures.iter().take(12).map(String::as_str).collect();
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        shown.join("\n")
    );
}
