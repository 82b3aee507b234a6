//! Checks that a derive runs on its own fields.

use crate::json::{Buffer, Sink};
use crate::render::{Misfit, faults};
use crate::schema::{Array, Kind, Link, Literal, Map, Rules, Schema};
use crate::shape::{Frame, resolve};

/// Fails the build if the constraint, default or example at a place in a type does not fit.
///
/// The place has an index for each schema on the path: of a field, an item or a variant, or 0 if
/// there is only one. The last index is the field's, or represents a newtype.
///
/// # Panics
///
/// Panics to fail the build, in a const at the field.
#[track_caller]
pub const fn check_at(schema: &Schema<'_>, place: &[usize]) {
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
                    return check(&field.ty, rules, default, examples, &at);
                }
                &field.ty
            }
            Kind::Newtype(newtype) => {
                if last {
                    return check(&newtype.ty, newtype.rules, (None, false), &[], &at);
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
    at: &Frame<'_, 'a>,
) {
    const MAX_TEXT: usize = 3 * (Misfit::MAX_TEXT + 2);
    let faults = faults(ty, rules, default, examples, at);
    if let [None, None, None] = faults {
        return;
    }
    let mut buffer = Buffer::<[u8; MAX_TEXT]>::new();
    let mut out = Sink::new(&mut buffer);
    let mut i = 0;
    while i < faults.len() {
        if let Some(fault) = &faults[i] {
            if out.mark().get() > 0 {
                out.put("; ");
            }
            fault.put(&mut out);
        }
        i += 1;
    }
    let end = out.mark();
    panic!("{}", buffer.until(end))
}
