//! Counts the parts of a schema that providers limit.

use serde_json::{Map, Value};

use super::finding::Findings;
use super::rule::{Citation, Effect, Rule};
use super::walk::{DEFINITIONS, Schemas};
use crate::dialect::Limits;

/// Checks the limits on one schema. The root and each definition are counted separately.
pub(super) fn limits(
    all: &Schemas<'_>,
    limits: &Limits,
    because: Citation,
    findings: &mut Findings,
) {
    let rules = [
        (Rule::Depth, limits.depth, "levels of nesting"),
        (Rule::Size, limits.properties, "properties"),
        (
            Rule::Size,
            limits.characters,
            "characters of names and values",
        ),
        (Rule::Size, limits.enum_values, "enum values"),
    ];
    let count = |text: &str| text.chars().count();
    let names = |map: Option<&Map<String, Value>>| -> usize {
        map.into_iter()
            .flat_map(Map::keys)
            .map(|name| count(name))
            .sum()
    };
    // The counts of the root and each definition, in the order of the rules.
    let mut tallies: Vec<[usize; 4]> = Vec::new();
    for (at, node) in all.nodes.iter().enumerate() {
        let place = node.definition as usize;
        if tallies.len() <= place {
            tallies.resize(place + 1, [0; 4]);
        }
        let [depth, properties, characters, values] = &mut tallies[place];
        *depth = (*depth).max(node.depth as usize);
        *properties += node.properties().map_or(0, Map::len);
        *characters += names(node.properties());
        for key in DEFINITIONS {
            *characters += names(node.get(key).and_then(Value::as_object));
        }
        let all_values = node.get("enum").and_then(Value::as_array);
        let texts = all_values.into_iter().flatten().chain(node.get("const"));
        let length: usize = texts.filter_map(Value::as_str).map(count).sum();
        let number = all_values.map_or(0, Vec::len);
        *values += number;
        *characters += length;
        if limits.long_enum != 0 && number > 250 && length > limits.long_enum as usize {
            let found = format!("an enum of {number} values with {length} characters");
            let pointer = || all.pointer(at);
            findings.push(
                Rule::Size,
                Effect::Rejected,
                because,
                "enum",
                pointer,
                found,
            );
        }
    }
    for (i, (rule, most, what)) in rules.into_iter().enumerate() {
        let found = tallies.iter().map(|one| one[i]).max().unwrap_or(0);
        if most != 0 && found > most as usize {
            let found = format!("{found} {what}, more than {most}");
            findings.add(rule, because, &all.pointer(0), "", found);
        }
    }
}
