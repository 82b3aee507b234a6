//! Examples of arguments in a definition, as in Anthropic's tools. Valid ones are kept, and written
//! in the form of the declaration that contains them.

use serde_json::Value;

use crate::decode::{DecodeOptions, JsonTree};
use crate::dialect::CANONICAL;
use crate::import::ImportedSchema;
use crate::import::dynamic::raw_within;
use crate::render::{Outcome, ReportEntry};

/// The member that contains the examples.
pub(super) const EXAMPLES: &str = "input_examples";

/// Maximum number of examples that are read.
const MAX_EXAMPLES: usize = 100;

/// Returns the examples that match the parameters. The others become losses.
pub(super) fn read(
    rest: &[(String, String, JsonTree)],
    parameters: &ImportedSchema,
    losses: &mut Vec<ReportEntry>,
) -> Vec<Value> {
    let Some((pointer, _, given)) = rest.iter().find(|(_, name, _)| name == EXAMPLES) else {
        return Vec::new();
    };
    let mut lose = |pointer: String, reason: String| {
        losses.push(ReportEntry::new(pointer, EXAMPLES, Outcome::Hidden, reason));
    };
    let items = match given {
        JsonTree::Array(items) => items,
        JsonTree::Null => return Vec::new(),
        _ => {
            let tool = pointer.rsplit_once('/').map_or("", |(tool, _)| tool);
            lose(tool.to_owned(), "it is not a list".to_owned());
            return Vec::new();
        }
    };
    let mut examples = Vec::new();
    parameters.with_schema(|schema| {
        for (i, item) in items.iter().take(MAX_EXAMPLES).enumerate() {
            let read = match serde_json::from_str(&item.text()) {
                Ok(example) => {
                    let text = parameters.wrapped(example).to_string();
                    let options = DecodeOptions::new();
                    let read = raw_within(&text, CANONICAL, options, (parameters, schema));
                    read.map_err(|errors| {
                        let why = errors.faults.first().map_or(String::new(), |fault| {
                            format!(": at `{}`, expected {}", fault.path, fault.expected)
                        });
                        format!("it doesn't fit the parameters{why}")
                    })
                }
                Err(error) => Err(format!("it can't be read: {error}")),
            };
            match read {
                Ok((value, _)) => examples.push(value),
                Err(reason) => lose(format!("{pointer}/{i}"), reason),
            }
        }
    });
    if items.len() > MAX_EXAMPLES {
        lose(
            format!("{pointer}/{MAX_EXAMPLES}"),
            format!("only the first {MAX_EXAMPLES} examples are read"),
        );
    }
    examples
}
