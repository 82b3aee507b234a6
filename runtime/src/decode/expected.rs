//! Descriptions of what a schema expects, in the form that the dialect showed to the model.

mod list;

use core::fmt::Write;

use self::list::{CHARACTERS, ITEMS, MANY, PAIRS, counted, either, list, or_null, unique};
use super::guided::Walk;
use crate::dialect::Dialect;
use crate::schema::{
    Array, Enum, Field, Integer, Key, Kind, Link, Literal, Map, Num, Object, Rules, Schema, Str,
    Union,
};
use crate::shape::{
    ENTRIES, Frame, FrameStep, Place, RootForm, TupleForm, enum_is_text, is_edge_of,
    is_wrapped_in_entries, key_is_renamed, key_rules, map_is_entries, map_key, null_is_text,
    object_alternatives, renamed, resolve, root_form, tuple_form, walk_members,
};
use crate::text::excerpt;

pub(crate) use self::list::one_of;
pub(super) use self::list::one_of_names;

/// Maximum depth of a description.
const MAX_DEPTH: u8 = 3;

pub(super) fn expected<'de>(
    walk: Walk<'_, 'de>,
    schema: &'de Schema<'de>,
    place: &Place<'_, 'de>,
    rules: &[&Rules<'_>],
) -> String {
    Expected { d: walk.d, rules }.schema(schema, place, MAX_DEPTH)
}

/// Describes the value like [`expected`], or `null`.
pub(super) fn expected_or_null<'de>(
    walk: Walk<'_, 'de>,
    schema: &'de Schema<'de>,
    place: &Place<'_, 'de>,
    rules: &[&Rules<'_>],
) -> String {
    let ways = Expected { d: walk.d, rules }.ways(schema, place, MAX_DEPTH);
    let words = either(&or_null(ways));
    if null_is_text(&mut walk.d.reader(), place.optional) {
        format!("a string containing JSON: {words}")
    } else {
        words
    }
}

/// Describes the key expected in a list of `{key, value}`: a string in JSON, whatever its type is.
pub(super) fn key_words<'de>(
    walk: Walk<'_, 'de>,
    names: &'de Link<'de>,
    at: &Frame<'_, 'de>,
) -> String {
    let key = map_key(names, at);
    let rules: Vec<_> = key_rules(names, at).collect();
    let words = expected(walk, key, &Place::at(at), &rules);
    match &key.kind {
        Kind::Integer(_) | Kind::Number(_) | Kind::Boolean => {
            format!("a string that holds {words}")
        }
        _ => words,
    }
}

pub(super) fn expected_root<'de>(walk: Walk<'_, 'de>, schema: &'de Schema<'de>) -> String {
    let words = expected(walk, schema, &Place::at(&Frame::ROOT), &[]);
    match root_form(schema, false) {
        RootForm::Plain => words,
        RootForm::Under(name) => format!("an object with `{name}`: {words}"),
    }
}

/// Returns a property's name in the dialect.
pub(crate) fn name_of(d: &Dialect, key: &Key<'_>) -> String {
    if key_is_renamed(&mut d.reader(), key.facts) {
        let (bytes, len) = renamed(key.raw);
        String::from_utf8_lossy(&bytes[..len]).into_owned()
    } else {
        key.raw.to_owned()
    }
}

/// Decodes a description, which schemas keep escaped.
pub(super) fn plain(docs: &str) -> Option<String> {
    if docs.is_empty() {
        return None;
    }
    let text: String = serde_json::from_str(&format!("\"{docs}\"")).ok()?;
    Some(excerpt(text.trim(), 200))
}

/// The content of a unit variant.
pub(super) const NO_CONTENT: &str = "`null` or nothing, because the variant has no content";

/// The form of a map in dialects without maps.
pub(super) const KEY_VALUE: &str = "an array of {\"key\", \"value\"} objects";

struct Expected<'r> {
    d: &'r Dialect,
    rules: &'r [&'r Rules<'r>],
}

