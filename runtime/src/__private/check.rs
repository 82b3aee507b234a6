//! Checks that a derive runs on its own fields.

use crate::json::{Buffer, Sink};
use crate::render::{Misfit, fault_of};
use crate::schema::{Array, Kind, Link, Literal, Map, Rules, Schema};
use crate::shape::{Frame, resolve};

/// Fails the build if the constraint, default or example at a place in a type does not fit, by its
/// number in `fault_of`.
///
/// The place has an index for each schema on the path: of a field, an item or a variant, or 0 if
/// there is only one. The last index is the field's, or represents a newtype.
///
/// # Panics
///
/// Panics to fail the build, in a const at the field.
#[track_caller]
pub const fn check_at(schema: &Schema<'_>, place: &[usize], part: usize) {
    // A field of a recursive type may name the type itself.
    let at = Frame {
        named: Some(schema),
        ..Frame::ROOT
    };
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
                        (field.rules(), field.own_default(), field.examples());
                    return check(&field.ty, rules, default, examples, part, &at);
                }
                &field.ty
            }
            Kind::Newtype(newtype) => {
                if last {
                    return check(&newtype.ty, newtype.rules, (None, false), &[], part, &at);
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
        schema = resolve(link, &at);
    }
}

#[track_caller]
const fn check<'a>(
    ty: &'a Link<'a>,
    rules: Option<&'a Rules<'a>>,
    default: (Option<&'a Literal<'a>>, bool),
    examples: &'a [Literal<'a>],
    part: usize,
    at: &Frame<'_, 'a>,
) {
    let Some(fault) = fault_of(ty, rules, default, examples, part, at) else {
        return;
    };
    let mut buffer = Buffer::<[u8; Misfit::MAX_TEXT]>::new();
    let mut out = Sink::new(&mut buffer);
    fault.put(&mut out);
    let end = out.mark();
    panic!("{}", buffer.until(end))
}
