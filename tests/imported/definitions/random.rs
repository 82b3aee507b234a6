//! Losses of random schemas as claims. What the canonical text accepts, the original accepts, or an
//! entry names the keyword. Real tools have few merged schemas.

use std::collections::BTreeSet;

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};
use toolcast::import::ToolDefinition;
use toolcast::{Outcome, ReportEntry};
use toolcast_test_support::json::{below, remove};
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{canonical, none, random, text};

const NAMES: [&str; 4] = ["a", "b", "c", "x-a"];

fn scalar(tape: &mut Tape) -> Value {
    let all = [
        json!("a"),
        json!(1),
        json!(null),
        json!(2),
        json!(-3),
        json!(30),
        json!(1.5),
        json!("bcd"),
        json!("x-long"),
        json!(true),
        json!(false),
        json!(""),
    ];
    tape.pick(&all).clone()
}

pub(crate) fn value(tape: &mut Tape, depth: usize) -> Value {
    match tape.below(if depth == 0 { 3 } else { 6 }) {
        0..=2 => scalar(tape),
        3 => (0..tape.below(4)).map(|_| value(tape, depth - 1)).collect(),
        _ => (0..tape.below(4))
            .map(|_| ((*tape.pick(&NAMES)).to_owned(), value(tape, depth - 1)))
            .collect::<Map<_, _>>()
            .into(),
    }
}

const TYPES: [&str; 7] = [
    "object", "array", "string", "integer", "number", "boolean", "null",
];

/// How a schema is written.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// The value of `$schema`, which the judge knows.
    names: Option<&'static str>,
    pub(crate) draft: Draft,
    /// True if each schema has a type, so that none is inferred.
    typed: bool,
}

impl Style {
    fn of(tape: &mut Tape) -> Self {
        let typed = tape.one_in(2);
        let (names, draft) = *tape.pick(&[
            (None, Draft::Draft202012),
            (None, Draft::Draft202012),
            (None, Draft::Draft201909),
            (
                Some("https://json-schema.org/draft/2019-09/schema"),
                Draft::Draft201909,
            ),
            (
                Some("http://json-schema.org/draft-07/schema#"),
                Draft::Draft7,
            ),
            (
                Some("http://json-schema.org/draft-06/schema#"),
                Draft::Draft6,
            ),
        ]);
        Style {
            names,
            draft,
            typed,
        }
    }

    /// True if the items of a tuple are in `prefixItems`.
    fn is_newest(self) -> bool {
        self.draft == Draft::Draft202012
    }

    /// True if the draft has `unevaluatedProperties`.
    fn evaluates(self) -> bool {
        self.is_newest() || self.draft == Draft::Draft201909
    }
}

pub(crate) fn schema(tape: &mut Tape, style: Style, depth: usize) -> Value {
    match tape.below(24) {
        22 => json!(true),
        23 => json!(false),
        _ => {
            let mut members = Map::new();
            for _ in 0..=tape.below(4) {
                let (name, value) = keyword(tape, style, depth);
                members.insert(name.to_owned(), value);
            }
            if style.typed && !members.contains_key("type") {
                members.insert("type".to_owned(), json!(tape.pick(&TYPES)));
            }
            members.into()
        }
    }
}

/// A keyword with two schemas.
const CHOICES: [&str; 3] = ["anyOf", "oneOf", "allOf"];

