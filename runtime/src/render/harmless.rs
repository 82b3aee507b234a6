//! Whether a tree is beyond doubt: what most tools are made of can be read by everybody, and one small walk knows.

use super::check;
use super::keys;
use crate::schema::{Array, Field, Kind, Link, Literal, Newtype, Object, Schema};
use crate::shape::Frame;

/// How many schemas are looked at: large trees have rules of their own.
const MOST: u32 = 200;
/// How many inside one another: types that contain themselves have no end.
const DEEPEST: u32 = 12;

/// Whether nobody can refuse anything in it. `false` says nothing: the renderer knows.
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
                    // Some are read only, some written only.
                    shown = shown || all.values[i].flags == 0;
                    // An empty string is no value everywhere.
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
            // A name may come twice.
            return false;
        }
        let Some(schema) = target(&field.ty) else {
            return false;
        };
        // First, since what follows needs a type without links by name.
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

/// The schema that a link means, where that needs no look around.
const fn target<'a>(link: &'a Link<'a>) -> Option<&'a Schema<'a>> {
    match link {
        Link::Static(schema) => Some(schema.get()),
        Link::Borrowed(schema) => Some(schema),
        Link::ByName(_) => None,
    }
}
