//! Good requests of every provider with one place changed, and the lists of what is found in them
//! and how they are repaired.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use toolcast::lint::{Effect, Finding, FixReport};
use toolcast_test_support::json::{below, change_each, places, remove};
use toolcast_test_support::lists;
use toolcast_test_support::mutate::sorted;

use crate::good::{Good, all};
use crate::support::{check, fixed, masked, none};

/// A change of one place: its name, and what it does to the request. It returns false if it can't
/// be made there.
type Change = (&'static str, fn(&mut Value, &str) -> bool);

const CHANGES: [Change; 14] = [
    ("removed", |body, at| remove(body, at).is_some()),
    ("doubled", doubled),
    ("renamed", renamed),
    ("null", |body, at| put(body, at, |_| json!(null))),
    ("true", |body, at| put(body, at, |_| json!(true))),
    ("7", |body, at| put(body, at, |_| json!(7))),
    ("empty text", |body, at| put(body, at, |_| json!(""))),
    ("odd text", |body, at| put(body, at, |_| json!("x y/~z"))),
    ("long text", |body, at| {
        put(body, at, |_| json!("long".repeat(300)))
    }),
    ("empty list", |body, at| put(body, at, |_| json!([]))),
    ("empty object", |body, at| put(body, at, |_| json!({}))),
    ("in a list", |body, at| put(body, at, |old| json!([old]))),
    ("in an object", |body, at| {
        put(body, at, |old| json!({ "in": old }))
    }),
    ("with more", with_more),
];

fn put(body: &mut Value, at: &str, new: fn(Value) -> Value) -> bool {
    let Some(place) = body.pointer_mut(at) else {
        return false;
    };
    let old = place.take();
    *place = new(old.clone());
    *place != old
}

/// The value around a place, and its key there.
fn outer<'b>(body: &'b mut Value, at: &str) -> Option<(&'b mut Value, String)> {
    let (outer, key) = at.rsplit_once('/')?;
    Some((body.pointer_mut(outer)?, key.to_owned()))
}

fn doubled(body: &mut Value, at: &str) -> bool {
    match outer(body, at) {
        Some((Value::Array(items), key)) => {
            let index: usize = key.parse().expect("an index");
            items.push(items[index].clone());
            true
        }
        _ => false,
    }
}

/// A name with both characters that a pointer escapes.
fn renamed(body: &mut Value, at: &str) -> bool {
    match outer(body, at) {
        Some((Value::Object(members), key)) => {
            let value = members.remove(&key).expect("a member");
            members.insert(format!("{key}/~"), value);
            true
        }
        _ => false,
    }
}

fn with_more(body: &mut Value, at: &str) -> bool {
    match body.pointer_mut(at) {
        Some(Value::Object(members)) => members.insert("more/~".into(), json!(1)).is_none(),
        Some(Value::Array(items)) => {
            items.push(json!("more"));
            true
        }
        _ => false,
    }
}

fn is_schema(body: &Value, pointer: &str) -> bool {
    (body.pointer(pointer)).is_some_and(|value| value.get("properties").is_some())
}

/// The places of a request to change: all but those in a schema. Of several tools
/// and messages of a form, the first one is enough.
fn chosen_places(body: &Value) -> Vec<String> {
    let all = places(body).into_iter().map(|(place, _)| place);
    let mut chosen: Vec<String> = all.collect();
    chosen.retain(|place| {
        let again = [
            "/tools/1/",
            "/functionDeclarations/1/",
            "/function_declarations/1/",
        ];
        let inside = |parts: &[&str]| parts.iter().any(|part| place.contains(part));
        let of_namespace = place.contains("/tools/1/tools");
        let outer = place.rsplit_once('/').map_or("", |(outer, _)| outer);
        let in_schema = place.contains("/properties/") || is_schema(body, outer);
        !place.is_empty() && !in_schema && (of_namespace || !inside(&again))
    });
    chosen.sort();
    chosen
}

