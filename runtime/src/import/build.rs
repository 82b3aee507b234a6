//! Builds the borrowed schema tree from the node list. The tree lives as long as its arenas.

use super::node::{
    NodeEnumValue, NodeField, NodeId, NodeKind, NodeLiteral, NodePattern, NodeRules, OwnedNode,
};
use super::number::num;
use crate::decode::arena::Arena;
use crate::json::escape_into;
use crate::schema::{
    Array, Enum, EnumValue, Field, Format, Key, Kind, Link, Literal, Map, More, Newtype, Num,
    Object, Pattern, Rules, Schema, Str, Text, TypeName, Union, UnknownNames,
};

/// Storage for all parts of the tree.
#[derive(Default)]
pub(super) struct Arenas<'a> {
    schemas: Arena<Schema<'a>>,
    fields: Arena<Box<[Field<'a>]>>,
    links: Arena<Box<[Link<'a>]>>,
    variants: Arena<Box<[Schema<'a>]>>,
    values: Arena<Box<[EnumValue<'a>]>>,
    literals: Arena<Box<[Literal<'a>]>>,
    rules: Arena<Rules<'a>>,
    more: Arena<More<'a>>,
    texts: Arena<String>,
}

struct Build<'a> {
    arenas: &'a Arenas<'a>,
    names: &'a [TypeName<'a>],
    nodes: &'a [OwnedNode],
    /// The schemas of the nodes built so far.
    done: Vec<&'a Schema<'a>>,
}

/// Builds the tree of a root. Nodes come after their children.
pub(super) fn build<'a>(
    nodes: &'a [OwnedNode],
    names: &'a [TypeName<'a>],
    arenas: &'a Arenas<'a>,
    root: NodeId,
) -> &'a Schema<'a> {
    let mut build = Build {
        arenas,
        names,
        nodes,
        done: Vec::with_capacity(nodes.len()),
    };
    for node in nodes {
        let schema = Schema {
            kind: build.kind(&node.kind),
            name: node.name.map(|name| &names[name]),
            docs: build.text(&node.docs),
        };
        build.done.push(arenas.schemas.push(schema));
    }
    build.done[root]
}

impl<'a> Build<'a> {
    /// The text, JSON-escaped.
    fn text(&self, raw: &'a str) -> &'a str {
        if raw.is_empty() {
            return "";
        }
        let mut json = String::with_capacity(raw.len());
        escape_into(raw, &mut json);
        if json == raw {
            return raw;
        }
        self.arenas.texts.push(json)
    }

    fn link(&self, id: NodeId) -> Link<'a> {
        match &self.nodes[id].kind {
            NodeKind::Back(name) => Link::ByName(&self.names[*name]),
            _ => Link::Borrowed(self.done[id]),
        }
    }

