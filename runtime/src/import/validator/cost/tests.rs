//! The estimate beside the visits of the validator, which a keyword of the test counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jsonschema::{Keyword, ValidationError};
use serde_json::{Map, Value, json};

use super::{CostWalk, Places, Quantity};

/// A keyword that is always valid, and counts the values that it sees.
struct Visits(Arc<AtomicUsize>);

impl<'i> Keyword<'i> for Visits {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        self.is_valid(instance);
        Ok(())
    }

    fn is_valid(&self, _: &'i Value) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        true
    }
}

/// The pairs of schema and value in the estimate.
fn estimated(schema: &Value, value: &Value) -> usize {
    let places = Places::of(schema);
    let mut walk = CostWalk::new(schema, &places, Quantity::Pairs, usize::MAX);
    walk.visit(schema, value, false).expect("no bound");
    usize::MAX - walk.left
}

/// The schemas with `visits` that the validator visits, to decide and to list the errors.
fn visited(schema: &Value, value: &Value) -> [usize; 2] {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let validator = jsonschema::options()
        .with_keyword("visits", move |_, _, _| {
            Ok(Box::new(Visits(Arc::clone(&counter))))
        })
        .build(schema)
        .expect("a schema");
    let is_valid = validator.is_valid(value);
    let to_decide = count.swap(0, Ordering::Relaxed);
    assert_eq!(validator.iter_errors(value).count() == 0, is_valid);
    [to_decide, count.load(Ordering::Relaxed)]
}

const APPLICATORS: [&str; 16] = [
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "$ref",
    "$dynamicRef",
    "properties",
    "patternProperties",
    "additionalProperties",
    "items",
    "prefixItems",
    "contains",
];

/// Keywords beside an applicator, with schemas that accept everything.
const BESIDE: [&str; 5] = [
    "title",
    "unevaluatedProperties",
    "unevaluatedItems",
    "propertyNames",
    "additionalProperties",
];

/// A schema that applies another one by a keyword.
fn applied(keyword: &str, inner: Value, definitions: &mut Map<String, Value>) -> Value {
    let name = format!("d{}", definitions.len());
    match keyword {
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => json!({ keyword: [inner] }),
        "then" => json!({"if": true, keyword: inner}),
        "else" => json!({"if": false, keyword: inner}),
        "dependentSchemas" | "properties" | "patternProperties" => json!({keyword: {"a": inner}}),
        "$ref" => {
            definitions.insert(name.clone(), inner);
            json!({ keyword: format!("#/$defs/{name}") })
        }
        "$dynamicRef" => {
            let dynamic = json!({"$dynamicAnchor": name, "allOf": [inner], "visits": true});
            definitions.insert(name.clone(), dynamic);
            json!({ keyword: format!("#{name}") })
        }
        _ => json!({ keyword: inner }),
    }
}

const LEVELS: usize = 8;

/// Two keywords in turn, nested, with a third beside each.
fn nested(two: [&str; 2], beside: &str, leaf: &Value) -> Value {
    let mut definitions = Map::new();
    let mut schema = leaf.clone();
    for level in 0..LEVELS {
        schema = applied(two[level % 2], schema, &mut definitions);
        let keywords = schema.as_object_mut().expect("an object");
        keywords.insert("visits".to_owned(), json!(true));
        if beside != "title" {
            let all = keywords.entry(beside);
            all.or_insert_with(|| json!({"visits": true}));
        }
    }
    schema["$defs"] = Value::Object(definitions);
    schema
}

/// Deep values that fit, and a leaf that nothing fits.
fn values() -> [Value; 2] {
    let object = |_| json!({"a": 1, "b": 2});
    let members = (0..LEVELS).fold(object(0), |one, _| json!({"a": one, "b": 2}));
    let items = (0..LEVELS).fold(json!([1, 2, 3]), |one, _| json!([one, 2, 3]));
    [members, items]
}

#[test]
fn the_validator_visits_no_more_pairs_than_estimated() {
    let leaves = [
        json!({"visits": true}),
        json!({"visits": true, "not": {"visits": true}}),
    ];
    for outer in APPLICATORS {
        for inner in APPLICATORS {
            for beside in BESIDE {
                for leaf in &leaves {
                    let schema = nested([outer, inner], beside, leaf);
                    for value in values() {
                        let pairs = estimated(&schema, &value);
                        let [to_decide, to_list] = visited(&schema, &value);
                        let case = format!("{outer}, {inner} and {beside} on {value}");
                        assert!(to_decide <= pairs, "{case}: {to_decide} of {pairs}");
                        // Each level of alternatives is decided before its errors are listed.
                        let most = (LEVELS + 1) * pairs;
                        assert!(to_list <= most, "{case}: {to_list} of {most}");
                    }
                }
            }
        }
    }
}

/// Three alternatives at each level, of which the tag chooses one.
#[test]
fn alternatives_with_a_tag_are_visited_and_estimated_once() {
    let one = |tag: &str, inner: &Value| json!({"required": ["t"], "visits": true, "properties": {"t": {"const": tag}, "a": inner}});
    let mut schema = json!({"visits": true});
    let mut value = json!({});
    for _ in 0..LEVELS {
        let all = ["x", "y", "z"].map(|tag| one(tag, &schema));
        schema = json!({"oneOf": all, "visits": true});
        value = json!({"a": value, "t": "y"});
    }
    let pairs = estimated(&schema, &value);
    let [to_decide, _] = visited(&schema, &value);
    assert!(
        (LEVELS..=pairs).contains(&to_decide),
        "{to_decide} of {pairs}"
    );
    assert!(pairs < 10 * LEVELS, "{pairs}");
}

/// Tags that the validator finds, or another one, or none: it looks into `allOf` and behind the
/// reference of a property.
#[test]
fn tags_that_the_validator_may_read_otherwise_are_not_estimated_as_tags() {
    let alternative = |i: usize, inner: &Value, kind: usize| match kind {
        0 => json!({"$ref": "#/$defs/s", "const": format!("k{i}")}),
        1 => json!({"const": format!("k{i}"), "allOf": [{"not": inner}]}),
        _ => json!({"const": format!("k{i}")}),
    };
    for kind in 0..3 {
        let mut schema = json!({"visits": true});
        let mut value = json!({"kind": "k0", "aaa": "a1"});
        for _ in 0..5 {
            let all: Vec<Value> = (0..3)
                .map(|i| {
                    let properties = json!({
                        "a": {"not": {"not": schema}}, "kind": alternative(i, &json!(false), kind),
                    });
                    let pin = json!({"required": ["aaa"],
                        "properties": {"aaa": {"const": format!("a{}", 2 - i)}}});
                    json!({"required": ["kind"], "properties": properties, "allOf": [pin],
                        "visits": true})
                })
                .collect();
            schema = json!({"anyOf": all, "visits": true});
            value = json!({"a": value, "kind": "k0", "aaa": "a1"});
        }
        schema["$defs"] = json!({"s": {"const": "s"}});
        let pairs = estimated(&schema, &value);
        let [to_decide, _] = visited(&schema, &value);
        assert!(to_decide <= pairs, "{kind}: {to_decide} of {pairs}");
    }
}

/// The reason for a walk that visits what `unevaluatedProperties` does.
#[test]
fn the_visits_of_unevaluated_properties_double_with_each_level() {
    let schema = nested(
        ["allOf", "anyOf"],
        "unevaluatedProperties",
        &json!({"visits": true}),
    );
    let [value, _] = values();
    assert!(visited(&schema, &value)[0] > 1 << LEVELS);
}