/// Every change of every place that can be made: the place, the name of the change, the request.
fn changed(good: &Good) -> impl Iterator<Item = (String, &'static str, Value)> + use<'_> {
    chosen_places(&good.body)
        .into_iter()
        .flat_map(move |place| {
            let made = CHANGES.into_iter().filter_map(move |(name, change)| {
                let mut body = good.body.clone();
                change(&mut body, &place).then(|| (place.clone(), name, body))
            });
            made.collect::<Vec<_>>()
        })
}

/// The outcome of each change of a place in each request. Changes and requests of which the same
/// is true share a line.
#[derive(Default)]
pub(crate) struct Outcomes(BTreeMap<(String, String), BTreeMap<&'static str, BTreeSet<String>>>);

impl Outcomes {
    pub(crate) fn add(&mut self, place: &str, change: &str, of: &'static str, outcome: String) {
        let requests = self.0.entry((place.to_owned(), outcome)).or_default();
        requests.entry(of).or_default().insert(change.to_owned());
    }

    pub(crate) fn lines(self) -> Vec<String> {
        let mut lines = Vec::new();
        for ((place, outcome), requests) in self.0 {
            let mut same: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for (request, changes) in requests {
                let changes: Vec<String> = changes.into_iter().collect();
                same.entry(changes.join(", ")).or_default().push(request);
            }
            lines.extend((same.into_iter()).map(|(changes, requests)| {
                format!("{place} {changes} ({}): {outcome}", requests.join(", "))
            }));
        }
        lines
    }
}

/// The rule and the place of each finding; `.` is the changed place.
pub(crate) fn found(findings: &[Finding], place: &str) -> String {
    let each = findings.iter().map(|one| {
        let at = shortened(&one.pointer, place);
        format!("{} {at} {}", one.rule, one.keyword)
    });
    joined(each.map(|text| text.trim_end().to_owned()))
}

/// The texts in order, each once.
fn joined(texts: impl Iterator<Item = String>) -> String {
    let texts: BTreeSet<String> = texts.collect();
    texts.into_iter().collect::<Vec<_>>().join("; ")
}

fn shortened(pointer: &str, place: &str) -> String {
    match pointer.strip_prefix(place) {
        Some("") => ".".into(),
        Some(rest) if rest.starts_with('/') => format!(".{rest}"),
        _ => pointer.into(),
    }
}

/// The pointer without its indices.
fn shape(pointer: &str) -> String {
    let parts = pointer.split('/').map(|part| match part.parse::<usize>() {
        Ok(_) => "0",
        Err(_) => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The changes, what is left out, what remains, the losses, and how the repaired request differs
/// from the good one.
pub(crate) fn repair(good: &Value, repaired: &Value, report: &FixReport, place: &str) -> String {
    let mut parts = Vec::new();
    parts.push(joined((report.changes.iter()).map(|one| {
        format!("{} {}", one.kind, shortened(&one.pointer, place))
    })));
    parts.extend(
        (report.removed.iter()).map(|one| format!("without {}", shortened(&one.pointer, place))),
    );
    parts.extend((report.names.iter()).map(|(new, old)| format!("{} is {}", cut(new), cut(old))));
    parts.extend((report.losses.iter()).map(|one| {
        let lost = one
            .entries
            .iter()
            .map(|one| format!("{} {} {:?}", one.pointer, one.keyword, one.outcome));
        format!("losses: {}", joined(lost))
    }));
    parts.extend(
        Some(found(&report.remaining, place))
            .filter(|left| !left.is_empty())
            .map(|left| format!("left: {left}")),
    );
    let mut other = BTreeSet::new();
    differences(good, repaired, "", &mut other);
    parts.extend(other.into_iter().map(|one| shortened_text(&one, place)));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

fn shortened_text(text: &str, place: &str) -> String {
    match text.split_once(' ') {
        Some((pointer, rest)) => format!("{} {rest}", shortened(pointer, place)),
        None => text.into(),
    }
}

/// The values of the second that the first lacks, and what is gone.
fn differences(old: &Value, new: &Value, at: &str, found: &mut BTreeSet<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
                let at = below(at, key);
                match (old.get(key), new.get(key)) {
                    (Some(old), Some(new)) => differences(old, new, &at, found),
                    (_, Some(new)) => drop(found.insert(format!("{at} := {}", compact(new)))),
                    (_, None) => drop(found.insert(format!("{at} gone"))),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() <= new.len() => {
            for (i, new) in new.iter().enumerate() {
                let at = format!("{at}/{i}");
                match old.get(i) {
                    Some(old) => differences(old, new, &at, found),
                    None => drop(found.insert(format!("{at} := {}", compact(new)))),
                }
            }
        }
        _ if old == new => {}
        _ => drop(found.insert(format!("{at} := {}", compact(new)))),
    }
}

pub(crate) fn compact(value: &Value) -> String {
    cut(&sorted(value.clone()).to_string())
}

fn cut(text: &str) -> String {
    if text.chars().count() <= 70 {
        return text.into();
    }
    let start: String = text.chars().take(60).collect();
    format!("{start}… {}", text.len())
}

/// A finding's line: all but the names that the test gives.
fn line(at: &str, one: &Finding) -> String {
    let said = masked(&one.found, &one.keyword);
    let whose = if one.tool.is_some() { "tool's " } else { "" };
    let from = (one.evidence, one.source);
    let (rule, dropped) = (one.rule, dropped(one));
    format!(
        "{rule} {whose}{at}: {said} [{} in {}]{dropped}",
        from.0, from.1
    )
}

/// A word for the effect that is rarer.
pub(crate) fn dropped(one: &Finding) -> &'static str {
    match one.effect {
        Effect::Dropped => " dropped",
        _ => "",
    }
}

#[test]
fn a_good_request_has_no_finding() {
    let findings = all().into_iter().flat_map(|good| {
        let findings = check(good.provider, &good.body);
        findings
            .into_iter()
            .map(move |one| format!("{}: {one}", good.name))
    });
    none(&findings.collect::<Vec<_>>());
}

#[test]
fn the_findings_in_a_changed_request_are_those_of_the_list() {
    let mut words: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut outcomes = Outcomes::default();
    for good in all() {
        for (place, change, body) in changed(&good) {
            let findings = check(good.provider, &body);
            for one in &findings {
                let at = shape(&one.pointer);
                words.entry(line(&at, one)).or_default().insert(good.name);
            }
            if !findings.is_empty() {
                outcomes.add(&place, change, good.name, found(&findings, &place));
            }
        }
    }
    let words = words.into_iter().map(|(line, names)| {
        let names: Vec<&str> = names.into_iter().collect();
        format!("{line} {}", names.join(", "))
    });
    lists::agrees("lint-request-messages", words);
    lists::agrees("lint-changed-requests", outcomes.lines());
}

#[test]
fn the_repairs_of_a_changed_request_are_those_of_the_list() {
    let mut outcomes = Outcomes::default();
    for good in all() {
        for (place, change, mut body) in changed(&good) {
            if check(good.provider, &body).is_empty() {
                continue;
            }
            let report = fixed(good.provider, &mut body);
            let repair = repair(&good.body, &body, &report, &place);
            outcomes.add(&place, change, good.name, repair);
        }
    }
    // Other names for the tools, in the choice and in the conversation too.
    for good in all() {
        for (old, new) in [
            ("a", "a b"),
            ("a", "x/~"),
            ("a", ""),
            ("a", "b"),
            ("b", "a"),
        ] {
            let mut body = good.body.clone();
            change_each(&mut body, &mut |value| {
                if *value == *old {
                    *value = json!(new);
                }
            });
            let report = fixed(good.provider, &mut body);
            let change = format!("{old} is {new:?}");
            let repair = repair(&good.body, &body, &report, "/");
            outcomes.add("names", &change, good.name, repair);
        }
    }
    lists::agrees("lint-repaired-requests", outcomes.lines());
}
