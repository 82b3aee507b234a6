//! Values that show the claim of a report entry.

use crate::reports::tool::Claimed;
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::cell::Cell;
use toolcast::{Outcome, Provider, ReportEntry, from_model, to_model};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::json::{name_of, places};
use toolcast_test_support::judge::judge;
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{canonical, proto, random};

/// Entries without a witness.
pub(crate) fn missing(tool: &Claimed<'_>) -> Vec<String> {
    let claims = tool.entries.iter().filter(|entry| {
        matches!(
            entry.outcome,
            Outcome::Rewritten | Outcome::Narrowed | Outcome::Widened
        )
    });
    let claims: Vec<_> = claims.collect();
    if claims.is_empty() {
        return Vec::new();
    }
    let spoken = match tool.dialect.provider() {
        Provider::Gemini | Provider::Vertex => proto::to_json_schema(tool.spoken),
        _ => tool.spoken.clone(),
    };
    let judges = Judges {
        tool,
        canonical: judge(tool.canonical).expect("a canonical schema"),
        spoken: judge(&spoken).expect("a provider's schema"),
    };
    (claims.into_iter())
        .filter(|claim| !is_empty(tool.canonical, &claim.pointer) && !below_alike(tool, claim))
        .filter(|claim| !judges.has_witness(claim))
        .map(|claim| {
            format!(
                "no witness: {} `{}` {:?}",
                claim.pointer, claim.keyword, claim.outcome
            )
        })
        .collect()
}

/// Finds a value that comes back changed, although no entry allows that.
pub(crate) fn changed(tool: &Claimed<'_>) -> Vec<String> {
    let says = |entry: &ReportEntry| {
        matches!(
            entry.outcome,
            Outcome::Narrowed | Outcome::Widened | Outcome::Rejected
        )
    };
    if tool.entries.iter().any(says) || !tool.canonical.to_string().contains("\"anyOf\"") {
        return Vec::new();
    }
    let canonical_judge = judge(tool.canonical).expect("a canonical schema");
    let generator = Generator::new(tool.canonical);
    let result = random(48, |tape| {
        let value = respelled(generator.value(tape), tape);
        if !canonical_judge.is_valid(&value) {
            return Ok(());
        }
        let given = from_model(tool.schema, canonical(), value);
        let low = to_model(tool.schema, tool.dialect, given.clone());
        let back = from_model(tool.schema, tool.dialect, low.clone());
        // A strict mode leaves out the names that serde ignores.
        if is_part(&normal(tool, &back), &normal(tool, &given)) {
            return Ok(());
        }
        Err(format!(
            "no entry reports that {given}, sent as {low}, becomes {back}"
        ))
    });
    result.err().into_iter().collect()
}

/// Lowers and lifts a value, so that an absent property equals a `null` that means the same.
fn normal(tool: &Claimed<'_>, value: &Value) -> Value {
    let low = to_model(tool.schema, canonical(), value.clone());
    from_model(tool.schema, canonical(), low)
}

/// Returns true if a value is the other one without some of its names.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(name, one)| whole.get(name).is_some_and(|other| is_part(one, other))),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(a, b)| is_part(a, b))
        }
        _ => part == whole,
    }
}

/// Adds a name that few schemas accept, with one of the object's values or another one.
fn add_another_name(map: &mut Map<String, Value>, tape: &mut Tape) {
    let name = ["another name", "", "-", "0.5", "\u{e9}"][tape.below(5)];
    let own = map.values().next().cloned();
    let value = match tape.below(6) {
        0 => json!(1),
        1 => json!("x"),
        2 => json!(true),
        3 => json!([]),
        4 => json!({}),
        _ => own.unwrap_or_default(),
    };
    map.insert(name.to_owned(), value);
}

/// The pointers of all objects in a value.
fn objects(value: &Value) -> Vec<String> {
    let objects = places(value)
        .into_iter()
        .filter(|(_, value)| value.is_object());
    objects.map(|(place, _)| place).collect()
}

