//! A query with a filter that contains itself, a map, and a parameter that the program gives.

use serde::Deserialize;
use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

/// A condition on a row
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Filter {
    /// Every one of these holds
    All(Vec<Filter>),
    /// At least one of these holds
    Any(Vec<Filter>),
    /// This does not hold
    Not(Box<Filter>),
    /// A column's value against another one
    Compare {
        column: String,
        operator: Operator,
        value: Scalar,
    },
    /// The column has no value
    IsNull { column: String },
}

#[derive(Clone, Copy, Debug, Deserialize, ToolSchema)]
pub(crate) enum Operator {
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = "<")]
    Less,
    #[serde(rename = ">")]
    Greater,
    /// Holds the text anywhere, whatever the case
    #[serde(rename = "contains")]
    Contains,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
pub(crate) enum Scalar {
    Flag(bool),
    Number(f64),
    Text(String),
}

/// A column's name and a direction, in this order
#[derive(Debug, Deserialize, ToolSchema)]
pub(crate) struct Order(String, Direction);

#[derive(Clone, Copy, Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Direction {
    Asc,
    Desc,
}

/// What a tool needs and no model may choose.
#[derive(Debug)]
pub(crate) struct Database;

/// Read rows of a table.
#[tool(read_only)]
pub(crate) fn query_table(
    /// The table's name
    #[tool(pattern = "^[a-z_]+$", length(1..=63))]
    table: &str,
    /// The columns to return; all of them where it is left out
    columns: Option<Vec<String>>,
    filter: Option<Filter>,
    /// By what to order, the first counts most
    order_by: Option<Vec<Order>>,
    /// Values for the table's own parameters, by name
    parameters: Option<BTreeMap<String, Scalar>>,
    #[tool(default = 100, range(1..=1000))] limit: u16,
    #[tool(inject)] database: &Database,
) -> Result<Vec<String>, String> {
    Err(format!(
        "{database:?} is empty: {table} {columns:?} {filter:?} {order_by:?} {parameters:?} {limit}"
    ))
}
