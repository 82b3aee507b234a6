//! A query filter that contains itself.

use serde::{Deserialize, Serialize};
use toolcast::{ToolSchema, tool};

/// A condition on documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// All of the conditions hold
    And(Vec<Condition>),
    /// One of the conditions holds
    Or(Vec<Condition>),
    /// The condition does not hold
    Not(Box<Condition>),
    /// A field compares to a value
    Field {
        /// The field's name
        name: String,
        /// How to compare
        op: Op,
        /// What to compare to
        value: Operand,
    },
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// Equal
    Eq,
    /// Less
    Lt,
    /// Greater
    Gt,
    /// Contains
    Has,
}

/// A value to compare to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
pub enum Operand {
    /// A flag
    Flag(bool),
    /// A number
    Number(f64),
    /// Some text
    Text(String),
}

/// Find documents by conditions that can be nested.
#[tool(read_only)]
pub fn find_documents(condition: Condition, #[tool(default = 20)] limit: u16) -> usize {
    let _ = condition;
    limit.into()
}
