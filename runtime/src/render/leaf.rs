//! The common case, written in few steps: a property of a plain type, or an `Option` of one, with nothing on it but a description and the bounds that most
//! have, of a number or of a string's length.
//!
//! It writes what the long way through `property` and `node` writes (a test compares the two); it is here because most properties of most tools are
//! like this, and in const evaluation every call costs.

use super::node::Opening;
use super::notes::{NO_KEYWORD, Outcome};
use super::writer::Writer;
use crate::dialect::{NullStyle, OptionalStyle, kw, sig};
use crate::json::lit;
use crate::konst::is_empty;
use crate::schema::{Field, Integer, Kind, Link, More, Num, Rules, Schema};
use crate::shape::{Frame, Step};

/// Writes the property, if it is such a one.
pub(crate) const fn property<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    frame: &Frame<'_, 'a>,
) -> bool {
    if field.flags != 0 || field.key.facts != 0 || w.output {
        return false;
    }
    let rules = match field.more {
        None => None,
        Some(More {
            rules: Some(rules),
            default: None,
            example: None,
            ..
        // What is wrong with rules is looked for on the long way.
        }) if !w.structural => Some(*rules),
        _ => return false,
    };
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
    let mut string = false;
    let opening = match &schema.kind {
        Kind::Boolean => &Opening::BOOLEAN,
        Kind::Number => &Opening::NUMBER,
        Kind::String(found) if found.is_any() => {
            string = true;
            &Opening::STRING
        }
        Kind::Integer(found) if !found.not_zero => {
            integer = Some(found);
            &Opening::INTEGER
        }
        _ => return false,
    };
    // Not `is_some`: each call costs as much as ten lines without one.
    let None = schema.name else {
        return false;
    };
    if !is_empty(schema.docs) {
        return false;
    }
    if let Some(rules) = rules
        && !are_plain(rules, string, matches!(schema.kind, Kind::Boolean))
    {
        return false;
    }
    let zero = if string {
        w.d.zero_lengths
    } else {
        w.d.zero_bounds
    };
    if !zero && mentions_zero(rules, integer) {
        return false;
    }
    if optional {
        w.tally.optional += 1;
        w.used |= sig::OPTIONAL;
    }
    w.tally.nodes += 1;
    w.tally.properties += 1;
    #[allow(clippy::cast_possible_truncation)] // No name in a source file has 4 GiB.
    {
        w.tally.characters += size_of_val(field.key.raw) as u32;
    }
    w.out.put(field.key.member);
    if null {
        w.used |= sig::UPPER | sig::NULL;
        w.tally.unions += 1;
        w.out.put(opening.nullable);
    } else {
        w.used |= sig::UPPER;
        w.out.put(if w.d.upper {
            opening.upper
        } else {
            opening.lower
        });
    }
    if let (None, None) = (rules, integer) {
        if is_empty(field.docs) {
            lit!(w.out, "}");
        } else {
            lit!(w.out, ",\"description\":\"");
            w.out.put(field.docs);
            lit!(w.out, "\"}");
        }
        return true;
    }
    bounded(w, field, frame, optional, integer, rules, string);
    true
}

/// Whether there are bounds of the type's own sort and nothing else, none of them so large that anybody minds.
const fn are_plain(rules: &Rules<'_>, string: bool, boolean: bool) -> bool {
    match rules {
        Rules {
            minimum: None,
            maximum: None,
            exclusive_minimum: None,
            exclusive_maximum: None,
            multiple_of: None,
            min_length,
            max_length,
            pattern: None,
            format: None,
        } if string => {
            // Nobody is told of a least length of 0.
            if let Some(n) = min_length
                && (n.is_zero() || !is_short(n))
            {
                return false;
            }
            match (min_length, max_length) {
                (_, Some(n)) if !is_short(n) => false,
                // The same number twice has words of its own.
                (Some(least), Some(most)) => !least.equals(most),
                _ => true,
            }
        }
        Rules {
            exclusive_minimum: None,
            exclusive_maximum: None,
            multiple_of: None,
            min_length: None,
            max_length: None,
            pattern: None,
            format: None,
            ..
        } => !string && !boolean,
        _ => false,
    }
}

