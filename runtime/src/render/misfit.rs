//! The words of faults that name a value and a type.

use super::check::has_range;
use super::notes::{number, put_all};
use super::writer::Writer;
use crate::const_str::characters;
use crate::json::{Buffer, Sink};
use crate::schema::{Enum, Kind, Literal, Rules, Schema};
use crate::shape::Frame;

/// A fault of a field: of its attributes, or of its flattened type.
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
    /// Bounds that exclude one another.
    Empty {
        key: &'static str,
        rules: &'a Rules<'a>,
    },
    /// A constraint on an integer whose number is not a whole one.
    Fraction {
        key: &'static str,
        rules: &'a Rules<'a>,
        ty: &'a Schema<'a>,
    },
    /// A constraint that no value of the type satisfies. With `multiple_of`, together with a range.
    Excluded {
        key: &'static str,
        rules: &'a Rules<'a>,
        ty: &'a Schema<'a>,
    },
    /// A flattened type without properties, or inside itself.
    Flattened { ty: &'a Schema<'a> },
    /// The content of a variant beside a tag that is not an object.
    Content { ty: &'a Schema<'a> },
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

    /// Reports it at this place.
    pub(super) const fn report(&self, w: &mut Writer<'_, '_>, at: &Frame<'_, '_>, keyword: &str) {
        let mut buffer = Buffer::<[u8; Misfit::MAX_TEXT]>::new();
        let mut out = Sink::new(&mut buffer);
        self.put(&mut out);
        let end = out.mark();
        w.fault(at, keyword, buffer.until(end));
    }

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
            Misfit::Empty { key, rules } => {
                put_rule(out, key, rules);
                out.put(" is empty, so no value fits; swap its bounds, or change one");
            }
            Misfit::Fraction { key, rules, ty } => {
                put_rule(out, key, rules);
                out.put(" needs whole numbers, because the type is ");
                put_type(out, ty);
            }
            Misfit::Excluded { key, rules, ty } => put_excluded(out, key, rules, ty),
            Misfit::Flattened { ty } => put_flattened(out, ty),
            Misfit::Content { ty } => {
                out.put("the content of a variant beside a tag must be an object, but it is ");
                put_type(out, ty);
                out.put(
                    "; write `content = \"..\"` beside `tag`, or give the variant named fields",
                );
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

const fn put_excluded(out: &mut Sink<'_>, key: &str, rules: &Rules<'_>, ty: &Schema<'_>) {
    out.put("no value of the type, ");
    put_type(out, ty);
    out.put(", satisfies ");
    let both = matches!(key.as_bytes(), b"multiple_of") && has_range(rules);
    if both {
        put_rule(out, "range", rules);
        out.put(" and ");
    }
    put_rule(out, key, rules);
    out.put("; change one of ");
    out.put(if both { "them" } else { "the two" });
}

const fn put_flattened(out: &mut Sink<'_>, ty: &Schema<'_>) {
    if let Kind::Object(_) | Kind::Union(_) | Kind::Newtype(_) | Kind::Option(_) = &ty.kind
        && let Some(name) = ty.name
    {
        out.put("`");
        put_cut(out, name.name);
        return out.put("` is flattened into itself; remove `flatten`");
    }
    out.put("the type is ");
    put_type(out, ty);
    out.put(", which has no properties to flatten; remove `flatten`");
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
            out.put(" is outside of ");
            put_rule(out, "range", rules);
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
    put_all(out, &[of, plural, ", which is outside of "]);
    put_rule(out, "length", rules);
}

/// Writes a constraint as in an attribute: `` `range(1..=50)` ``.
const fn put_rule(out: &mut Sink<'_>, key: &str, rules: &Rules<'_>) {
    put_all(out, &["`", key]);
    let (min, above, max, below) = match (key.as_bytes(), &rules.multiple_of) {
        (b"multiple_of", Some(step)) => return put_all(out, &[" = ", step.text(), "`"]),
        (b"length", _) => (&rules.min_length, &None, &rules.max_length, &None),
        _ => (
            &rules.minimum,
            &rules.exclusive_minimum,
            &rules.maximum,
            &rules.exclusive_maximum,
        ),
    };
    out.put("(");
    match (min, above) {
        (Some(min), _) => out.put(min.text()),
        // No attribute has this bound, but an imported definition may.
        (None, Some(above)) => put_all(out, &[">", above.text()]),
        (None, None) => {}
    }
    match (max, below) {
        (Some(max), _) => put_all(out, &["..=", max.text()]),
        (None, Some(below)) => put_all(out, &["..", below.text()]),
        (None, None) => out.put(".."),
    }
    out.put(")`");
}
