//! Predicts, from a parameter's type, which wrong defaults rustc reports.

use crate::shared::literal::{Literal, Num, parse_number};
use crate::shared::ty::{first_argument_of, last_is, option_of, ungroup};
use syn::Type;

/// Returns whether rustc reports a default that doesn't fit the type, so that const evaluation need
/// not report it again.
pub(super) fn rustc_reports(default: &Literal, ty: &Type) -> bool {
    // A schema has the names of the variants that serde reads; others are not shown.
    if let Literal::Variant(_) = default {
        return true;
    }
    let ty = option_of(ty).unwrap_or_else(|| ungroup(ty));
    if let Some((item, length)) = list_of(ty) {
        return match default {
            Literal::Array(items) => rustc_reports_items(items, item, length),
            _ => true,
        };
    }
    let Type::Path(path) = ty else {
        return false;
    };
    let name = path.path.get_ident().map(ToString::to_string);
    match name.as_deref().unwrap_or_default() {
        "bool" | "f32" | "f64" => true,
        // For a literal that is too large, rustc has only a lint.
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => !matches!(default, Literal::Number(Num::Int { .. })),
        _ => false,
    }
}

/// Like [`rustc_reports`], for a list: a wrong length or one item of another type is enough.
fn rustc_reports_items(items: &[Literal], item: &Type, length: Option<u128>) -> bool {
    let other_length = length.is_some_and(|length| length != items.len() as u128);
    let reported = |one: &Literal| rustc_reports(one, item);
    // A const may have the right type.
    let other_type = |one: &Literal| !matches!(one, Literal::Const(_)) && reported(one);
    other_length || items.iter().all(reported) || items.iter().any(other_type)
}

/// Returns whether a type is written as an owned text, or an `Option` or a list of it.
pub(super) fn owns_text(ty: &Type) -> bool {
    let ty = option_of(ty).unwrap_or_else(|| ungroup(ty));
    if let Some((item, _)) = list_of(ty) {
        return owns_text(item);
    }
    let Type::Path(path) = ty else {
        return false;
    };
    let inner = first_argument_of(&path.path, &["Cow", "Box", "Rc", "Arc"]);
    last_is(&path.path, &["String", "PathBuf", "OsString"])
        || inner.is_some_and(|ty| matches!(ty, Type::Path(path) if path.path.is_ident("str")))
}

/// Returns the item type of `[T; 2]`, `Vec<T>` and the like, with the length if it is a number
/// literal.
fn list_of(ty: &Type) -> Option<(&Type, Option<u128>)> {
    match ty {
        Type::Array(array) => match parse_number(&array.len) {
            Some(Num::Int { magnitude, .. }) => Some((&array.elem, Some(magnitude))),
            _ => Some((&array.elem, None)),
        },
        Type::Path(path) => {
            let lists = ["Vec", "VecDeque", "HashSet", "BTreeSet"];
            first_argument_of(&path.path, &lists).map(|item| (item, None))
        }
        _ => None,
    }
}
