//! Counts the parts of a schema that providers limit.

use serde_json::Value;

use super::finding::{BrokenRule, Findings};
use super::rule::{Citation, Rule};
use super::walk::{DEFINITIONS, Schemas};
use crate::dialect::Limits;

#[derive(Clone, Copy, Default)]
struct Counter {
    properties: usize,
    depth: u32,
    characters: usize,
    values: usize,
}

/// Checks the limits on one schema. The root and each definition are counted separately.
pub(super) fn limits(
    all: &Schemas<'_>,
    limits: &Limits,
    because: Citation,
    findings: &mut Findings,
) {
    let mut tallies: Vec<Counter> = Vec::new();
    for (at, node) in all.nodes.iter().enumerate() {
        let place = node.definition as usize;
        if tallies.len() <= place {
            tallies.resize(place + 1, Counter::default());
        }
        let tally = &mut tallies[place];
        tally.depth = tally.depth.max(node.depth);
        let names = |map: Option<&serde_json::Map<String, Value>>| -> usize {
            map.into_iter()
                .flatten()
                .map(|(name, _)| name.chars().count())
                .sum()
        };
        tally.properties += node.properties().map_or(0, serde_json::Map::len);
        tally.characters += names(node.properties());
        for key in DEFINITIONS {
            tally.characters += names(node.get(key).and_then(Value::as_object));
        }
        let values = node.get("enum").and_then(Value::as_array);
        let characters: usize = values
            .into_iter()
            .flatten()
            .chain(node.get("const"))
            .filter_map(Value::as_str)
            .map(|text| text.chars().count())
            .sum();
        let number = values.map_or(0, Vec::len);
        tally.values += number;
        tally.characters += characters;
        if limits.long_enum != 0 && number > 250 && characters > limits.long_enum as usize {
            findings.add(
                BrokenRule::new(Rule::Size, because, "enum"),
                || all.pointer(at),
                format!("an enum of {number} values with {characters} characters"),
            );
        }
    }
    let greatest = |of: fn(&Counter) -> usize| tallies.iter().map(of).max().unwrap_or(0);
    let rules = vec![
        (
            Rule::Depth,
            limits.depth,
            greatest(|tally| tally.depth as usize),
            "levels of nesting",
        ),
        (
            Rule::Size,
            limits.properties,
            greatest(|tally| tally.properties),
            "properties",
        ),
        (
            Rule::Size,
            limits.characters,
            greatest(|tally| tally.characters),
            "characters of names and values",
        ),
        (
            Rule::Size,
            limits.enum_values,
            greatest(|tally| tally.values),
            "enum values",
        ),
    ];
    for (rule, most, found, what) in rules {
        if most != 0 && found > most as usize {
            findings.add(
                BrokenRule::new(rule, because, ""),
                || all.pointer(0),
                format!("{found} {what}, more than {most}"),
            );
        }
    }
}
