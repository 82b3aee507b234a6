//! Vertex's `partialArgs`: values with their paths (`$.days[0].name`), and strings in chunks.

use serde_json::{Map, Value};

use super::other_members::keep_id;
use super::output::StreamOutput;
use crate::wire::WireError;
use crate::wire::node::{JsonNode, OBJECT_SIZE};
use crate::wire::turn::call_key;

const DEPTH: usize = 64;

#[derive(Debug)]
pub(super) struct Partial {
    part: Value,
    key: &'static str,
    args: Value,
}

enum PathStep {
    Member(String),
    Element(usize),
}

impl Partial {
    pub(super) fn new(
        part: JsonNode<'_>,
        call: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<Self, WireError> {
        call.need("name")?.string()?;
        out.keep(part.tree_size())?;
        let args = match call.member("args")? {
            Some(args) => args.value()?,
            None => Value::Object(Map::new()),
        };
        let key = call_key(part);
        let mut part = part.value()?;
        if let Value::Object(members) = &mut part[key] {
            for key in ["args", "partialArgs", "willContinue"] {
                members.remove(key);
            }
            keep_id(members, "id", call)?;
        }
        Ok(Partial { part, key, args })
    }

    pub(super) fn name(&self) -> &str {
        self.part[self.key]["name"].as_str().unwrap_or_default()
    }

    pub(super) fn piece(
        &mut self,
        call: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        for arg in call.items("partialArgs")? {
            out.keep(arg.raw().len())?;
            let path = arg.need("jsonPath")?;
            let steps = steps(path.string()?)
                .ok_or_else(|| path.expected("a path like `$.days[0].name`"))?;
            let mut made = 0;
            let place = place(&mut self.args, &steps, &mut made)
                .ok_or_else(|| path.expected("a path into the arguments so far"))?;
            out.keep(made * OBJECT_SIZE)?;
            if let Some(more) = arg.text("stringValue")? {
                match place {
                    Value::String(text) => text.push_str(more),
                    other => *other = Value::String(more.to_owned()),
                }
            } else if let Some(value) = arg.get("numberValue").or_else(|| arg.get("boolValue")) {
                out.keep(value.tree_size())?;
                *place = value.value()?;
            } else if arg.has("nullValue") {
                *place = Value::Null;
            }
        }
        Ok(())
    }

    pub(super) fn into_text(mut self) -> String {
        self.part[self.key]["args"] = self.args;
        self.part.to_string()
    }
}

/// Parses `$.a[0].b` or `$['a'][0]`.
fn steps(path: &str) -> Option<Vec<PathStep>> {
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if steps.len() == DEPTH {
            return None;
        }
        let step;
        (step, rest) = if let Some(inner) = rest.strip_prefix('[') {
            let quote = inner.chars().next().filter(|c| matches!(c, '\'' | '"'));
            if let Some(quote) = quote {
                let (key, after) = inner[1..].split_once(quote)?;
                (PathStep::Member(key.to_owned()), after.strip_prefix(']')?)
            } else {
                let (number, after) = inner.split_once(']')?;
                (PathStep::Element(number.parse().ok()?), after)
            }
        } else {
            let name = rest.strip_prefix('.').unwrap_or(rest);
            let end = name.find(['.', '[']).unwrap_or(name.len());
            if end == 0 {
                return None;
            }
            (PathStep::Member(name[..end].to_owned()), &name[end..])
        };
        steps.push(step);
    }
    (!steps.is_empty()).then_some(steps)
}

/// Returns the value at a path, creating missing objects and lists. A list grows by one element at
/// a time. `made` counts the objects and lists.
fn place<'v>(args: &'v mut Value, steps: &[PathStep], made: &mut usize) -> Option<&'v mut Value> {
    let mut at = args;
    for step in steps {
        *made += usize::from(at.is_null());
        at = match step {
            PathStep::Member(key) => {
                if at.is_null() {
                    *at = Value::Object(Map::new());
                }
                at.as_object_mut()?
                    .entry(key.clone())
                    .or_insert(Value::Null)
            }
            PathStep::Element(i) => {
                if at.is_null() {
                    *at = Value::Array(Vec::new());
                }
                let list = at.as_array_mut()?;
                if *i == list.len() {
                    list.push(Value::Null);
                }
                list.get_mut(*i)?
            }
        };
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{place, steps};

    fn set(args: &mut Value, path: &str, value: Value) -> Option<()> {
        *place(args, &steps(path)?, &mut 0)? = value;
        Some(())
    }

    #[test]
    fn paths_lead_into_what_is_made_on_the_way() {
        let mut args = json!({});
        for (path, value) in [
            ("$.days[0].name", json!("Mo")),
            ("$.days[1]['full name']", json!("Tuesday")),
            ("$.at", json!(1)),
        ] {
            set(&mut args, path, value).expect("a path");
        }
        let days = json!([{"name": "Mo"}, {"full name": "Tuesday"}]);
        assert_eq!(args, json!({"days": days, "at": 1}));
    }

    #[test]
    fn a_path_that_leads_nowhere_is_none() {
        let mut args = json!({"at": 1, "list": []});
        for path in [
            "$",
            "",
            "$..a",
            "$.list[7]",
            "$.at.b",
            "$[0]",
            "$.list[",
            "$['a",
        ] {
            assert_eq!(set(&mut args, path, json!(0)), None, "{path}");
        }
        assert_eq!(set(&mut args, &"$.a".repeat(1000), json!(0)), None);
    }
}
