//! Lists the differences between two JSON Schemas.
//!
//! Places are abbreviated: `.name` is a property, `[]` an item, `[2]` an item of a tuple, `|2` an
//! alternative, `{}` a value of a map, `#Name` a definition.

use super::file::Line;
use super::rewrites::{self, Canonical, Closed};
use serde_json::{Map, Value};

/// Lists the places at which `new` differs from `old`, a line each: `place: -gone changed=value`.
///
/// Objects are compared by name and arrays of the same length by index. Two changes that a dialect
/// makes at every place have one line: `anyOf` for `oneOf`, and an `enum` of one value for `const`.
/// A rewrite with a name (`rewrites`) is listed by it, followed by the other differences.
///
/// In a new text `…` replaces the old one.
///
/// `usual` is the set of objects that the dialect closes in most texts. The old text is compared
/// with those objects closed, without a line for it. If another set leads to fewer differences, the
/// first line names it.
pub(crate) fn changes(old: &Value, new: &Value, usual: Closed) -> Vec<Line> {
    let below = |closed| {
        let canonical = Canonical::new(old, closed);
        between(&canonical, &canonical.root, new, "")
    };
    let mut shortest = below(usual);
    for closed in [Closed::AsItIs, Closed::All, Closed::None] {
        let mut lines = vec![Line::bare(closed.words())];
        if closed != usual {
            lines.extend(below(closed));
            if length(&lines) < length(&shortest) {
                shortest = lines;
            }
        }
    }
    shortest
}

fn length(lines: &[Line]) -> usize {
    let of = |line: &Line| line.place.len() + line.words.len();
    lines.iter().map(of).sum()
}

/// The place in a JSON pointer's text, shortened; `/` is the root.
pub(crate) fn short(pointer: &str) -> String {
    if pointer.is_empty() {
        return "/".to_owned();
    }
    let mut out = String::new();
    let mut names = pointer.split('/').skip(1).peekable();
    while let Some(name) = names.next() {
        let (mark, end) = match name {
            "properties" => (".", ""),
            "$defs" => ("#", ""),
            "anyOf" | "oneOf" => ("|", ""),
            "prefixItems" => ("[", "]"),
            "items" => {
                out.push_str("[]");
                continue;
            }
            "additionalProperties" if names.peek().is_some() => {
                out.push_str("{}");
                continue;
            }
            _ => ("/", ""),
        };
        match names.peek() {
            Some(next) if mark != "/" => {
                out.push_str(mark);
                out.push_str(next);
                out.push_str(end);
                names.next();
            }
            _ => {
                out.push('/');
                out.push_str(name);
            }
        }
    }
    out
}

/// Lists the changes below a place. If it is shorter, the name of a rewrite is listed, with the
/// differences from the result of that rewrite alone.
fn between(root: &Canonical, old: &Value, new: &Value, path: &str) -> Vec<Line> {
    let plain = member_by_member(root, old, new, path);
    let rewritten = rewrites::of(root, old, new).into_iter().map(|rewrite| {
        let mut lines = vec![Line::at(short(path), rewrite.name)];
        lines.extend(between(root, &rewrite.old, rewrite.new, path));
        lines
    });
    let shortest = rewritten.min_by_key(|lines| length(lines));
    match shortest {
        Some(lines) if length(&lines) < length(&plain) => lines,
        _ => plain,
    }
}

fn member_by_member(root: &Canonical, old: &Value, new: &Value, path: &str) -> Vec<Line> {
    let mut out = Vec::new();
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let old = &spelled_as(old, new, &mut out);
            let mut here: Vec<String> = old
                .keys()
                .filter(|name| !new.contains_key(*name))
                .map(|name| format!("-{name}"))
                .collect();
            here.sort();
            let mut below = Vec::new();
            for (name, new) in new {
                match old.get(name) {
                    Some(old) if old == new => {}
                    Some(old) if is_node(old) && is_node(new) => below.push((name, old, new)),
                    old => here.push(format!("{name}={}", with_the_old(old, new))),
                }
            }
            if !here.is_empty() {
                out.push(Line::at(short(path), here.join(" ")));
            }
            for (name, old, new) in below {
                out.extend(between(root, old, new, &format!("{path}/{name}")));
            }
        }
        (Value::Array(a), Value::Array(b)) if a.iter().any(Value::is_object) => {
            for (i, (old, new)) in a.iter().zip(b).enumerate() {
                out.extend(between(root, old, new, &format!("{path}/{i}")));
            }
            for i in a.len().min(b.len())..a.len().max(b.len()) {
                let place = short(&format!("{path}/{i}"));
                let words = b.get(i).map_or("-".to_owned(), |new| format!("={new}"));
                out.push(Line::at(place, words));
            }
            let whole = vec![Line::at(short(path), format!("={new}"))];
            if a.len() != b.len() && length(&whole) < length(&out) {
                out = whole;
            }
        }
        _ if old == new => {}
        _ => out.push(Line::at(short(path), format!("={new}"))),
    }
    // A spelling applies to every place, so it is listed once.
    let mut said = Vec::new();
    out.retain(|line| {
        let is_new = !line.place.is_empty() || !said.contains(&line.words);
        said.push(line.words.clone());
        is_new
    });
    out
}

/// Replaces the old text in the new one by `…`.
fn with_the_old(old: Option<&Value>, new: &Value) -> Value {
    if let (Some(Value::String(old)), Value::String(new)) = (old, new)
        && old.len() > 3
        && !new.contains('…')
        && new.matches(old.as_str()).count() == 1
    {
        return Value::String(new.replace(old.as_str(), "…"));
    }
    new.clone()
}

/// Returns true if the value has members or items to compare.
fn is_node(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().any(Value::is_object),
        _ => false,
    }
}

/// The old object in the spelling of the new one; a line for each spelling.
fn spelled_as(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    out: &mut Vec<Line>,
) -> Map<String, Value> {
    let mut old = old.clone();
    let mut once = |words: &str| out.push(Line::bare(words));
    if new.contains_key("anyOf")
        && !old.contains_key("anyOf")
        && let Some(alternatives) = old.remove("oneOf")
    {
        once("anyOf for oneOf");
        old.insert("anyOf".into(), alternatives);
    }
    if new.contains_key("enum")
        && !old.contains_key("enum")
        && let Some(value) = old.remove("const")
    {
        once("enum for const");
        old.insert("enum".into(), Value::Array(vec![value]));
    }
    old
}
