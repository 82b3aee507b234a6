//! Builds the shape of an enum from its variants: serde's four taggings, and untagged variants in a
//! tagged enum.

use super::model::{Content, Variant};
use super::structs::tuple;
use crate::diag::Errors;
use crate::shared::literal::Literal;
use crate::shared::node::{Field, Flags, Inline, Node, Other, Shape, Tagging, Value};
use crate::shared::serde_attr::SerdeAttrs;
use crate::shared::text::Text;

/// Returns the shape of an enum.
pub(super) fn enum_shape(variants: Vec<Variant>, serde: &SerdeAttrs, errors: &mut Errors) -> Shape {
    if serde.untagged {
        return untagged(variants);
    }
    let (rest, mut tagged): (Vec<_>, Vec<_>) = variants.into_iter().partition(|it| it.untagged);
    name_others(&mut tagged);
    let any_tagged = !tagged.is_empty();
    let shape = match (&serde.tag, &serde.content) {
        (Some(tag), Some(content)) => adjacent(tagged, &tag.value(), &content.value()),
        (Some(tag), None) => internal(tagged, &tag.value(), errors),
        (None, _) => external(tagged),
    };
    if rest.is_empty() {
        return shape;
    }
    // Serde tries untagged variants after the tagged ones.
    let first = any_tagged.then_some(Inline {
        docs: Text::Empty,
        shape,
    });
    let rest = rest.into_iter().filter_map(alternative);
    Shape::Union {
        tagging: Tagging::Untagged,
        variants: first.into_iter().chain(rest).collect(),
    }
}

/// Gives the variant with `#[serde(other)]` the tags that it doesn't match: those of the other
/// variants.
fn name_others(variants: &mut [Variant]) {
    let names: Vec<String> = variants
        .iter()
        .filter(|it| it.other.is_none() && !it.skip_deserializing)
        .flat_map(|it| core::iter::once(&it.key).chain(&it.aliases).cloned())
        .collect();
    let other = variants.iter_mut().find_map(|it| it.other.as_mut());
    if let Some(other) = other {
        *other = names;
    }
}

/// Builds an externally tagged enum. If all variants are unit variants, it is an enum of strings.
/// Otherwise the unit variants form one alternative, at the position of the first. Every other
/// variant is an object with one property, and serde rejects any further property.
fn external(variants: Vec<Variant>) -> Shape {
    let is_unit = |variant: &Variant| matches!(variant.content, Content::Unit);
    if variants.is_empty() {
        return Shape::Never;
    }
    if variants.iter().all(is_unit) {
        return Shape::Enum(variants.iter().map(value).collect());
    }
    let units: Vec<Value> = variants
        .iter()
        .filter(|it| is_unit(it))
        .map(value)
        .collect();
    let mut units = Some(units).filter(|units| !units.is_empty());
    let mut out = Vec::new();
    for variant in variants {
        if is_unit(&variant) {
            out.extend(units.take().map(|units| Inline {
                docs: Text::Empty,
                shape: Shape::Enum(units),
            }));
            continue;
        }
        let Variant {
            ident,
            span,
            key,
            output,
            aliases,
            docs,
            content,
            closed,
            ..
        } = variant;
        let Some(node) = content_node(content, closed) else {
            continue;
        };
        let mut field = Field::new(key, node, span);
        field.ident = ident;
        field.output = output;
        field.aliases = aliases;
        // Without its one property the variant can't be recognised, so not even an `Option` may be
        // absent.
        field.flags.set(Flags::REQUIRED);
        out.push(Inline {
            docs,
            shape: Shape::Object {
                fields: vec![field],
                closed: true,
            },
        });
    }
    Shape::Union {
        tagging: Tagging::External,
        variants: out,
    }
}