/// The steps to the innermost part that contains all differences of two values.
fn difference(a: &Value, b: &Value) -> Vec<String> {
    let one = match (a, b) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            let mut others = a.iter().filter(|(name, value)| b[*name] != **value);
            let one = others.next().filter(|_| others.next().is_none());
            one.map(|(name, value)| (name.clone(), value, &b[name]))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let all = a.iter().zip(b).enumerate();
            let mut others = all.filter(|(_, (a, b))| a != b);
            let one = others.next().filter(|_| others.next().is_none());
            one.map(|(i, (a, b))| (i.to_string(), a, b))
        }
        _ => None,
    };
    let Some((step, a, b)) = one else {
        return Vec::new();
    };
    let mut steps = Vec::from([step]);
    steps.extend(difference(a, b));
    steps
}

/// Returns true if a pointer into a schema belongs to the part of a value at these steps, or,
/// unless it must be `exact`, may belong to it: a definition may be anywhere, and an alternative
/// that doesn't fit isn't converted, so that the difference may be above the place.
fn leads_to(pointer: &str, steps: &[String], exact: bool) -> bool {
    let mut keywords = pointer.split('/').skip(1);
    let mut steps = steps.iter().peekable();
    let mut is_in_union = false;
    while let Some(keyword) = keywords.next() {
        is_in_union |= keyword == "anyOf" && !exact;
        if is_in_union && steps.peek().is_none() {
            return true;
        }
        let is_there = match keyword {
            "$defs" => return !exact,
            "anyOf" => keywords.next().is_some(),
            "properties" => {
                let name = keywords.next().unwrap_or_default();
                steps.next() == Some(&name_of(name))
            }
            "prefixItems" => steps.next().map(String::as_str) == keywords.next(),
            _ => steps.next().is_some(),
        };
        if !is_there {
            return false;
        }
    }
    steps.next().is_none()
}

/// The value with other values in some places, among them texts that hold JSON.
fn respelled(value: Value, tape: &mut Tape) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .map(|(name, value)| (name, respelled(value, tape)))
            .collect(),
        Value::Array(items) => items
            .into_iter()
            .map(|item| respelled(item, tape))
            .collect(),
        scalar if tape.one_in(2) => match tape.below(7) {
            0 => json!(1),
            1 => json!(true),
            2 => json!({}),
            3 => json!("1"),
            4 => json!("{}"),
            5 => Value::String(scalar.to_string()),
            _ => {
                let held = scalar.as_str().and_then(|text| text.parse().ok());
                held.unwrap_or(scalar)
            }
        },
        scalar => scalar,
    }
}

/// Returns true if the claim is one of an alternative that is read as another one, for which the
/// union has an entry.
fn below_alike(tool: &Claimed<'_>, claim: &ReportEntry) -> bool {
    let below = |entry: &&ReportEntry| {
        entry.keyword == "anyOf"
            && entry.outcome == Outcome::Narrowed
            && claim
                .pointer
                .starts_with(&format!("{}/anyOf/", entry.pointer))
    };
    claim.outcome == Outcome::Rewritten && tool.entries.iter().any(|entry| below(&entry))
}

/// Returns true if the place is an item of lists that have none.
fn is_empty(canonical: &Value, pointer: &str) -> bool {
    let list = pointer
        .strip_suffix("/items")
        .and_then(|list| canonical.pointer(list));
    list.is_some_and(|list| list["maxItems"] == 0)
}

struct Judges<'a> {
    tool: &'a Claimed<'a>,
    canonical: Validator,
    spoken: Validator,
}

