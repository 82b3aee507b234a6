//! Builds the shape of an enum from its variants: serde's four taggings, and untagged variants in a
//! tagged enum.

use super::model::{Content, Variant};
use crate::diag::Errors;
use crate::shared::node::{Field, Flags, Inline, Node, Other, Shape, Tagging, Value};
use crate::shared::serde_attr::SerdeAttrs;
use crate::shared::text::Text;

pub(super) fn enum_shape(variants: Vec<Variant>, serde: &SerdeAttrs, errors: &mut Errors) -> Shape {
    if serde.untagged {
        return union(Tagging::Untagged, alternatives(variants).collect());
    }
    let (rest, mut tagged): (Vec<_>, Vec<_>) = variants.into_iter().partition(|it| it.untagged);
    fill_other_tags(&mut tagged);
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
    let first = any_tagged.then(|| Inline::of(shape));
    Shape::Union {
        tagging: Tagging::Untagged,
        variants: first.into_iter().chain(alternatives(rest)).collect(),
    }
}

/// Gives the variant with `#[serde(other)]` the tags that it doesn't match: those of the other
/// variants.
fn fill_other_tags(variants: &mut [Variant]) {
    let names: Vec<String> = variants
        .iter()
        .filter(|it| it.value.other.is_none() && it.is_read())
        .flat_map(|it| core::iter::once(&it.key).chain(&it.value.aliases).cloned())
        .collect();
    let other = variants.iter_mut().find_map(|it| it.value.other.as_mut());
    if let Some(other) = other {
        *other = Other::Names(names);
    }
}

/// Builds an externally tagged enum. If all variants are unit variants, it is an enum of strings.
/// Otherwise the unit variants form one alternative, at the position of the first. Every other
/// variant is an object with one property, and serde rejects any further property.
fn external(variants: Vec<Variant>) -> Shape {
    if variants.is_empty() {
        return Shape::Never;
    }
    let mut units: Vec<Value> = Vec::new();
    let mut first_unit = 0;
    let mut out = Vec::new();
    for Variant {
        key,
        value,
        content,
        ..
    } in variants
    {
        let Some(node) = content_node(content) else {
            if units.is_empty() {
                first_unit = out.len();
            }
            units.push(value);
            continue;
        };
        let mut field = Field::new(key, node, value.span);
        field.ident = value.ident;
        field.output = value.output;
        field.aliases = value.aliases;
        // Without its one property the variant can't be recognised, so not even an `Option` may be
        // absent.
        field.flags.set(Flags::REQUIRED);
        out.push(Inline {
            docs: value.docs,
            shape: Shape::Object {
                fields: vec![field],
                closed: true,
            },
        });
    }
    if out.is_empty() {
        return Shape::Enum(units);
    }
    if !units.is_empty() {
        out.insert(first_unit, Inline::of(Shape::Enum(units)));
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
    for variant in variants.into_iter().filter(Variant::is_read) {
        let (mut fields, docs) = tagged(tag, &variant);
        let mut closed = false;
        match variant.content {
            Content::Unit => {}
            Content::One(node) => {
                let mut field = Field::new(variant.value.ident, node, variant.value.span);
                field.flags.set(Flags::FLATTEN);
                field.flags.set(Flags::WHOLE);
                fields.push(field);
            }
            Content::Shape(Shape::Object { fields: own, .. }) => {
                closed = variant.closed;
                fields.extend(own);
            }
            Content::Shape(_) => errors.at(
                variant.value.span,
                "a tuple can't contain a tag; give the fields names, or write `#[serde(tag = \"..\", content = \"..\")]`",
            ),
        }
        let shape = Shape::Object { fields, closed };
        out.push(Inline { docs, shape });
    }
    union(Tagging::Internal, out)
}

/// Builds an adjacently tagged enum: tag and content are two properties. A unit variant has no
/// content.
fn adjacent(variants: Vec<Variant>, tag: &str, content: &str) -> Shape {
    let mut out = Vec::new();
    for variant in variants.into_iter().filter(Variant::is_read) {
        let (mut fields, docs) = tagged(tag, &variant);
        let closed = variant.closed;
        let by_name = matches!(variant.content, Content::Shape(Shape::Object { .. }));
        let required = variant.required && matches!(variant.content, Content::One(_));
        match content_node(variant.content) {
            Some(node) => {
                let mut field = Field::new(content.to_owned(), node, variant.value.span);
                field.flags.set_if(by_name, Flags::BY_NAME);
                field.flags.set_if(required, Flags::REQUIRED);
                fields.push(field);
            }
            None => fields[0].unit_content = Some(content.to_owned()),
        }
        let shape = Shape::Object { fields, closed };
        out.push(Inline { docs, shape });
    }
    union(Tagging::Adjacent, out)
}

/// Returns a union; without variants, no value is valid.
fn union(tagging: Tagging, variants: Vec<Inline>) -> Shape {
    if variants.is_empty() {
        Shape::Never
    } else {
        Shape::Union { tagging, variants }
    }
}

/// Returns the contents of untagged variants; the first match applies.
fn alternatives(variants: Vec<Variant>) -> impl Iterator<Item = Inline> {
    let read = variants.into_iter().filter(Variant::is_read);
    read.map(|variant| Inline {
        docs: variant.value.docs,
        shape: match variant.content {
            Content::Unit => Shape::Null,
            Content::One(ty) => Shape::same_json(ty),
            Content::Shape(shape) => shape,
        },
    })
}

/// Returns the node of the value under a variant's name or under `content`.
fn content_node(content: Content) -> Option<Node> {
    match content {
        Content::Unit => None,
        Content::One(node) => Some(node),
        Content::Shape(shape) => Some(Node::of(shape)),
    }
}

/// Returns the tag as the first property of a variant, and the description, which the alternative
/// has.
fn tagged(tag: &str, variant: &Variant) -> (Vec<Field>, Text) {
    let mut value = variant.value.clone();
    let docs = std::mem::take(&mut value.docs);
    value.flags = Flags::NONE;
    (vec![Field::tag(tag, value)], docs)
}
