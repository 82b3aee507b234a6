//! What a derive asks about its own fields.

use super::tools::fail_with;
use crate::schema::{Array, Kind, Link, Literal, Map, Rules, Schema};
use crate::shape::{Frame, resolve};

/// Fails the build where the constraint, default or example at a place in a type does not fit. The place: for each schema on the way the number of the
/// field, item or variant, 0 where there is one only; the last is the field's, or stands for a newtype.
///
/// # Panics
///
/// That is how: in a const, at the field.
#[track_caller]
pub const fn check_at(schema: &Schema<'_>, place: &[usize]) {
    let mut schema = schema;
    let mut i = 0;
    while i < place.len() {
        let step = place[i];
        i += 1;
        let last = i == place.len();
        let link = match &schema.kind {
            Kind::Object(object) => {
                let field = &object.fields[step];
                if last {
                    let (rules, default, examples) =
                        (field.rules(), field.default(), field.examples());
                    return check(&field.ty, rules, default, examples);
                }
                &field.ty
            }
            Kind::Newtype(newtype) => {
                if last {
                    return check(&newtype.ty, newtype.rules, None, &[]);
                }
                &newtype.ty
            }
            Kind::Union(union) => {
                schema = &union.variants[step];
                continue;
            }
            Kind::Tuple(items) => &items[step],
            Kind::Array(Array { items: link, .. })
            | Kind::Map(Map { value: link, .. })
            | Kind::Option(link) => link,
            _ => return,
        };
        schema = resolve(link, &Frame::ROOT);
    }
}

#[track_caller]
const fn check<'a>(
    ty: &'a Link<'a>,
    rules: Option<&Rules<'a>>,
    default: Option<&Literal<'a>>,
    examples: &[Literal<'a>],
) {
    match crate::render::faults(ty, rules, default, examples, &Frame::ROOT) {
        [None, None] => {}
        [Some(reason), None] | [None, Some(reason)] => panic!("{}", reason),
        [Some(first), Some(second)] => fail_with(&[first, "; ", second]),
    }
}