fn keyword(tape: &mut Tape, style: Style, depth: usize) -> (&'static str, Value) {
    let which = tape.below(if depth == 0 { 19 } else { 50 });
    let small = tape.below(4);
    let inner = |tape: &mut Tape| schema(tape, style, depth.saturating_sub(1));
    match which {
        0..=2 => ("type", json!(tape.pick(&TYPES))),
        3 => (
            "type",
            json!([tape.pick(&TYPES[2..5]), tape.pick(&TYPES[5..])]),
        ),
        4 => {
            let mut all: Vec<Value> = Vec::new();
            for _ in 0..=tape.below(3) {
                let one = scalar(tape);
                if !all.contains(&one) {
                    all.push(one);
                }
            }
            ("enum", all.into())
        }
        5 => ("const", scalar(tape)),
        6 => ("minLength", json!(small)),
        7 => ("maxLength", json!(small)),
        8 => ("minimum", json!(small)),
        9 => ("maximum", json!(tape.below(9))),
        10 => ("exclusiveMinimum", json!(small)),
        11 => (
            "multipleOf",
            tape.pick(&[json!(2), json!(0.5), json!(3)]).clone(),
        ),
        12 => ("pattern", json!(tape.pick(&["^a", "b", "^x-"]))),
        13 => ("required", json!([tape.pick(&NAMES)])),
        14 => ("description", json!(format!("d{small}"))),
        15 => ("minItems", json!(small)),
        16 => ("maxItems", json!(small)),
        17 => ("uniqueItems", json!(true)),
        18 => ("title", json!(format!("t{small}"))),
        19 | 20 => ("items", inner(tape)),
        21 => (
            if style.is_newest() {
                "prefixItems"
            } else {
                "items"
            },
            json!([inner(tape), inner(tape)]),
        ),
        22..=26 => {
            let all = (0..=tape.below(3)).map(|_| ((*tape.pick(&NAMES)).to_owned(), inner(tape)));
            ("properties", all.collect::<Map<_, _>>().into())
        }
        27 => ("additionalProperties", json!(false)),
        28 => ("additionalProperties", inner(tape)),
        29 => ("patternProperties", json!({"^x-": inner(tape)})),
        30 => ("propertyNames", json!({"maxLength": 1})),
        31 => ("minProperties", json!(small)),
        32 => ("maxProperties", json!(small)),
        33 => ("not", inner(tape)),
        34..=39 => (CHOICES[(which - 34) / 2], json!([inner(tape), inner(tape)])),
        40 => ("$ref", json!(tape.pick(&["#/$defs/A", "#/$defs/B"]))),
        41 => ("contains", inner(tape)),
        42 => ("default", scalar(tape)),
        43 if style.is_newest() => ("items", json!(false)),
        43 => ("additionalItems", inner(tape)),
        44 => ("additionalItems", json!(false)),
        // Alternatives of lists and of objects that list names.
        45 | 46 => {
            let list = if style.is_newest() {
                "prefixItems"
            } else {
                "items"
            };
            let all: Vec<Value> = (0..2)
                .map(|_| json!({"type": "array", list: [inner(tape), inner(tape)]}))
                .collect();
            (CHOICES[small % 3], all.into())
        }
        47 => {
            let all: Vec<Value> = (0..2)
                .map(|_| json!({"type": "object", "properties": {*tape.pick(&NAMES): inner(tape)}}))
                .collect();
            (CHOICES[small % 3], all.into())
        }
        48 => (*tape.pick(&["if", "then"]), inner(tape)),
        _ if style.evaluates() => ("unevaluatedProperties", json!(false)),
        _ => ("additionalProperties", json!(false)),
    }
}

pub(crate) fn root(tape: &mut Tape) -> (Value, Style) {
    let style = Style::of(tape);
    let mut root = json!({"type": "object", "properties": {"a": schema(tape, style, 2)}});
    if let Some(names) = style.names {
        root["$schema"] = json!(names);
    }
    if tape.one_in(3) {
        root["properties"]["b"] = schema(tape, style, 1);
    }
    if tape.one_in(3) {
        root["required"] = json!(["a"]);
    }
    if tape.one_in(6) {
        let (name, value) = keyword(tape, style, 1);
        if root.get(name).is_none() {
            root[name] = value;
        }
    }
    if root.to_string().contains("$defs/") {
        root["$defs"] = json!({"A": schema(tape, style, 1), "B": schema(tape, style, 1)});
    }
    (root, style)
}

fn is_wider(loss: &ReportEntry) -> bool {
    matches!(loss.outcome, Outcome::Described | Outcome::Widened)
}

/// Returns whether an entry names a keyword on the path to one that a value does not satisfy.
fn is_named(path: &str, losses: &[ReportEntry]) -> bool {
    let keywords: Vec<&str> = path.split('/').collect();
    losses.iter().any(|loss| match keywords.last() {
        // The reason can be in any part, and may be a narrowed one.
        Some(&("oneOf" | "not" | "anyOf" | "contains")) => {
            is_wider(loss) || loss.outcome == Outcome::Narrowed
        }
        _ if !is_wider(loss) => false,
        // The values are listed, without those that other keywords reject.
        _ if ["enum", "const"].contains(&loss.keyword.as_str()) => true,
        _ => keywords.contains(&loss.keyword.as_str()),
    })
}

/// The canonical text of a definition, and the form of its arguments.
struct Written {
    text: String,
    validator: Validator,
    wrapped: Option<&'static str>,
}

