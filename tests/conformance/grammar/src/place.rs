//! The place of a decoder's fault, and the places of the report that lead to it.

/// A step of a fault's path.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Name(String),
    Item(usize),
}

/// The path of a fault: `$.filter.sort[0]["a name"]`.
pub(crate) struct Path(Vec<Step>);

impl Path {
    pub(crate) fn parse(path: &str) -> Option<Self> {
        // Names may have control characters, of which line breaks aren't escaped.
        let path = path.replace(char::is_control, " ");
        let mut rest = path.strip_prefix('$')?;
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let step;
            if let Some(name) = rest.strip_prefix('.') {
                let end = name.find(['.', '[']).unwrap_or(name.len());
                step = Step::Name(name[..end].to_owned());
                rest = &name[end..];
            } else if rest.starts_with("[\"") {
                // A name may have brackets and escaped quotes.
                let mut names = serde_json::Deserializer::from_str(&rest[1..]).into_iter();
                let name: String = names.next()?.ok()?;
                step = Step::Name(name.replace(char::is_control, " "));
                rest = rest[1 + names.byte_offset()..].strip_prefix(']')?;
            } else {
                let (item, more) = rest.strip_prefix('[')?.split_once(']')?;
                step = Step::Item(item.parse().ok()?);
                rest = more;
            }
            steps.push(step);
        }
        Some(Path(steps))
    }
}

/// A step that a value's path may take, by the report's pointer into the canonical schema.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Want {
    Name(String),
    /// The provider's text has another name there.
    Renamed,
    /// Any item of an array.
    Item,
    /// An item of a tuple, which may be written as the property `_0`.
    Tuple(usize),
    /// A map's value: that of a name, or the `value` of an item. The list of a flattened map is a
    /// property.
    MapValue,
    /// A map's key: a name, or the `key` of an item.
    MapKey,
    /// The definition of a recursive type: any path may lead there.
    Anywhere,
}

/// The paths of the values that a pointer into the canonical schema leads to.
#[derive(Debug)]
pub(crate) struct Places(Vec<Want>);

impl Places {
    /// `renamed` has the pointers to properties with another name in the text.
    pub(crate) fn of(pointer: &str, renamed: &[&str]) -> Self {
        let mut wants = Vec::new();
        let mut names = pointer.split('/').skip(1);
        let mut at = String::new();
        while let Some(keyword) = names.next() {
            at = format!("{at}/{keyword}");
            let mut next = || {
                let name = names.next().unwrap_or_default();
                at = format!("{at}/{name}");
                name
            };
            let want = match keyword {
                "properties" => {
                    let name = next().replace("~1", "/").replace("~0", "~");
                    // As in `Path::parse`.
                    let name = name.replace(char::is_control, " ");
                    match renamed.contains(&at.as_str()) {
                        true => Want::Renamed,
                        false => Want::Name(name),
                    }
                }
                "prefixItems" => Want::Tuple(next().parse().unwrap_or_default()),
                "items" => Want::Item,
                "additionalProperties" => Want::MapValue,
                "propertyNames" => Want::MapKey,
                "$defs" => {
                    next();
                    wants.clear();
                    Want::Anywhere
                }
                // An alternative is at the place of the union.
                "anyOf" | "oneOf" => {
                    next();
                    continue;
                }
                _ => continue,
            };
            wants.push(want);
        }
        Places(wants)
    }

    pub(crate) fn keys(mut self) -> Self {
        self.0.push(Want::MapKey);
        self
    }

    pub(crate) fn values(mut self) -> Self {
        self.0.push(Want::MapValue);
        self
    }

    /// Returns true if the path is one of these.
    pub(crate) fn has(&self, path: &Path) -> bool {
        reaches(&self.0, &path.0, true)
    }

    /// Returns true if the path is one of these, or leads on from one.
    pub(crate) fn has_above(&self, path: &Path) -> bool {
        reaches(&self.0, &path.0, false)
    }
}

fn reaches(wants: &[Want], steps: &[Step], whole: bool) -> bool {
    let Some((want, wants)) = wants.split_first() else {
        return !whole || steps.is_empty();
    };
    if *want == Want::Anywhere {
        return (0..=steps.len()).any(|from| reaches(wants, &steps[from..], whole));
    }
    let member = |wanted: &str| match steps {
        // The property of a flattened map, and `entries` in a union with a list.
        [Step::Name(_), Step::Item(_), Step::Name(name), rest @ ..]
        | [Step::Item(_), Step::Name(name), rest @ ..] => {
            name == wanted && reaches(wants, rest, whole)
        }
        _ => false,
    };
    let Some((step, rest)) = steps.split_first() else {
        return false;
    };
    let takes = match (want, step) {
        (Want::Name(wanted), Step::Name(name)) => wanted == name,
        (Want::Tuple(place), Step::Item(item)) => place == item,
        (Want::Tuple(place), Step::Name(name)) => *name == format!("_{place}"),
        (Want::Renamed | Want::MapValue | Want::MapKey, Step::Name(_))
        | (Want::Item, Step::Item(_)) => true,
        _ => false,
    };
    let is_member = match want {
        Want::MapValue => member("value"),
        Want::MapKey => member("key"),
        _ => false,
    };
    takes && reaches(wants, rest, whole) || is_member
}

/// Converts a path in the text to the report's pointer: without `$ref`, and with `anyOf` for every
/// union.
pub(crate) fn in_tree(path: &str) -> String {
    let mut out = String::new();
    let mut before = "";
    for step in path.split('/').skip(1) {
        let is_name = before == "properties";
        if is_name || step != "$ref" {
            out.push('/');
            out.push_str(if step == "oneOf" && !is_name {
                "anyOf"
            } else {
                step
            });
        }
        before = if is_name { "" } else { step };
    }
    out
}

/// Removes the steps into alternatives from a pointer: the canonical text has an `anyOf` with
/// `null`, the report does not.
pub(crate) fn without_alternatives(pointer: &str) -> String {
    let mut out = String::new();
    let mut steps = pointer.split('/').skip(1);
    while let Some(step) = steps.next() {
        if step == "anyOf" {
            steps.next();
        } else {
            out.push('/');
            out.push_str(step);
        }
    }
    // The bounds of a map that is written as a list are those of a list.
    out.replace("minProperties", "minItems")
        .replace("maxProperties", "maxItems")
}

#[cfg(test)]
mod tests {
    use super::{Path, Places};

    #[test]
    fn a_pointer_matches_only_the_paths_of_its_values() {
        let cases = [
            ("/properties/a/items", "$.a[3]", "$.a.b"),
            ("/properties/a~1b/anyOf/0", "$[\"a/b\"]", "$[\"a~1b\"]"),
            ("/prefixItems/1", "$._1", "$._0"),
            ("/prefixItems/1", "$[1]", "$[0]"),
            (
                "/additionalProperties/items",
                "$[0].value[1]",
                "$[0].key[1]",
            ),
            (
                "/additionalProperties/items",
                "$.entries[0].value[1]",
                "$[1]",
            ),
            ("/additionalProperties", "$.rest[0].value", "$.rest[0].key"),
            ("/additionalProperties", "$[\"a\\\"]\"]", "$[1]"),
            ("/$defs/Node/properties/next", "$.a[1].next", "$.next[1]"),
            ("/properties/odd/properties/a", "$.renamed.a", "$.renamed.b"),
        ];
        for (pointer, path, other) in cases {
            let places = Places::of(pointer, &["/properties/odd"]);
            let has = |path| places.has(&Path::parse(path).expect(path));
            assert!(has(path) && !has(other), "{pointer}: {path}, {other}");
        }
    }
}
