//! A conservative pre-check: a schema made only of constructs that every provider accepts has no
//! faults.

use super::check;
use super::keys;
use crate::schema::{Array, Field, Kind, Link, Literal, Newtype, Object, Schema};
use crate::shape::Frame;

/// The maximum number of visited schemas. Larger trees have further rules.
const MOST: u32 = 200;
/// The maximum depth, because recursive types have no end.
const DEEPEST: u32 = 12;

/// Returns whether every provider accepts the schema. If `false`, only the renderer can decide.
pub(crate) const fn is_harmless(schema: &Schema<'_>) -> bool {
    let mut left = MOST;
    visit(schema, DEEPEST, &mut left)
}

const fn visit(schema: &Schema<'_>, depth: u32, left: &mut u32) -> bool {
    if depth == 0 {
        return false;
    }
    let mut schema = schema;
    loop {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let link = match &schema.kind {
            Kind::Boolean
            | Kind::Integer(_)
            | Kind::Number(_)
            | Kind::String(_)
            | Kind::Any
            | Kind::Null => return true,
            Kind::Never => return false,
            Kind::Enum(all) => {
                let mut shown = false;
                let mut i = 0;
                while i < all.values.len() {
                    // Some values are only read, some only written.
                    shown = shown || all.values[i].flags == 0;
                    // Some providers reject the empty string.
                    if let Literal::String(text) = &all.values[i].value
                        && text.is_empty()
                    {
                        return false;
                    }
                    i += 1;
                }
                return shown;
            }
            Kind::Object(object) => return properties(object, depth, left),
            Kind::Tuple(items) => {
                let mut i = 0;
                while i < items.len() {
                    match target(&items[i]) {
                        Some(item) if visit(item, depth - 1, left) => {}
                        _ => return false,
                    }
                    i += 1;
                }
                return true;
            }
            Kind::Union(union) => {
                let mut i = 0;
                while i < union.variants.len() {
                    if !visit(&union.variants[i], depth - 1, left) {
                        return false;
                    }
                    i += 1;
                }
                return true;
            }
            Kind::Map(map) => match target(&map.key) {
                Some(key) if keys::are_possible(key) && visit(key, depth - 1, left) => &map.value,
                _ => return false,
            },
            Kind::Option(link)
            | Kind::Array(Array { items: link, .. })
            | Kind::Newtype(Newtype { ty: link, .. }) => link,
        };
        schema = match target(link) {
            Some(schema) => schema,
            None => return false,
        };
    }
}

const fn properties(object: &Object<'_>, depth: u32, left: &mut u32) -> bool {
    let fields = object.fields;
    let n = fields.len();
    let mut i = 0;
    while i < n {
        let field = &fields[i];
        if field.flags & Field::FLATTEN != 0 {
            // Flattening may produce duplicate names.
            return false;
        }
        let Some(schema) = target(&field.ty) else {
            return false;
        };
        // First, because the checks below need a type without links by name.
        if !visit(schema, depth - 1, left) {
            return false;
        }
        if field.more.is_some()
            && field.flags & Field::CHECKED == 0
            && !matches!(
                check::faults(
                    &field.ty,
                    field.rules(),
                    field.default(),
                    field.examples(),
                    &Frame::ROOT,
                ),
                [None, None]
            )
        {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns a link's schema if it is known without its scope.
const fn target<'a>(link: &'a Link<'a>) -> Option<&'a Schema<'a>> {
    match link {
        Link::Static(schema) => Some(schema.get()),
        Link::Borrowed(schema) => Some(schema),
        Link::ByName(_) => None,
    }
}
