//! Builds the borrowed schema tree from the node list. The tree lives as long as its arenas.

use super::node::{self, NodeId};
use super::number::num;
use crate::decode::arena::Arena;
use crate::json::escape_into;
use crate::schema::{
    Array, Enum, EnumValue, Field, Format, Key, Kind, Link, Literal, Map, More, Newtype, Num,
    Object, Pattern, Rules, Schema, Str, Text, TypeName, Union, UnknownNames,
};

/// Storage for all parts of the tree.
#[derive(Debug)]
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

impl Arenas<'_> {
    pub(super) const fn new() -> Self {
        Arenas {
            schemas: Arena::new(),
            fields: Arena::new(),
            links: Arena::new(),
            variants: Arena::new(),
            values: Arena::new(),
            literals: Arena::new(),
            rules: Arena::new(),
            more: Arena::new(),
            texts: Arena::new(),
        }
    }
}

struct Build<'a> {
    arenas: &'a Arenas<'a>,
    names: &'a [TypeName<'a>],
    /// The schemas of the nodes built so far.
    done: Vec<&'a Schema<'a>>,
    nodes: &'a [node::OwnedNode],
}

/// Builds the tree of a root. Nodes come after their children.
pub(super) fn build<'a>(
    nodes: &'a [node::OwnedNode],
    names: &'a [TypeName<'a>],
    arenas: &'a Arenas<'a>,
    root: NodeId,
) -> &'a Schema<'a> {
    let mut build = Build {
        arenas,
        names,
        done: Vec::with_capacity(nodes.len()),
        nodes,
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
            node::NodeKind::Back(name) => Link::ByName(&self.names[*name]),
            _ => Link::Borrowed(self.done[id]),
        }
    }

    fn kind(&self, kind: &'a node::NodeKind) -> Kind<'a> {
        match kind {
            node::NodeKind::Any => Kind::Any,
            node::NodeKind::Null => Kind::Null,
            node::NodeKind::Boolean => Kind::Boolean,
            node::NodeKind::Integer(integer) => Kind::Integer(*integer),
            node::NodeKind::Number(float) => Kind::Number(*float),
            node::NodeKind::String => Kind::String(Str::ANY),
            node::NodeKind::Enum(values) => Kind::Enum(Enum {
                values: self
                    .arenas
                    .values
                    .push(values.iter().map(|value| self.value(value)).collect()),
            }),
            node::NodeKind::Array {
                items,
                exactly,
                unique,
            } => Kind::Array(Array {
                items: self.link(*items),
                exactly: exactly.as_deref().and_then(num),
                unique: *unique,
            }),
            node::NodeKind::Tuple(items) => Kind::Tuple(self.links(items)),
            node::NodeKind::Object { fields, closed } => Kind::Object(Object {
                fields: self
                    .arenas
                    .fields
                    .push(fields.iter().map(|field| self.field(field)).collect()),
                unknown_names: if *closed {
                    UnknownNames::Rejected
                } else {
                    UnknownNames::Kept
                },
            }),
            node::NodeKind::Map { key, value } => Kind::Map(Map {
                key: self.link(*key),
                value: self.link(*value),
            }),
            node::NodeKind::Union { variants, tagging } => Kind::Union(Union {
                variants: self
                    .arenas
                    .variants
                    .push(variants.iter().map(|id| self.variant(*id)).collect()),
                tagging: *tagging,
                // An imported union is never flattened.
                plain: false,
            }),
            node::NodeKind::Option(inner) => Kind::Option(self.link(*inner)),
            node::NodeKind::Ruled(inner, rules) => self.around(self.link(*inner), rules),
            // Only its name is used, through a link.
            node::NodeKind::Back(name) => Kind::Newtype(Newtype {
                ty: Link::ByName(&self.names[*name]),
                rules: None,
                transparent: true,
            }),
            node::NodeKind::Never => Kind::Never,
        }
    }

    fn around(&self, ty: Link<'a>, rules: &'a node::NodeRules) -> Kind<'a> {
        Kind::Newtype(Newtype {
            ty,
            rules: self.rules(rules),
            transparent: true,
        })
    }

    fn links(&self, items: &[NodeId]) -> &'a [Link<'a>] {
        self.arenas
            .links
            .push(items.iter().map(|id| self.link(*id)).collect())
    }

    fn variant(&self, id: NodeId) -> Schema<'a> {
        *self.done[id]
    }

    fn value(&self, value: &'a node::Value) -> EnumValue<'a> {
        EnumValue {
            ident: "",
            value: self.literal(&value.value),
            docs: self.text(&value.docs),
            more: None,
            flags: Field::FOREIGN,
        }
    }

    fn literal(&self, literal: &'a node::NodeLiteral) -> Literal<'a> {
        match literal {
            node::NodeLiteral::Null => Literal::Null,
            node::NodeLiteral::Bool(value) => Literal::Bool(*value),
            node::NodeLiteral::Number(text) => num(text).map_or(Literal::Null, Literal::Number),
            node::NodeLiteral::String(text) => Literal::String(text.text()),
            node::NodeLiteral::Array(items) => Literal::Array(
                self.arenas
                    .literals
                    .push(items.iter().map(|item| self.literal(item)).collect()),
            ),
        }
    }

    fn rules(&self, rules: &'a node::NodeRules) -> Option<&'a Rules<'a>> {
        if *rules == node::NodeRules::default() {
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

    fn field(&self, field: &'a node::NodeField) -> Field<'a> {
        let default = field.default.as_ref().map(|value| self.literal(value));
        let examples = field.examples.iter().map(|value| self.literal(value));
        let examples: Box<[_]> = examples.collect();
        let one = |value: Option<Literal<'a>>| -> Option<&'a Literal<'a>> {
            let value = value?;
            self.arenas.literals.push(Box::new([value])).first()
        };
        let more = (default.is_some() || !examples.is_empty()).then(|| {
            self.arenas.more.push(More {
                default: one(default),
                examples: self.arenas.literals.push(examples),
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
            facts: facts
                .iter()
                .filter(|(set, _)| *set)
                .fold(0, |bits, (_, bit)| bits | bit),
        }
    }
}

fn pattern(pattern: &node::NodePattern) -> Pattern<'_> {
    Pattern {
        text: pattern.text.text(),
        facts: pattern.facts | Pattern::IMPORTED,
        largest_repeat: pattern.largest_repeat,
    }
}

fn format(name: Text<'_>) -> Format<'_> {
    Format::known(name.raw()).unwrap_or(Format::Other(name))
}