    fn kind(&self, kind: &'a NodeKind) -> Kind<'a> {
        match kind {
            NodeKind::Any => Kind::Any,
            NodeKind::Null => Kind::Null,
            NodeKind::Boolean => Kind::Boolean,
            NodeKind::Integer(integer) => Kind::Integer(*integer),
            NodeKind::Number(float) => Kind::Number(*float),
            NodeKind::String => Kind::String(Str::ANY),
            NodeKind::Enum(values) => {
                let values = values.iter().map(|value| self.value(value));
                let values = self.arenas.values.push(values.collect());
                Kind::Enum(Enum { values })
            }
            NodeKind::Array {
                items,
                exactly,
                unique,
            } => Kind::Array(Array {
                items: self.link(*items),
                exactly: exactly.as_deref().and_then(num),
                unique: *unique,
            }),
            NodeKind::Tuple(items) => {
                let items = items.iter().map(|id| self.link(*id));
                Kind::Tuple(self.arenas.links.push(items.collect()))
            }
            NodeKind::Object { fields, closed } => {
                let fields = fields.iter().map(|field| self.field(field));
                Kind::Object(Object {
                    fields: self.arenas.fields.push(fields.collect()),
                    unknown_names: if *closed {
                        UnknownNames::Rejected
                    } else {
                        UnknownNames::Kept
                    },
                })
            }
            NodeKind::Map { key, value } => Kind::Map(Map {
                key: self.link(*key),
                value: self.link(*value),
            }),
            NodeKind::Union { variants, tagging } => {
                let variants = variants.iter().map(|id| *self.done[*id]);
                Kind::Union(Union {
                    variants: self.arenas.variants.push(variants.collect()),
                    tagging: *tagging,
                    // An imported union is never flattened.
                    plain: false,
                })
            }
            NodeKind::Option(inner) => Kind::Option(self.link(*inner)),
            NodeKind::Ruled(inner, rules) => Kind::Newtype(Newtype {
                ty: self.link(*inner),
                rules: self.rules(rules),
                transparent: true,
            }),
            // Only its name is used, through a link.
            NodeKind::Back(name) => Kind::Newtype(Newtype {
                ty: Link::ByName(&self.names[*name]),
                rules: None,
                transparent: true,
            }),
            NodeKind::Never => Kind::Never,
        }
    }

    fn value(&self, value: &'a NodeEnumValue) -> EnumValue<'a> {
        EnumValue {
            ident: "",
            value: self.literal(&value.value),
            docs: self.text(&value.docs),
            more: None,
            flags: Field::FOREIGN,
        }
    }

    fn literal(&self, literal: &'a NodeLiteral) -> Literal<'a> {
        match literal {
            NodeLiteral::Null => Literal::Null,
            NodeLiteral::Bool(value) => Literal::Bool(*value),
            NodeLiteral::Number(text) => num(text).map_or(Literal::Null, Literal::Number),
            NodeLiteral::String(text) => Literal::String(text.text()),
            NodeLiteral::Array(items) => {
                let items = items.iter().map(|item| self.literal(item));
                Literal::Array(self.arenas.literals.push(items.collect()))
            }
        }
    }

    fn rules(&self, rules: &'a NodeRules) -> Option<&'a Rules<'a>> {
        if *rules == NodeRules::default() {
            return None;
        }
        let n = |text: &'a Option<String>| -> Option<Num<'a>> { text.as_deref().and_then(num) };
        Some(self.arenas.rules.push(Rules {
            minimum: n(&rules.minimum),
            maximum: n(&rules.maximum),
            exclusive_minimum: n(&rules.exclusive_minimum),
            exclusive_maximum: n(&rules.exclusive_maximum),
            multiple_of: n(&rules.multiple_of),
            min_length: n(&rules.min_length),
            max_length: n(&rules.max_length),
            pattern: rules.pattern.as_ref().map(pattern),
            format: rules.format.as_ref().map(|name| format(name.text())),
        }))
    }

    fn field(&self, field: &'a NodeField) -> Field<'a> {
        let literals = |all: &'a [NodeLiteral]| {
            let all = all.iter().map(|value| self.literal(value));
            self.arenas.literals.push(all.collect())
        };
        let more = (field.default.is_some() || !field.examples.is_empty()).then(|| {
            self.arenas.more.push(More {
                default: literals(field.default.as_slice()).first(),
                examples: literals(&field.examples),
                ..More::NONE
            })
        });
        Field {
            key: self.key(&field.name),
            ty: self.link(field.ty),
            docs: self.text(&field.docs),
            more,
            flags: field.flags,
        }
    }

    fn key(&self, name: &'a str) -> Key<'a> {
        let mut member = String::with_capacity(name.len() + 3);
        member.push('"');
        escape_into(name, &mut member);
        member.push_str("\":");
        let odd = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
        let leading = |c: char| !(c.is_ascii_alphabetic() || c == '_');
        let facts = [
            (name.contains(odd), Key::ODD),
            (name.contains(['.', '-']), Key::PUNCTUATED),
            (name.starts_with(leading), Key::LEADING),
            (
                name.is_empty() || name.chars().nth(64).is_some(),
                Key::LENGTH,
            ),
        ];
        Key {
            raw: name,
            member: self.arenas.texts.push(member),
            facts: (facts.iter()).fold(0, |bits, (set, bit)| bits | (bit * u8::from(*set))),
        }
    }
}

fn pattern(pattern: &NodePattern) -> Pattern<'_> {
    Pattern {
        text: pattern.text.text(),
        facts: pattern.facts | Pattern::IMPORTED,
        largest_repeat: pattern.largest_repeat,
    }
}

fn format(name: Text<'_>) -> Format<'_> {
    Format::known(name.raw()).unwrap_or(Format::Other(name))
}