/// Builds an internally tagged enum: the tag is one of the variant's own properties, and so are the
/// properties of a newtype variant's type.
fn internal(variants: Vec<Variant>, tag: &str, errors: &mut Errors) -> Shape {
    let mut out = Vec::new();
    for variant in variants.into_iter().filter(|it| !it.skip_deserializing) {
        let mut fields = vec![tag_field(tag, &variant)];
        let mut closed = false;
        match variant.content {
            Content::Unit => {}
            Content::One(node) => {
                let mut field = Field::new(variant.ident.clone(), node, variant.span);
                field.flags.set(Flags::FLATTEN);
                field.flags.set(Flags::WHOLE);
                fields.push(field);
            }
            Content::Struct(own) => {
                closed = variant.closed;
                fields.extend(own);
            }
            Content::Tuple(_) => errors.at(
                variant.span,
                "a tuple can't contain a tag; give the fields names, or write `#[serde(tag = \"..\", content = \"..\")]`",
            ),
        }
        out.push(Inline {
            docs: variant.docs,
            shape: Shape::Object { fields, closed },
        });
    }
    union(Tagging::Internal, out)
}

/// Builds an adjacently tagged enum: tag and content are two properties. A unit variant has no
/// content.
fn adjacent(variants: Vec<Variant>, tag: &str, content: &str) -> Shape {
    let mut out = Vec::new();
    for variant in variants.into_iter().filter(|it| !it.skip_deserializing) {
        let mut fields = vec![tag_field(tag, &variant)];
        let closed = variant.closed;
        let by_name = matches!(variant.content, Content::Struct(_));
        let required = variant.required && matches!(variant.content, Content::One(_));
        match content_node(variant.content, closed) {
            Some(node) => {
                let mut field = Field::new(content.to_owned(), node, variant.span);
                field.flags.set_if(by_name, Flags::BY_NAME);
                field.flags.set_if(required, Flags::REQUIRED);
                fields.push(field);
            }
            None => fields[0].unit_content = Some(content.to_owned()),
        }
        out.push(Inline {
            docs: variant.docs,
            shape: Shape::Object { fields, closed },
        });
    }
    union(Tagging::Adjacent, out)
}

/// Builds an untagged enum of the variants' contents; the first match applies.
fn untagged(variants: Vec<Variant>) -> Shape {
    let variants = variants.into_iter().filter_map(alternative);
    union(Tagging::Untagged, variants.collect())
}

/// Returns a union; without variants, no value is valid.
fn union(tagging: Tagging, variants: Vec<Inline>) -> Shape {
    if variants.is_empty() {
        Shape::Never
    } else {
        Shape::Union { tagging, variants }
    }
}

fn alternative(variant: Variant) -> Option<Inline> {
    if variant.skip_deserializing {
        return None;
    }
    let shape = match variant.content {
        Content::Unit => Shape::Null,
        Content::One(ty) => Shape::Newtype {
            ty,
            rules: None,
            transparent: true,
        },
        Content::Tuple(items) => tuple(items),
        Content::Struct(fields) => Shape::Object {
            fields,
            closed: variant.closed,
        },
    };
    Some(Inline {
        docs: variant.docs,
        shape,
    })
}

/// Returns the node of the value under a variant's name or under `content`.
fn content_node(content: Content, closed: bool) -> Option<Node> {
    let shape = match content {
        Content::Unit => return None,
        Content::One(node) => return Some(node),
        Content::Tuple(items) => tuple(items),
        Content::Struct(fields) => Shape::Object { fields, closed },
    };
    Some(Node::Inline(Box::new(Inline {
        docs: Text::Empty,
        shape,
    })))
}

fn tag_field(tag: &str, variant: &Variant) -> Field {
    let mut value = value(variant);
    // The alternative has the description.
    value.docs = Text::Empty;
    value.flags = Flags::NONE;
    let mut field = Field::new(
        tag.to_owned(),
        Node::Inline(Box::new(Inline {
            docs: Text::Empty,
            shape: Shape::Enum(vec![value]),
        })),
        variant.span,
    );
    field.flags.set(Flags::TAG);
    field
}

fn value(variant: &Variant) -> Value {
    let mut flags = Flags::NONE;
    flags.set_if(variant.skip_deserializing, Flags::OUTPUT_ONLY);
    flags.set_if(variant.skip_serializing, Flags::INPUT_ONLY);
    Value {
        ident: variant.ident.clone(),
        json: Literal::String(variant.key.clone()),
        output: variant.output.clone(),
        aliases: variant.aliases.clone(),
        other: variant.other.clone().map(Other::Names),
        docs: variant.docs.clone(),
        flags,
        span: variant.span,
    }
}
