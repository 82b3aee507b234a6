//! A query with a recursive filter, a map, and a parameter that the program provides.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
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

#[derive(Clone, Debug, PartialEq, PartialOrd, Deserialize, Serialize, ToolSchema)]
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

/// State that a tool needs and no model may choose: tables by name, each a list of rows.
pub(crate) struct Database {
    tables: BTreeMap<&'static str, Vec<Row>>,
}

type Row = BTreeMap<&'static str, Scalar>;

impl Database {
    /// One table, `ships`.
    pub(crate) fn sample() -> Self {
        let ship = |name: &str, tons: f64, docked: bool| {
            BTreeMap::from([
                ("name", Scalar::Text(name.to_owned())),
                ("tons", Scalar::Number(tons)),
                ("docked", Scalar::Flag(docked)),
            ])
        };
        Database {
            tables: BTreeMap::from([(
                "ships",
                vec![
                    ship("Alba", 1200.0, true),
                    ship("Brisa", 80.5, false),
                    ship("Corvo", 4300.0, true),
                ],
            )]),
        }
    }
}

impl Filter {
    fn holds(&self, row: &Row) -> bool {
        match self {
            Filter::All(filters) => filters.iter().all(|filter| filter.holds(row)),
            Filter::Any(filters) => filters.iter().any(|filter| filter.holds(row)),
            Filter::Not(filter) => !filter.holds(row),
            Filter::IsNull { column } => !row.contains_key(column.as_str()),
            Filter::Compare {
                column,
                operator,
                value,
            } => row.get(column.as_str()).is_some_and(|cell| match operator {
                Operator::Equal => cell == value,
                Operator::Less => cell < value,
                Operator::Greater => cell > value,
                Operator::Contains => {
                    let (cell, part) = (cell.to_string(), value.to_string());
                    cell.to_lowercase().contains(&part.to_lowercase())
                }
            }),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Flag(flag) => flag.fmt(f),
            Scalar::Number(number) => number.fmt(f),
            Scalar::Text(text) => f.write_str(text),
        }
    }
}

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
) -> Result<Vec<BTreeMap<String, Scalar>>, String> {
    let rows = database
        .tables
        .get(table)
        .ok_or_else(|| format!("unknown table `{table}`"))?;
    if let Some(name) = parameters.iter().flatten().map(|(name, _)| name).next() {
        return Err(format!("the table has no parameter `{name}`"));
    }
    let mut rows: Vec<&Row> = rows
        .iter()
        .filter(|row| filter.as_ref().is_none_or(|filter| filter.holds(row)))
        .collect();
    // The first column has priority, so sort by it last.
    for Order(column, direction) in order_by.iter().flatten().rev() {
        rows.sort_by(|a, b| {
            let order = a.get(column.as_str()).partial_cmp(&b.get(column.as_str()));
            let order = order.unwrap_or(Ordering::Equal);
            match direction {
                Direction::Asc => order,
                Direction::Desc => order.reverse(),
            }
        });
    }
    Ok(rows
        .into_iter()
        .take(limit.into())
        .map(|row| {
            row.iter()
                .filter(|(name, _)| {
                    columns
                        .as_ref()
                        .is_none_or(|wanted| wanted.iter().any(|one| one == *name))
                })
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect()
        })
        .collect())
}