impl Expected<'_> {
    /// Describes an item of a list or a value of a map.
    fn item<'de>(&self, link: &'de Link<'de>, frame: &Frame<'_, 'de>, deep: u8) -> String {
        let item = Expected {
            rules: &[],
            ..*self
        };
        item.schema(resolve(link, frame), &Place::at(frame), deep - 1)
    }

    fn schema<'de>(&self, schema: &'de Schema<'de>, place: &Place<'_, 'de>, deep: u8) -> String {
        either(&self.ways(schema, place, deep))
    }

    /// Describes each alternative, those of nested unions included.
    fn ways<'de>(&self, schema: &'de Schema<'de>, place: &Place<'_, 'de>, deep: u8) -> Vec<String> {
        if deep == 0 || place.is_only_itself(schema) {
            return vec!["a value".to_owned()];
        }
        let frame = place.frame(schema);
        if schema.name.is_some() && is_edge_of(self.d, schema, place) {
            let inner = either(&self.kind(schema, &frame, deep));
            return vec![format!("a string containing JSON: {inner}")];
        }
        match &schema.kind {
            Kind::Option(inner) => {
                let place = Place {
                    up: &frame,
                    step: FrameStep::Here,
                    ..*place
                };
                let inner = self.ways(resolve(inner, &frame), &place, deep);
                if place.optional && place.absorb {
                    inner
                } else if null_is_text(&mut self.d.reader(), place.optional) {
                    let inner = either(&or_null(inner));
                    vec![format!("a string containing JSON: {inner}")]
                } else {
                    or_null(inner)
                }
            }
            Kind::Newtype(newtype) => {
                let place = Place {
                    up: &frame,
                    step: FrameStep::Here,
                    ..*place
                };
                self.ways(resolve(&newtype.ty, &frame), &place, deep)
            }
            _ => self.kind(schema, &frame, deep),
        }
    }

    fn kind<'de>(&self, schema: &'de Schema<'de>, frame: &Frame<'_, 'de>, deep: u8) -> Vec<String> {
        vec![match &schema.kind {
            Kind::Object(object) => return self.object(object, frame),
            Kind::Union(union) => return self.union(union, frame, deep),
            Kind::Boolean => return vec!["true".to_owned(), "false".to_owned()],
            Kind::Any if self.d.untyped => "any JSON value".to_owned(),
            Kind::Any => "a string containing JSON".to_owned(),
            Kind::Never => "nothing: there is no value of the type".to_owned(),
            Kind::Null => null(self.d).to_owned(),
            Kind::Number(_) => format!("a number{}", self.bounds(None)),
            Kind::Integer(integer) => format!("an integer{}", self.bounds(Some(integer))),
            Kind::String(string) => self.string(string, schema.docs),
            Kind::Enum(values) => self.values(values),
            Kind::Array(array) => self.array(array, frame, deep),
            Kind::Tuple(types) => match tuple_form(&mut self.d.reader(), types) {
                TupleForm::Object => {
                    let names: Vec<_> = (0..types.len()).map(|i| format!("`_{i}`")).collect();
                    format!("an object with {}", list(&names, "and"))
                }
                _ => format!("an array of {}", counted(&types.len().to_string(), ITEMS)),
            },
            Kind::Map(map) => self.map(map, frame, deep),
            Kind::Option(_) | Kind::Newtype(_) => "a value".to_owned(),
        }]
    }

    /// A type with its own parser documents its form with an example, which is clearer than its
    /// pattern.
    fn string(&self, string: &Str<'_>, docs: &str) -> String {
        let mut out = if string.one_char {
            "a string of one character".to_owned()
        } else {
            format!("a string{}", self.length(CHARACTERS))
        };
        let formats = self.rules.iter().filter_map(|rules| rules.format);
        for format in formats.chain(string.format) {
            let _ = write!(out, " in the format `{}`", format.name().raw());
        }
        let form = plain(docs).filter(|_| string.reads.is_some());
        if let Some(form) = &form {
            let _ = write!(out, ": {form}");
        }
        let own = string.pattern.filter(|_| form.is_none());
        let patterns = self.rules.iter().filter_map(|rules| rules.pattern);
        for pattern in patterns.chain(own) {
            let _ = write!(out, " that matches `{}`", pattern.text.raw());
        }
        out
    }

    fn values(&self, values: &Enum<'_>) -> String {
        let text = enum_is_text(&mut self.d.reader(), values);
        let all: Vec<String> = values
            .values
            .iter()
            .filter(|one| one.flags & Field::OUTPUT_ONLY == 0)
            .filter_map(|one| match &one.value {
                Literal::String(name) => Some(format!("\"{}\"", name.json())),
                Literal::Number(n) if text => Some(format!("\"{}\"", n.text())),
                Literal::Number(n) => Some(n.text().to_owned()),
                _ => None,
            })
            .collect();
        one_of(all)
    }

    fn array<'de>(&self, array: &'de Array<'de>, frame: &Frame<'_, 'de>, deep: u8) -> String {
        let length = match &array.exactly {
            Some(n) => format!(" of {}", counted(n.text(), ITEMS)),
            None => self.length(ITEMS),
        };
        match self.item(&array.items, frame, deep).as_str() {
            "a value" => format!("an array{length}"),
            item => format!("an array{length}, each item {item}"),
        }
    }

    fn object<'de>(&self, object: &'de Object<'de>, frame: &Frame<'_, 'de>) -> Vec<String> {
        let n = object_alternatives(object, frame);
        if n > MANY {
            return vec!["an object".to_owned()];
        }
        let all = (0..n).map(|choice| self.alternative(object, choice, frame));
        unique(all)
    }

    fn alternative<'de>(
        &self,
        object: &'de Object<'de>,
        choice: usize,
        frame: &Frame<'_, 'de>,
    ) -> String {
        let mut names = Vec::new();
        walk_members(object, choice, frame, &mut |member, at, position| {
            match member.field() {
                _ if position.is_optional() || member.may_be_absent(at) => {}
                Some(field) => names.push(match tag(field, at) {
                    Some(value) => format!("`{}`: {value}", name_of(self.d, &field.key)),
                    None => format!("`{}`", name_of(self.d, &field.key)),
                }),
                // A unit variant of a flattened enum.
                None => names.push(format!("`{}`: {}", member.name(), null(self.d))),
            }
        });
        if names.is_empty() {
            "an object".to_owned()
        } else {
            format!("an object with {}", list(&names, "and"))
        }
    }

    fn map<'de>(&self, map: &'de Map<'de>, frame: &Frame<'_, 'de>, deep: u8) -> String {
        let value = self.item(&map.value, frame, deep);
        let length = self.length(PAIRS);
        let what = if map_is_entries(&mut self.d.reader(), map) {
            KEY_VALUE
        } else {
            "an object"
        };
        format!("{what}{length}, each value {value}")
    }

    fn union<'de>(&self, union: &'de Union<'de>, frame: &Frame<'_, 'de>, deep: u8) -> Vec<String> {
        unique(union.variants.iter().flat_map(|variant| {
            let ways = self.ways(variant, &Place::at(frame), deep - 1);
            if is_wrapped_in_entries(&mut self.d.reader(), union, variant) {
                vec![format!("an object with `{ENTRIES}`: {}", either(&ways))]
            } else {
                ways
            }
        }))
    }

    /// Describes the bounds of a number: the narrowest of all that apply.
    fn bounds(&self, integer: Option<&Integer<'_>>) -> String {
        let small = integer.filter(|integer| integer.small);
        let unsigned = integer.filter(|integer| !integer.min.is_negative());
        let least = self.rules.iter().filter_map(|rules| rules.minimum);
        let most = self.rules.iter().filter_map(|rules| rules.maximum);
        let least = least
            .chain(small.or(unsigned).map(|integer| integer.min))
            .reduce(larger);
        let most = most.chain(small.map(|integer| integer.max)).reduce(smaller);
        let mut out = match (least, most) {
            (Some(least), Some(most)) => format!(" from {} to {}", least.text(), most.text()),
            (Some(least), None) => format!(" of at least {}", least.text()),
            (None, Some(most)) => format!(" of at most {}", most.text()),
            (None, None) => String::new(),
        };
        for rules in self.rules {
            let each = [
                ("greater than", rules.exclusive_minimum),
                ("less than", rules.exclusive_maximum),
                ("a multiple of", rules.multiple_of),
            ];
            for (words, n) in each {
                if let Some(n) = n {
                    let _ = write!(out, ", {words} {}", n.text());
                }
            }
        }
        if integer.is_some_and(|integer| integer.not_zero) {
            out.push_str(", not 0");
        }
        out
    }

    /// Describes the bounds of a length: the narrowest of all that apply.
    fn length(&self, units: [&str; 2]) -> String {
        let unit = |n: &Num<'_>| counted(n.text(), units);
        let least = self.rules.iter().filter_map(|rules| rules.min_length);
        let most = self.rules.iter().filter_map(|rules| rules.max_length);
        match (least.reduce(larger), most.reduce(smaller)) {
            (Some(least), Some(most)) if least.equals(&most) => format!(" of {}", unit(&least)),
            (Some(least), Some(most)) => format!(" of {} to {}", least.text(), unit(&most)),
            (Some(least), None) => format!(" of at least {}", unit(&least)),
            (None, Some(most)) => format!(" of at most {}", unit(&most)),
            (None, None) => String::new(),
        }
    }
}

fn larger<'n>(a: Num<'n>, b: Num<'n>) -> Num<'n> {
    if a.less_than(&b) { b } else { a }
}

fn smaller<'n>(a: Num<'n>, b: Num<'n>) -> Num<'n> {
    if b.less_than(&a) { b } else { a }
}

fn tag<'de>(field: &'de Field<'de>, at: &Frame<'_, 'de>) -> Option<String> {
    if field.flags & Field::TAG == 0 {
        return None;
    }
    match &resolve(&field.ty, at).kind {
        Kind::Enum(Enum { values: [one] }) => match &one.value {
            Literal::String(name) => Some(format!("\"{}\"", name.json())),
            _ => None,
        },
        _ => None,
    }
}

pub(in crate::decode) const fn null(d: &Dialect) -> &'static str {
    if d.null_type {
        "null"
    } else {
        "the string \"null\""
    }
}