/// Whether a bound may be 0, which some take for none.
const fn mentions_zero(rules: Option<&Rules<'_>>, integer: Option<&Integer<'_>>) -> bool {
    if let Some(integer) = integer
        && integer.min.is_zero()
    {
        return true;
    }
    let Some(rules) = rules else {
        return false;
    };
    matches!(&rules.minimum, Some(n) if n.is_zero())
        || matches!(&rules.maximum, Some(n) if n.is_zero())
        || matches!(&rules.max_length, Some(n) if n.is_zero())
}

/// A length below a thousand. No provider minds it.
const fn is_short(n: &Num<'_>) -> bool {
    n.is_integer() && size_of_val(n.text()) <= 3
}

/// Writes what follows the type of a number, or of a string that has rules.
const fn bounded<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    frame: &Frame<'_, 'a>,
    optional: bool,
    integer: Option<&'a Integer<'a>>,
    rules: Option<&'a Rules<'a>>,
    string: bool,
) {
    let keyword = if string { kw::LENGTH } else { kw::BOUNDS };
    let has = w.has(keyword);
    w.used |= if string {
        sig::ZERO_LENGTHS
    } else {
        sig::ZERO_BOUNDS
    };
    // A type's own bounds are one text.
    let mut own = "";
    let mut least = None;
    let mut most = None;
    match (rules, integer) {
        (Some(rules), Some(integer)) => {
            least = rules.minimum.as_ref();
            most = rules.maximum.as_ref();
            if !is_empty(integer.max.text()) && !integer.holds(least, most) {
                let all = w.has(kw::ALL_BOUNDS);
                if all || integer.small || !integer.min.is_negative() {
                    least = match least {
                        Some(n) if !n.less_than(&integer.min) => Some(n),
                        _ => Some(&integer.min),
                    };
                }
                if all || integer.small {
                    most = match most {
                        Some(n) if !integer.max.less_than(n) => Some(n),
                        _ => Some(&integer.max),
                    };
                }
            }
        }
        (Some(rules), None) if string => {
            least = rules.min_length.as_ref();
            most = rules.max_length.as_ref();
        }
        (Some(rules), None) => {
            least = rules.minimum.as_ref();
            most = rules.maximum.as_ref();
        }
        (None, Some(integer)) => {
            own = if w.has(kw::ALL_BOUNDS) {
                integer.text.all
            } else {
                integer.text.some
            };
            if !has && !is_empty(own) {
                own = integer.text.words;
                note(w, field, frame, optional, "minimum");
            }
        }
        (None, None) => {}
    }
    let described = !is_empty(field.docs);
    if described {
        lit!(w.out, ",\"description\":\"");
        w.out.put(field.docs);
    }
    if has {
        if described {
            lit!(w.out, "\"");
        }
        if let Some(n) = least {
            if string {
                lit!(w.out, ",\"minLength\":");
            } else {
                lit!(w.out, ",\"minimum\":");
            }
            w.out.put(n.text());
        }
        if let Some(n) = most {
            if string {
                lit!(w.out, ",\"maxLength\":");
            } else {
                lit!(w.out, ",\"maximum\":");
            }
            w.out.put(n.text());
        }
        w.out.put(own);
        return lit!(w.out, "}");
    }
    let words = least.is_some() || most.is_some() || !is_empty(own);
    if !words {
        if described {
            lit!(w.out, "\"");
        }
        return lit!(w.out, "}");
    }
    if described {
        lit!(w.out, " (");
    } else {
        lit!(w.out, ",\"description\":\"");
    }
    if let Some(n) = least {
        if string {
            lit!(w.out, "at least ");
        } else {
            lit!(w.out, "minimum ");
        }
        say(w, n, string);
        let keyword = if string { "minLength" } else { "minimum" };
        note(w, field, frame, optional, keyword);
        if most.is_some() {
            lit!(w.out, ", ");
        }
    }
    if let Some(n) = most {
        if string {
            lit!(w.out, "at most ");
        } else {
            lit!(w.out, "maximum ");
        }
        say(w, n, string);
        let keyword = if string { "maxLength" } else { "maximum" };
        note(w, field, frame, optional, keyword);
    }
    w.out.put(own);
    if described {
        lit!(w.out, ")\"}");
    } else {
        lit!(w.out, "\"}");
    }
}

/// A bound in words, after what it is.
const fn say(w: &mut Writer<'_, '_>, n: &Num<'_>, string: bool) {
    w.out.put(n.text());
    if string {
        lit!(w.out, " character");
        if !n.equals(const { &Num::int(false, 1, "1") }) {
            lit!(w.out, "s");
        }
    }
}