impl Written {
    fn of(definition: &ToolDefinition) -> Option<Self> {
        let (text, schema) = definition.with_schema(|schema| text(schema, canonical()).ok())?;
        Some(Written {
            text,
            validator: validator(&schema, Draft::Draft202012)?,
            wrapped: definition.parameters().wrapper_name(),
        })
    }

    fn accepts(&self, arguments: &Value) -> bool {
        match self.wrapped {
            Some(name) => self.validator.is_valid(&json!({name: arguments})),
            None => self.validator.is_valid(arguments),
        }
    }
}

/// The keywords that an entry declares to be without effect, though the text accepts other values
/// without them.
fn hidden(
    tool: &Value,
    losses: &[ReportEntry],
    written: &Written,
    values: &[Value],
) -> Vec<String> {
    let mut found = Vec::new();
    for loss in losses {
        let mut without = tool.clone();
        let removed = remove(&mut without, &below(&loss.pointer, &loss.keyword));
        // Two of a keyword may not be mergeable.
        let twice = |one: &ReportEntry| one.keyword == loss.keyword && one.pointer != loss.pointer;
        if removed.is_none() || loss.outcome != Outcome::Hidden || losses.iter().any(twice) {
            continue;
        }
        // A type that is inferred may be another one.
        let Some(other) = ToolDefinition::parse(&without)
            .ok()
            .filter(|other| other.losses().len() <= losses.len())
            .and_then(|other| Written::of(&other))
            .filter(|other| other.wrapped == written.wrapped)
        else {
            continue;
        };
        let mut values = values.iter();
        if let Some(value) = values.find(|one| written.accepts(one) != other.accepts(one)) {
            let texts = format!("{} and {}", written.text, other.text);
            found.push(format!("has an effect: {loss:?} on {value}: {texts}"));
        }
    }
    found
}

pub(crate) fn validator(schema: &Value, draft: Draft) -> Option<Validator> {
    let options = jsonschema::options().with_draft(draft);
    options.build(schema).ok()
}

/// The mistakes in the losses of a random schema.
fn mistakes(tape: &mut Tape) -> Vec<String> {
    let (schema, style) = root(tape);
    let tool = json!({"name": "t", "description": "d", "inputSchema": schema});
    let mut found = Vec::new();
    let (Some(original), Ok(definition)) = (
        validator(&schema, style.draft),
        ToolDefinition::parse(&tool),
    ) else {
        return found;
    };
    let losses = definition.losses();
    let mut seen = BTreeSet::new();
    for loss in losses {
        // A text may accept more and less than a keyword.
        let narrows = loss.outcome == Outcome::Narrowed;
        if !seen.insert((&loss.pointer, &loss.keyword, narrows)) {
            found.push(format!("twice: {loss:?}"));
        }
        let place = tool.pointer(&loss.pointer).and_then(Value::as_object);
        if !loss.keyword.is_empty() && !place.is_some_and(|place| place.contains_key(&loss.keyword))
        {
            found.push(format!("leads to another place: {loss:?}"));
        }
    }
    let Some(written) = Written::of(&definition) else {
        return found;
    };
    let values: Vec<Value> = (0..40)
        .map(|_| {
            if tape.one_in(3) {
                json!({"a": value(tape, 2), "b": value(tape, 1)})
            } else {
                json!({"a": value(tape, 2)})
            }
        })
        .collect();
    found.extend(hidden(&tool, losses, &written, &values));
    let by = |outcome: Outcome| losses.iter().any(move |loss| loss.outcome == outcome);
    for value in &values {
        let (ours, theirs) = (written.accepts(value), original.is_valid(value));
        let text = &written.text;
        if ours && !theirs {
            let errors = original.iter_errors(value);
            let all: Vec<String> = errors
                .map(|error| format!("{}{}", error.evaluation_path(), error.schema_path()))
                .collect();
            if !all.iter().any(|path| is_named(path, losses)) {
                found.push(format!("{value} is accepted against {all:?}: {text}"));
            }
        }
        // `null` is the same as an absent property.
        if theirs && !ours && !by(Outcome::Narrowed) && !value.to_string().contains("null") {
            found.push(format!("{value} is refused: {text}"));
        }
    }
    for one in &mut found {
        *one = format!("{one}\n  {schema}\n  {losses:?}");
    }
    found
}

#[test]
fn a_value_of_the_text_fits_the_original_or_an_entry_has_the_keyword() {
    let failure = random(5000, |tape| match mistakes(tape).into_iter().next() {
        Some(mistake) => Err(mistake),
        None => Ok(()),
    });
    none(&failure.err().into_iter().collect::<Vec<_>>());
}
