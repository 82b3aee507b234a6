//! The common case, written in few steps: a property of a plain type, or an `Option` of one, with nothing on it but a description.
//!
//! It writes what the long way through `property` and `node` writes (a test compares the two); it is here because most properties of most tools are
//! like this, and in const evaluation every call costs.

use super::node::Opening;
use super::notes::{NO_KEYWORD, Outcome};
use super::writer::Writer;
use crate::dialect::{NullStyle, OptionalStyle, kw, sig};
use crate::json::lit;
use crate::konst::is_empty;
use crate::schema::{Field, Kind, Link, Schema};
use crate::shape::{Frame, Step};

/// Writes the property, if it is such a one.
pub(crate) const fn property<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    frame: &Frame<'_, 'a>,
) -> bool {
    if field.flags != 0 || field.key.facts != 0 || field.more.is_some() || w.output {
        return false;
    }
    let Link::Static(link) = &field.ty else {
        return false;
    };
    let mut schema: &Schema<'a> = link.get();
    let mut null = false;
    let mut optional = false;
    if let Kind::Option(Link::Static(inner)) = &schema.kind {
        schema = inner.get();
        optional = true;
        match w.d.optional {
            OptionalStyle::Absent => {}
            OptionalStyle::Refused => return false,
            OptionalStyle::RequiredNull | OptionalStyle::Nullable => match w.d.null {
                NullStyle::TypeArray => null = true,
                _ => return false,
            },
        }
    }
    let mut integer = None;
    let opening = match &schema.kind {
        Kind::Boolean => const { &Opening::BOOLEAN },
        Kind::Number => const { &Opening::NUMBER },
        Kind::String(string) if string.is_any() => const { &Opening::STRING },
        Kind::Integer(found) if !found.not_zero => {
            integer = Some(found);
            const { &Opening::INTEGER }
        }
        _ => return false,
    };
    if schema.name.is_some() || !is_empty(schema.docs) {
        return false;
    }
    if optional {
        w.tally.optional += 1;
        w.used |= sig::OPTIONAL;
    }
    w.used |= sig::UPPER;
    w.tally.nodes += 1;
    w.tally.properties += 1;
    #[allow(clippy::cast_possible_truncation)] // No name in a source file has 4 GiB.
    {
        w.tally.characters += size_of_val(field.key.raw) as u32;
    }
    w.out.put(field.key.member);
    if null {
        w.used |= sig::NULL;
        w.tally.unions += 1;
        w.out.put(opening.nullable);
    } else if w.d.upper {
        w.out.put(opening.upper);
    } else {
        w.out.put(opening.lower);
    }
    let mut bounds = "";
    let mut words = "";
    if let Some(integer) = integer {
        w.used |= ((kw::ALL_BOUNDS | kw::BOUNDS) as u64) << sig::KEYWORDS_AT;
        bounds = if w.d.keywords & kw::ALL_BOUNDS != 0 {
            integer.text.all
        } else {
            integer.text.some
        };
        if w.d.keywords & kw::BOUNDS == 0 && !is_empty(bounds) {
            bounds = "";
            words = integer.text.words;
            let here = Frame {
                step: Step::Property(field.key.raw),
                named: None,
                optional,
                up: Some(frame),
            };
            w.note(&here, Outcome::Text, "minimum", NO_KEYWORD);
        }
    }
    if is_empty(bounds) && is_empty(words) {
        if is_empty(field.docs) {
            lit!(w.out, "}");
        } else {
            lit!(w.out, ",\"description\":\"");
            w.out.put(field.docs);
            lit!(w.out, "\"}");
        }
        return true;
    }
    if !is_empty(field.docs) {
        lit!(w.out, ",\"description\":\"");
        w.out.put(field.docs);
        if is_empty(words) {
            lit!(w.out, "\"");
        } else {
            lit!(w.out, " (");
            w.out.put(words);
            lit!(w.out, ")\"");
        }
    } else if !is_empty(words) {
        lit!(w.out, ",\"description\":\"");
        w.out.put(words);
        lit!(w.out, "\"");
    }
    w.out.put(bounds);
    lit!(w.out, "}");
    true
}
