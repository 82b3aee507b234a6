//! A value of every type of the zoo, damaged at every place in turn. Each fault leads to a place
//! of the text, and its words are in `expected/lists/decode-messages.txt`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};
use toolcast::decode::{ArgumentErrors, Fault, FaultKind};
use toolcast::{Dialect, Provider, to_model};
use toolcast_test_support::json::{places, replaced};
use toolcast_test_support::mutate::sorted;
use toolcast_test_support::{lists, name, none};
use toolcast_tests::zoo;

/// The value with another one at the place, without the place, and with a member or an item more.
fn damaged(value: &Value, place: &str) -> Vec<Value> {
    let here = value.pointer(place).expect("a place");
    let mut others = vec![
        json!(-1),
        json!(1e300),
        json!(0.5),
        json!("x"),
        json!(""),
        json!(true),
        json!(null),
        json!([]),
        json!(["x"]),
        json!({}),
        json!({"x": 1}),
        json!("[1"),
    ];
    match here {
        Value::Object(members) => {
            let mut more = here.clone();
            more["no such name"] = json!(1);
            others.push(more);
            others.extend(members.keys().map(|name| {
                let left = members.iter().filter(|(other, _)| *other != name);
                left.map(|(name, value)| (name.clone(), value.clone()))
                    .collect()
            }));
        }
        Value::Array(items) => {
            let with = |more: &[Value]| Value::Array([items, more].concat());
            others.push(with(&[json!("more")]));
            if let [first, .., _] | [first] = items.as_slice() {
                others.push(with(std::slice::from_ref(first)));
                others.push(items[1..].iter().cloned().collect());
            }
        }
        Value::String(text) => {
            others.push(json!(format!("{text}~")));
            others.push(json!(text.to_uppercase()));
        }
        Value::Number(number) => others.push(json!(number.to_string())),
        _ => {}
    }
    let others = others.into_iter();
    others.map(|other| replaced(value, place, other)).collect()
}

/// Returns true if the fault's path refers to a place in the value. For a missing name, that is the
/// path without its last step.
fn leads(fault: &Fault, value: &Value) -> bool {
    let mut rest = fault.path.strip_prefix('$').expect("a path");
    let mut at = value.clone();
    while !rest.is_empty() {
        let end;
        let next = if let Some(name) = rest.strip_prefix('.') {
            let length = name.find(['.', '[']).unwrap_or(name.len());
            end = 1 + length;
            at.get(&name[..length]).cloned()
        } else if rest.starts_with("[\"") {
            let mut names = serde_json::Deserializer::from_str(&rest[1..]).into_iter::<String>();
            let name = names.next().expect("a name").expect("a text");
            end = 1 + names.byte_offset() + 1;
            if name.contains(['…', ' ']) {
                return true; // It may be shortened, or have a space for a line break.
            }
            at.get(&name).cloned()
        } else {
            end = 1 + rest.find(']').expect("the end of a number");
            let item: usize = rest[1..end - 1].parse().expect("a number");
            at.get(item).cloned()
        };
        rest = &rest[end..];
        match next {
            Some(next) => at = next,
            None => return fault.kind == FaultKind::Missing && rest.is_empty(),
        }
        // It continues inside a string containing JSON.
        if let Value::String(text) = &at
            && !rest.is_empty()
        {
            at = serde_json::from_str(text).unwrap_or_default();
        }
    }
    true
}

/// The clauses of each fault, without names, numbers and texts: how they are put together, other
/// tests compare.
fn words(errors: &ArgumentErrors) -> Vec<String> {
    let text = errors.to_string();
    let lines = text.lines().filter_map(|line| line.strip_prefix("- "));
    let words = lines.flat_map(|line| {
        let ends = [" is missing", " is unknown", ": "].iter();
        let at = ends.filter_map(|end| line.find(end)).min();
        let line = &line[at.unwrap_or(line.len())..];
        let (expected, got) = line.split_once(", got ").unwrap_or((line, ""));
        let mut clauses = masked(expected);
        for end in [", ", "; ", " or ", " and ", ": "] {
            clauses = clauses.replace(end, "\n");
        }
        let got = kind_of(got);
        let all = clauses.lines().chain([got]).map(str::trim);
        let all = all.filter(|clause| !clause.is_empty());
        all.map(str::to_owned).collect::<Vec<_>>()
    });
    words.collect()
}

fn kind_of(got: &str) -> &'static str {
    let kinds = [
        "the string",
        "the array",
        "the object",
        "true",
        "false",
        "null",
    ];
    let kind = kinds.into_iter().find(|kind| got.starts_with(*kind));
    kind.unwrap_or_default()
}

fn masked(text: &str) -> String {
    let known = ["key", "value", "entries", "_0", "_1"];
    let text = lists::masked(text, '`', |part| known.contains(&part));
    let mut text = lists::masked(&text, '"', |_| false);
    for list in ["`…`", "\"…\""] {
        while text.contains(&format!("{list}, {list}")) {
            text = text.replace(&format!("{list}, {list}"), list);
        }
    }
    let text = lists::without_numbers(&text);
    text.replace("0.0", "0").replace("-0", "0")
}

/// Calls `each` with every damaged value that the decoder refuses, and its faults.
fn refused(each: &mut dyn FnMut(&str, &Value, &ArgumentErrors)) {
    let dialects = [
        (Provider::JsonSchema, false),
        (Provider::OpenAi, true),
        (Provider::Gemini, false),
        (Provider::Portable, false),
    ];
    for specimen in zoo::all() {
        for (provider, strict) in dialects {
            let dialect = Dialect::of(provider, strict).expect("a dialect");
            let who = format!("{}, {}", specimen.name, name(dialect));
            for written in (specimen.written)().into_iter().take(2) {
                let value = sorted(to_model(specimen.schema, dialect, written));
                for (place, _) in places(&value).into_iter().take(40) {
                    for value in damaged(&value, &place) {
                        if let Err(errors) = (specimen.guided)(dialect, &value.to_string()) {
                            each(&who, &value, &errors);
                        }
                    }
                }
            }
        }
    }
}

/// The findings of one sweep, for both tests.
#[derive(Default)]
struct Sweep {
    /// The number of refused values.
    refused: usize,
    /// Faults whose path leads nowhere.
    astray: Vec<String>,
    messages: BTreeSet<String>,
}

static SWEEP: LazyLock<Sweep> = LazyLock::new(|| {
    let mut sweep = Sweep::default();
    refused(&mut |who, value, errors| {
        sweep.refused += 1;
        let faults = errors.faults.iter().filter(|fault| !leads(fault, value));
        sweep.astray.extend(faults.map(|fault| {
            let Fault { kind, path, .. } = fault;
            format!("{who}: {kind:?} at {path} of {value}")
        }));
        sweep.messages.extend(words(errors));
    });
    sweep
});

#[test]
fn the_paths_of_faults_in_a_damaged_value_exist() {
    none(&SWEEP.astray);
    assert!(SWEEP.refused > 20_000, "{} refused values", SWEEP.refused);
}

#[test]
fn the_messages_of_faults_in_damaged_values_are_those_of_the_list() {
    lists::agrees("decode-messages", SWEEP.messages.clone());
}
