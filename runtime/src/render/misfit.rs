//! The words of faults that name a value and a type.

use super::notes::{number, put_all};
use crate::const_str::characters;
use crate::json::Sink;
use crate::schema::{Enum, Kind, Literal, Num, Rules, Schema};

/// A fault of a field's attributes.
#[derive(Clone, Copy)]
pub(crate) enum Misfit<'a> {
    /// A fault without further parts.
    Words(&'static str),
    /// A constraint on a type that can't have it.
    Misplaced {
        key: &'static str,
        needs: &'static str,
        ty: &'a Schema<'a>,
        fix: &'static str,
    },
    /// A constraint that no value of the type satisfies.
    Excluded {
        key: &'static str,
        ty: &'a Schema<'a>,
    },
    /// A default or an example that is not a value of the type.
    Unfit {
        key: &'static str,
        value: &'a Literal<'a>,
        ty: &'a Schema<'a>,
    },
    /// A default or an example that breaks a constraint.
    Broken {
        key: &'static str,
        value: &'a Literal<'a>,
        rules: &'a Rules<'a>,
    },
}

impl Misfit<'_> {
    pub(crate) const MAX_TEXT: usize = 512;

    pub(crate) const fn put(&self, out: &mut Sink<'_>) {
        match self {
            Misfit::Words(words) => out.put(words),
            Misfit::Misplaced {
                key,
                needs,
                ty,
                fix,
            } => {
                put_all(out, &["`", key, "` needs ", needs, ", but the type is "]);
                put_type(out, ty);
                put_all(out, &["; ", fix]);
            }
            Misfit::Excluded { key, ty } => {
                put_all(
                    out,
                    &["no value satisfies `", key, "`, because the type is "],
                );
                put_type(out, ty);
                out.put("; change one of the two");
            }
            Misfit::Unfit { key, value, ty } => {
                put_item(out, key, value);
                out.put(" doesn't fit the type, which is ");
                put_type(out, ty);
            }
            Misfit::Broken { key, value, rules } => {
                put_item(out, key, value);
                put_constraint(out, value, rules);
                out.put("; change one of the two");
            }
        }
    }
}

/// Writes `` `default = 300` ``.
const fn put_item(out: &mut Sink<'_>, key: &str, value: &Literal<'_>) {
    put_all(out, &["`", key, " = "]);
    match value {
        Literal::Null => out.put("None"),
        Literal::Bool(true) => out.put("true"),
        Literal::Bool(false) => out.put("false"),
        Literal::Number(n) => out.put(n.text()),
        Literal::String(text) => put_quoted(out, text.raw()),
        Literal::Array(_) => out.put("[..]"),
        Literal::Unshown => out.put(".."),
        Literal::Variant(ident) => put_cut(out, ident),
    }
    out.put("`");
}

const fn put_quoted(out: &mut Sink<'_>, text: &str) {
    out.put("\"");
    put_cut(out, text);
    out.put("\"");
}

/// Writes a text, cut if it is long.
const fn put_cut(out: &mut Sink<'_>, text: &str) {
    const MAX_BYTES: usize = 40;
    if text.len() <= MAX_BYTES {
        return out.put(text);
    }
    let mut end = MAX_BYTES;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    out.put(text.split_at(end).0);
    out.put("..");
}

/// Writes a type: its name if it has one, and its JSON.
const fn put_type(out: &mut Sink<'_>, schema: &Schema<'_>) {
    if let Some(name) = schema.name {
        out.put("`");
        put_cut(out, name.name);
        out.put("`, ");
    }
    match &schema.kind {
        Kind::Any => out.put("any JSON"),
        Kind::Null => out.put("`null`"),
        Kind::Boolean => out.put("`true` or `false`"),
        Kind::Integer(integer) => {
            put_all(
                out,
                &[
                    "an integer from ",
                    integer.min.text(),
                    " to ",
                    integer.max.text(),
                ],
            );
        }
        Kind::Number(_) => out.put("a number"),
        Kind::String(string) => out.put(if string.one_char {
            "one character"
        } else {
            "a string"
        }),
        Kind::Enum(values) => put_values(out, values),
        Kind::Array(array) => match &array.exactly {
            Some(n) => put_all(out, &["a list of ", n.text(), " items"]),
            None => out.put("a list"),
        },
        Kind::Tuple(items) => {
            out.put("a list of ");
            number(out, items.len());
            out.put(" items");
        }
        Kind::Object(_) => out.put("an object"),
        Kind::Map(_) => out.put("a map"),
        Kind::Union(_) => out.put("an enum"),
        // Those around another type are removed, except around nothing but themselves.
        Kind::Never | Kind::Option(_) | Kind::Newtype(_) => out.put("a type without values"),
    }
}

const fn put_values(out: &mut Sink<'_>, values: &Enum<'_>) {
    const MAX_VALUES: usize = 6;
    out.put("one of ");
    let mut i = 0;
    while i < values.values.len() && i < MAX_VALUES {
        if i > 0 {
            out.put(", ");
        }
        match &values.values[i].value {
            Literal::Number(n) => out.put(n.text()),
            Literal::String(text) => put_quoted(out, text.raw()),
            _ => {}
        }
        i += 1;
    }
    if i < values.values.len() {
        out.put(", ..");
    }
}

const fn put_constraint(out: &mut Sink<'_>, value: &Literal<'_>, rules: &Rules<'_>) {
    match value {
        Literal::Number(n) => {
            if let Some(step) = &rules.multiple_of
                && !n.may_be_multiple(step)
            {
                return put_all(out, &[" is not a multiple of ", step.text()]);
            }
            // `range` has no form for an exclusive minimum.
            if let Some(min) = &rules.exclusive_minimum
                && !min.less_than(n)
            {
                return put_all(out, &[" is not greater than ", min.text()]);
            }
            let min = match &rules.minimum {
                Some(min) => min.text(),
                None => "",
            };
            out.put(" is outside of `range(");
            put_range(out, min, &rules.maximum, &rules.exclusive_maximum);
        }
        Literal::String(text) => put_length(out, characters(text.raw()), " character", rules),
        Literal::Array(items) => put_length(out, items.len(), " item", rules),
        _ => {}
    }
}

const fn put_length(out: &mut Sink<'_>, length: usize, of: &str, rules: &Rules<'_>) {
    out.put(" has ");
    number(out, length);
    let plural = if length == 1 { "" } else { "s" };
    put_all(out, &[of, plural, ", which is outside of `length("]);
    let min = match &rules.min_length {
        Some(min) => min.text(),
        None => "",
    };
    put_range(out, min, &rules.max_length, &None);
}

/// Writes a range and closes the item.
const fn put_range(out: &mut Sink<'_>, min: &str, max: &Option<Num<'_>>, end: &Option<Num<'_>>) {
    out.put(min);
    match (max, end) {
        (Some(max), _) => put_all(out, &["..=", max.text()]),
        (None, Some(end)) => put_all(out, &["..", end.text()]),
        (None, None) => out.put(".."),
    }
    out.put(")`");
}
