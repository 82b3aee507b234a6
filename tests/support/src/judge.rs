//! `jsonschema` as the judge, with formats asserted.

use jsonschema::{Draft, Validator};
use serde_json::Value;

/// A validator of draft 2020-12.
pub fn judge(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| format!("no valid schema: {error}"))
}

/// A validator of draft 2020-12 that takes any text for a format, as the draft does by default.
pub fn without_formats(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(false)
        .build(schema)
        .map_err(|error| format!("no valid schema: {error}"))
}

/// What is wrong with the value, shortly.
pub fn complaint(judge: &Validator, value: &Value) -> Option<String> {
    let error = judge.iter_errors(value).next()?;
    Some(format!("{error} at `{}`", error.instance_path()))
}