/// Notes that a bound stands in words.
const fn note<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    frame: &Frame<'_, 'a>,
    optional: bool,
    keyword: &'static str,
) {
    let here = Frame {
        step: Step::Property(field.key.raw),
        named: None,
        optional,
        up: Some(frame),
    };
    w.note(&here, Outcome::Text, keyword, NO_KEYWORD);
}

#[cfg(test)]
mod tests {
    use crate::ToolSchema;
    use crate::dialect::DIALECTS;
    use crate::render::render;
    use crate::schema::{Field, Key, Kind, Link, More, Num, Object, Rules, Schema};
    use alloc::format;
    use alloc::string::String;

    #[allow(clippy::unnecessary_wraps)] // That is what the fields are.
    const fn n(value: u128, text: &str) -> Option<Num<'_>> {
        Some(Num::int(false, value, text))
    }

    /// Every sort of rules that may come by, those that the short way leaves to the long one among them.
    fn rules() -> [Option<Rules<'static>>; 18] {
        let none = Rules::NONE;
        let lengths = |min_length, max_length| Rules {
            min_length,
            max_length,
            ..Rules::NONE
        };
        let bounds = |minimum, maximum| Rules {
            minimum,
            maximum,
            ..Rules::NONE
        };
        [
            None,
            Some(none),
            Some(lengths(n(1, "1"), n(200, "200"))),
            Some(lengths(n(1, "1"), None)),
            Some(lengths(None, n(1, "1"))),
            Some(lengths(n(12, "12"), n(12, "12"))),
            Some(lengths(n(12, "12"), n(13, "13"))),
            Some(lengths(None, n(4096, "4096"))),
            Some(lengths(n(0, "0"), n(20, "20"))),
            Some(lengths(None, n(0, "0"))),
            Some(bounds(n(1, "1"), n(100, "100"))),
            Some(bounds(None, n(0, "0"))),
            Some(bounds(Some(Num::float(0.0, "0.0")), None)),
            Some(bounds(n(0, "0"), n(100_000, "100000"))),
            Some(bounds(None, n(5, "5"))),
            Some(bounds(Some(Num::int(true, 40_000, "-40000")), None)),
            Some(bounds(Some(Num::float(-0.5, "-0.5")), n(1, "1"))),
            Some(Rules {
                exclusive_maximum: n(7, "7"),
                ..bounds(n(1, "1"), n(100, "100"))
            }),
        ]
    }

    /// The text, and what a report says of it.
    fn text(field: Field<'_>, dialect: usize) -> (Option<String>, String) {
        let fields = [field];
        let schema = Schema::of(Kind::Object(Object {
            fields: &fields,
            closed: true,
        }));
        let report = super::super::report::of_schema(&schema, &DIALECTS[dialect]);
        (
            render(&schema, &DIALECTS[dialect]).ok(),
            format!("{report:?}"),
        )
    }

    #[test]
    fn the_short_way_writes_what_the_long_way_writes() {
        let types = [
            <bool as ToolSchema>::SCHEMA,
            f64::SCHEMA,
            String::SCHEMA,
            char::SCHEMA,
            u8::SCHEMA,
            i8::SCHEMA,
            u32::SCHEMA,
            i64::SCHEMA,
            core::num::NonZeroI32::SCHEMA,
            Option::<bool>::SCHEMA,
            Option::<String>::SCHEMA,
            Option::<u16>::SCHEMA,
            Option::<i32>::SCHEMA,
            Option::<f32>::SCHEMA,
        ];
        let mut written = 0;
        for dialect in 0..DIALECTS.len() {
            for ty in types {
                for rules in rules() {
                    for docs in ["", "What it is"] {
                        let more = More {
                            rules: rules.as_ref(),
                            ..More::NONE
                        };
                        let key = Key {
                            raw: "field",
                            member: "\"field\":",
                            facts: 0,
                        };
                        let short = Field {
                            docs,
                            more: rules.as_ref().map(|_| &more),
                            ..Field::new(key, Link::Static(ty))
                        };
                        // A plain type is always written in place, so this says nothing but which way to take.
                        let long = Field {
                            flags: Field::INLINE,
                            ..short
                        };
                        let short = text(short, dialect);
                        assert_eq!(short, text(long, dialect));
                        written += usize::from(short.0.is_some());
                    }
                }
            }
        }
        assert!(written > 3000, "{written} texts");
    }
}