impl Judges<'_> {
    fn has_witness(&self, claim: &ReportEntry) -> bool {
        let generator = Generator::new(self.tool.canonical);
        let steps: Vec<&str> = claim.pointer.split('/').skip(1).collect();
        let found = Cell::new(false);
        let is_rare = claim.keyword == "anyOf" || claim.outcome == Outcome::Widened;
        let cases = if is_rare { 512 } else { 48 };
        let _ = random(cases, |tape| {
            if found.get() {
                return Ok(());
            }
            // A narrower text can't express `null` or, for an `enum`, the empty string.
            let nothing = match claim.keyword.as_str() {
                "enum" => Value::from(""),
                _ => Value::Null,
            };
            let last = |schema, tape: &mut Tape| match claim.outcome {
                Outcome::Narrowed if claim.keyword == "anyOf" => {
                    respelled(generator.at(schema, tape), tape)
                }
                Outcome::Narrowed if claim.keyword == "additionalProperties" => {
                    let mut value = generator.at(schema, tape);
                    if let Value::Object(map) = &mut value {
                        add_another_name(map, tape);
                    }
                    value
                }
                Outcome::Narrowed => nothing.clone(),
                _ => generator.at(schema, tape),
            };
            let mut value = generator.towards(self.tool.canonical, &steps, tape, &last);
            // A definition may be anywhere.
            if let Some(value) = &mut value
                && claim.outcome == Outcome::Narrowed
                && claim.keyword == "additionalProperties"
                && steps.first() == Some(&"$defs")
            {
                let places = objects(value);
                let place = &places[tape.below(places.len())];
                let object = value.pointer_mut(place).and_then(Value::as_object_mut);
                add_another_name(object.expect("an object"), tape);
            }
            let is_shown = |value| match claim.outcome {
                Outcome::Widened => self.is_wider(&claim.pointer, &value, tape),
                outcome => self.shows(outcome, value),
            };
            found.set(value.is_some_and(is_shown));
            Ok(())
        });
        found.get()
    }

    /// The canonical schema at a place.
    fn canonical_at(&self, pointer: &str) -> Option<Validator> {
        let mut schema = self.tool.canonical.pointer(pointer)?.clone();
        if let Some(definitions) = self.tool.canonical.get("$defs") {
            schema["$defs"] = definitions.clone();
        }
        judge(&schema).ok()
    }

    /// Returns true if the provider's text accepts another name in the object at a place, which
    /// the canonical schema rejects, or would reject without another alternative of a union.
    fn is_wider(&self, pointer: &str, value: &Value, tape: &mut Tape) -> bool {
        if !self.canonical.is_valid(value) {
            return false;
        }
        let (schema, dialect) = (self.tool.schema, self.tool.dialect);
        let canonical_form = |low: Value| {
            let value = from_model(schema, dialect, low);
            to_model(schema, canonical(), value)
        };
        let given = from_model(schema, canonical(), value.clone());
        let low = to_model(schema, dialect, given);
        let before = canonical_form(low.clone());
        objects(&low).into_iter().any(|place| {
            let mut wide = low.clone();
            let object = wide.pointer_mut(&place).and_then(Value::as_object_mut);
            add_another_name(object.expect("an object"), tape);
            if !self.spoken.is_valid(&wide) {
                return false;
            }
            let after = canonical_form(wide);
            let steps = difference(&before, &after);
            if !self.canonical.is_valid(&after) {
                return leads_to(pointer, &steps, false);
            }
            let part = steps.iter().try_fold(&after, |value, step| match value {
                Value::Array(items) => items.get(step.parse::<usize>().ok()?),
                value => value.get(step),
            });
            let at = self.canonical_at(pointer).zip(part);
            leads_to(pointer, &steps, true) && at.is_some_and(|(at, part)| !at.is_valid(part))
        })
    }

    /// Returns true if a value in the canonical form proves the claim.
    fn shows(&self, outcome: Outcome, value: Value) -> bool {
        if !self.canonical.is_valid(&value) {
            return false;
        }
        let (schema, dialect) = (self.tool.schema, self.tool.dialect);
        let given = from_model(schema, canonical(), value);
        let low = to_model(schema, dialect, given.clone());
        let back = from_model(schema, dialect, low.clone());
        let kept = normal(self.tool, &back) == normal(self.tool, &given);
        match outcome {
            Outcome::Narrowed => !kept || back != given || !self.spoken.is_valid(&low),
            _ => kept && self.spoken.is_valid(&low),
        }
    }
}
