//! Decoding: a model's arguments, read with the schema in hand.
//!
//! - `law`: the decoder agrees with `from_model` and serde;
//! - `take`: the parameters of a function, one after the other;
//! - `unchanged`: untagged and flattened enums, with serde as the judge;
//! - `faults`: error messages for the model, compared word by word;
//! - `flattened_option`: a flattened `Option` is read whole or reported;
//! - `flattened_beside`: flattened `Option`s beside maps, aliases and buffered names;
//! - `flattened_lost`: what serde would lose in a flattened type is a fault;
//! - `narrow`: faults at the narrowest path;
//! - `meant`: faults of the variant that is meant;
//! - `alternatives`: faults of a value of one alternative's type;
//! - `buffered`: names of maps that serde buffers;
//! - `damaged`: a value of each type, damaged at each place;
//! - `by_function`: fields with `deserialize_with`;
//! - `constrained`: constraints beside what serde reads;
//! - `declared_form`: an alternative in its own form, which an earlier one would take too;
//! - `exact`: numbers and texts are decoded exactly as sent;
//! - `lenient`: coercions that the program enables;
//! - `like_serde`: rare forms and types, with serde as the judge;
//! - `map_keys`: constraints of names of maps, and faults inside a list of a wrong length;
//! - `secrets`: no fault repeats a password;
//! - `structured`: `decode::<T>`;
//! - `hidden`: a call can't set a field with `#[tool(hidden)]`;
//! - `hostile`: neither time, nor memory, nor the stack may grow faster than the input.

mod alternatives;
mod buffered;
mod by_function;
mod constrained;
mod damaged;
mod declared_form;
mod exact;
mod faults;
mod flattened_beside;
mod flattened_lost;
mod flattened_option;
mod flattened_rejected;
mod hidden;
mod hostile;
mod law;
mod lenient;
mod like_serde;
mod map_keys;
mod meant;
mod narrow;
mod secrets;
mod structured;
mod take;
mod unchanged;

use serde::{Deserialize, Serialize};
use toolcast::call::{CallContext, Invocation};
use toolcast::decode::{ArgumentErrors, Arguments, DecodeOptions, ParamReader};
use toolcast::schema::Schema;
use toolcast::{Provider, ToolDef, ToolSchema};

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Of<T> {
    x: T,
}

// Variants that differ in their last member alone: serde tries each at each level.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Late {
    Number { next: Option<Box<Late>>, z: u8 },
    Word { next: Option<Box<Late>>, z: String },
    Flag { next: Option<Box<Late>>, z: bool },
}

/// Reads arguments as generated code does.
fn call<R>(
    tool: &ToolDef,
    provider: Provider,
    text: &str,
    options: DecodeOptions,
    take: impl FnOnce(&mut ParamReader<'_>) -> Option<R>,
) -> Result<(R, Vec<String>, Vec<String>), ArgumentErrors> {
    let (mut take, mut value) = (Some(take), None);
    let (coercions, ignored) = call_by(tool, provider, text, options, &mut |taken| {
        value = take.take().and_then(|take| take(taken));
    })?;
    Ok((value.expect("no fault, so a value"), coercions, ignored))
}

/// Calls a function with the parameters. Returns the coercions and the ignored names.
fn call_by(
    tool: &ToolDef,
    provider: Provider,
    text: &str,
    options: DecodeOptions,
    take: &mut dyn FnMut(&mut ParamReader<'_>),
) -> Result<(Vec<String>, Vec<String>), ArgumentErrors> {
    let params: &Schema<'_> = tool.parameters();
    let arguments = Arguments::parse_with(text, params, provider, options)?;
    let invocation = Invocation::new(
        params,
        arguments,
        CallContext::new(provider, "1", tool.name()),
    );
    let mut taken = invocation.take().expect("a call");
    take(&mut taken);
    taken.finish()?;
    let arguments = invocation.arguments().expect("a call");
    let coercions = arguments.coercions().iter();
    Ok((
        coercions.map(ToString::to_string).collect(),
        arguments.ignored().to_vec(),
    ))
}

/// The text for the model.
fn faults<R>(
    tool: &ToolDef,
    provider: Provider,
    text: &str,
    take: impl FnOnce(&mut ParamReader<'_>) -> Option<R>,
) -> String {
    match call(tool, provider, text, DecodeOptions::new(), take) {
        Ok(_) => panic!("{text} fits"),
        Err(errors) => errors.to_string(),
    }
}

/// Returns the only fault of a text, which is the same for every provider.
#[track_caller]
fn only_fault(text: &str, decode: &dyn Fn(Provider) -> Option<ArgumentErrors>) -> String {
    let mut all = Vec::new();
    for &provider in Provider::ALL {
        let errors = decode(provider).unwrap_or_else(|| panic!("{provider}: {text} is read"));
        assert_eq!(errors.faults.len(), 1, "{provider}: {errors}");
        all.push(errors.faults[0].to_string());
    }
    let first = all[0].clone();
    assert!(all.iter().all(|other| *other == first), "{all:?}");
    first
}
