//! `jsonschema` as the judge, with formats asserted.

use jsonschema::{Draft, Validator};
use serde_json::Value;

/// Builds a draft 2020-12 validator.
pub fn judge(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| format!("no valid schema: {error}"))
}

/// Builds a draft 2020-12 validator that accepts any text for a format, the draft's default.
pub fn without_formats(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(false)
        .build(schema)
        .map_err(|error| format!("no valid schema: {error}"))
}

/// Returns the first error of the value, as one line.
pub fn complaint(judge: &Validator, value: &Value) -> Option<String> {
    let error = judge.iter_errors(value).next()?;
    Some(format!("{error} at `{}`", error.instance_path()))
}
