//! What a derive asks about its own fields.

use crate::schema::{Link, Literal, Rules};
use crate::shape::Frame;

/// Fails the build where a field's constraint, default or example does not fit its type.
///
/// # Panics
///
/// That is how: in a const, at the field.
#[track_caller]
pub const fn check_field<'a>(
    ty: Link<'a>,
    rules: Option<&Rules<'a>>,
    default: Option<&Literal<'a>>,
    example: Option<&Literal<'a>>,
) {
    if let Some(reason) = crate::render::fault(&ty, rules, default, example, &Frame::ROOT) {
        panic!("{}", reason)
    }
}
