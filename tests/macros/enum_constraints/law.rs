//! The decoder accepts a text if and only if serde reads its lifted value and that value satisfies
//! its constraints. Both values are equal.

use crate::enum_constraints::types::{
    Beside, ContentOrOther, Everything, Expr, First, Flat, FlatOrOther, FlatOutside, FlatTwice,
    Keeps, Lists, Mixed, Nested, OrOther, Outside, Step, Tree,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;
use toolcast::decode::{ArgumentErrors, Arguments, DecodeOptions, FaultKind};
use toolcast::{Dialect, ToolSchema, from_model, to_model};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::mutate::mutate;
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{canonical, is_quick, name, none, random, text};

/// The number of values that are accepted, rejected by the types, and rejected by a constraint.
#[derive(Default)]
struct Counts {
    taken: Cell<u32>,
    refused: Cell<u32>,
    broken: Cell<u32>,
}

fn agree<T>(dialect: &'static Dialect, sent: &Value, counts: &Counts) -> Result<(), String>
where
    T: DeserializeOwned + ToolSchema + Keeps + PartialEq + core::fmt::Debug,
{
    if odd(sent) {
        return Ok(());
    }
    let schema = T::SCHEMA.get();
    let lifted = from_model(schema, dialect, sent.clone());
    let by_serde = serde_json::from_value::<T>(lifted.clone());
    let text = sent.to_string();
    let read = Arguments::parse_answer(&text, schema, DecodeOptions::new())
        .and_then(|arguments| arguments.read::<T>(schema, dialect));
    let keeps = by_serde.as_ref().ok().map(Keeps::keeps);
    let is_same = matches!((&by_serde, &read), (Ok(value), Ok(read)) if value == read);
    match counts.of(keeps, is_same, read.as_ref().err()) {
        Some(count) => {
            count.set(count.get() + 1);
            Ok(())
        }
        None => Err(format!(
            "{}: {text} lifted to {lifted}: {by_serde:?}, decoded as {read:?}",
            name(dialect)
        )),
    }
}

impl Counts {
    /// Returns the number to add to, or `None` if the decoder is wrong. `keeps` is `None` if serde
    /// rejects the value.
    fn of(
        &self,
        keeps: Option<bool>,
        is_same: bool,
        errors: Option<&ArgumentErrors>,
    ) -> Option<&Cell<u32>> {
        match (keeps, errors) {
            (Some(true), None) if is_same => Some(&self.taken),
            // A broken constraint is a fault with a path and a text, not a rejection by the type.
            (Some(false), Some(errors)) => {
                let faults = &errors.faults;
                let is_rejected = faults.iter().any(|it| it.kind == FaultKind::Rejected);
                (!faults.is_empty() && !is_rejected).then_some(&self.broken)
            }
            (None, Some(errors)) if !errors.faults.is_empty() => Some(&self.refused),
            _ => None,
        }
    }
}

/// The names of tags.
const TAGS: [&str; 5] = ["kind", "t", "op", "is", "outer"];

/// Returns true for values that can't be compared: numbers past 53 bits, which `serde_json` has
/// changed already, and duplicate keys, which only the decoder rejects.
fn odd(value: &Value) -> bool {
    match value {
        Value::Number(n) => n.is_f64() && n.as_f64().is_some_and(|n| n.abs() >= 9e15),
        // A number as the tag of a list: a number first, and a string somewhere in the list.
        Value::Array(items)
            if items.first().is_some_and(Value::is_number)
                && items.iter().any(Value::is_string) =>
        {
            true
        }
        Value::Array(items)
            if items.first().is_some_and(|tag| tag == "Step")
                && items.get(1).is_some_and(Value::is_number) =>
        {
            true
        }
        Value::Array(items) => {
            let keys: Vec<_> = items.iter().filter_map(|item| item.get("key")).collect();
            (1..keys.len()).any(|i| keys[..i].contains(&keys[i])) || items.iter().any(odd)
        }
        // The decoder always rejects a number as a tag. Serde accepts one if it has buffered the
        // value.
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| TAGS.contains(&name.as_str()) && value.is_number() || odd(value)),
        Value::String(text) => serde_json::from_str(text).is_ok_and(|inner: Value| odd(&inner)),
        _ => false,
    }
}

/// Another value of the same type at one place, or at none: what breaks a constraint, and not more.
fn nudge(value: &mut Value, tape: &mut Tape) {
    match value {
        Value::Number(n) if tape.one_in(2) => {
            let float = n.is_f64();
            let n = *tape.pick(&[0, 1, 5, 9, 10, 11, 60, 61, 99, 101, 255, 300, 301, -1]);
            *value = if float { json!(f64::from(n)) } else { json!(n) };
        }
        Value::String(text) if tape.one_in(2) => match tape.below(4) {
            0 => text.clear(),
            1 => text.push_str("abc"),
            2 => text.push('Ä'),
            _ => "x".clone_into(text),
        },
        Value::Array(items) => {
            match tape.below(6) {
                0 => items.clear(),
                1 => items.extend(items.clone()),
                2 => items.extend(items.first().cloned()),
                _ => {}
            }
            for item in items {
                nudge(item, tape);
            }
        }
        Value::Object(members) => {
            members.values_mut().for_each(|value| nudge(value, tape));
            // Serde also reads a struct or a tagged variant from a list.
            if tape.one_in(4) {
                let tag = TAGS.iter().find_map(|tag| members.remove(*tag));
                let others = core::mem::take(members).into_iter().map(|(_, item)| item);
                *value = tag.into_iter().chain(others).collect();
            }
        }
        _ => {}
    }
}

#[track_caller]
fn law<T>()
where
    T: DeserializeOwned + ToolSchema + Keeps + PartialEq + core::fmt::Debug,
{
    let schema = T::SCHEMA.get();
    let (_, text) = text(schema, canonical()).expect("a canonical text");
    let generator = Generator::new(&text);
    let counts = Counts::default();
    let mut failures = Vec::new();
    for dialect in Dialect::all() {
        let result = random(96, |tape| {
            let value = from_model(schema, canonical(), generator.value(tape));
            let low = to_model(schema, dialect, value);
            agree::<T>(dialect, &low, &counts)?;
            let mut nudged = low.clone();
            nudge(&mut nudged, tape);
            agree::<T>(dialect, &nudged, &counts)?;
            agree::<T>(dialect, &mutate(nudged, tape), &counts)?;
            let mutated = mutate(low, tape);
            agree::<T>(dialect, &mutated, &counts)?;
            agree::<T>(dialect, &mutate(mutated, tape), &counts)
        });
        failures.extend(result.err());
    }
    none(&failures);
    let (taken, refused, broken) = (
        counts.taken.get(),
        counts.refused.get(),
        counts.broken.get(),
    );
    let least = if is_quick() { 3 } else { 80 };
    assert!(
        taken > least && refused > least && broken > least,
        "{taken} taken, {refused} refused, {broken} broken"
    );
}

macro_rules! laws {
    ($($test:ident: $ty:ty;)*) => {
        $(#[test]
        fn $test() {
            law::<$ty>();
        })*
    };
}

laws! {
    internal: Step;
    external: Outside;
    adjacent: Beside;
    untagged: First;
    mixed: Mixed;
    recursive: Expr;
    recursive_by_name: Tree<bool>;
    flattened: Flat;
    flattened_external: FlatOutside;
    any_other_tag: OrOther;
    any_other_tag_and_content: ContentOrOther;
    flattened_or_other: FlatOrOther;
    flattened_twice: FlatTwice;
    nested: Nested;
    read_from_lists: Lists;
    in_a_list: Vec<Step>;
    in_a_map: BTreeMap<String, Beside>;
    in_an_option: Vec<Option<Outside>>;
    everything: Everything;
}
