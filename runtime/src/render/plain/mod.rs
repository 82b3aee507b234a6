//! Fast path for plain properties: those of a simple type, an `Option` or a list of one, or an enum
//! of names. They may have a description and the usual bounds of a number or of a string's length.
//!
//! Most properties of most tools are plain, and every call is expensive in const evaluation. So a
//! property is classified once, a table (`dialect/forms.rs`) has its form in each dialect, and
//! parts common to several forms are copied. The general path is `node`. Both must write the same
//! text, and a test compares them.

#[cfg(test)]
mod tests;
mod write;

use super::opening::{self, Opening};
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::dialect::{FORMS, Forms, NOT_PLAIN, Sort, TAILS};
use crate::json::Part;
use crate::schema::{
    Array, Enum, EnumValue, Field, FloatType, Integer, Kind, Link, Literal, More, Num, Rules,
    Schema,
};

/// A plain property and its cached parts.
#[derive(Clone, Copy)]
pub(super) struct Plain<'a> {
    /// Its form in each dialect.
    pub(super) forms: &'static Forms,
    /// The class of its forms: properties of one class have the same forms. [`Plain::LONG`] if it
    /// is not plain.
    pub(super) sort: u8,
    /// The name with its colon and the comma before it.
    pub(super) name: Part,
    /// The description without its closing quote. Not written if there is none.
    description: Part,
    /// The description and everything after it.
    tails: [Part; TAILS],
    opening: &'static Opening,
    pub(super) optional: bool,
    docs: &'a str,
    value: Value<'a>,
}

/// The constraints of a plain value beyond its type.
#[derive(Clone, Copy)]
enum Value<'a> {
    Free,
    /// The bounds of the type alone.
    Own(&'a Integer<'a>),
    /// Bounds of a number that are at least as tight as the type's in every dialect.
    Bounds(Range<'a>),
    /// Bounds of a number where the type's may be tighter. The effective ones depend on the
    /// dialect.
    Mixed(Range<'a>, &'a Integer<'a>),
    Length(Range<'a>),
    Items(&'static Opening),
    Names(&'a [EnumValue<'a>]),
}

/// Two bounds.
#[derive(Clone, Copy)]
struct Range<'a> {
    least: Option<&'a Num<'a>>,
    most: Option<&'a Num<'a>>,
}

impl<'a> Plain<'a> {
    /// The class of properties that are not plain.
    pub(super) const LONG: u8 = u8::MAX;

    /// A property that has not been classified.
    pub(super) const UNKNOWN: Self = Plain {
        forms: &NOT_PLAIN,
        sort: Self::LONG,
        name: Part::NONE,
        description: Part::NONE,
        tails: [Part::NONE; TAILS],
        opening: &opening::BOOLEAN,
        optional: false,
        docs: "",
        value: Value::Free,
    };

    /// Classifies a property: afterwards its forms are known if it is plain.
    pub(super) const fn look(&mut self, w: &Writer<'_, 'a>, field: &'a Field<'a>) {
        if field.flags & !Field::CHECKED != 0 || field.key.facts != 0 || w.output {
            return;
        }
        let rules = match field.more {
            None => None,
            // Without rules, because the general path reports the type's own bounds in more detail.
            Some(More {
                rules: Some(rules),
                default: None,
                examples: [],
                ..
            }) => Some(rules),
            _ => return,
        };
        let Link::Static(link) = &field.ty else {
            return;
        };
        let mut schema: &'a Schema<'a> = link.get();
        if let Kind::Option(Link::Static(inner)) = &schema.kind {
            schema = inner.get();
            self.optional = true;
        }
        self.docs = field.docs;
        let sort = if let (Kind::Enum(all), None) = (&schema.kind, rules) {
            // An enum never becomes a definition, even if it has a name.
            if !are_names(all) {
                return;
            }
            if is_empty(self.docs) {
                self.docs = schema.docs;
            }
            self.opening = &opening::STRING;
            self.value = Value::Names(all.values);
            Sort::Free
        } else {
            // Other named types may become definitions.
            let None = schema.name else {
                return;
            };
            if !is_empty(schema.docs) {
                return;
            }
            match self.unnamed(schema, rules) {
                Some(sort) => sort,
                None => return,
            }
        };
        let sort = match sort {
            // The list differs from other types only if it is nullable.
            Sort::Items if !self.optional => Sort::Free,
            sort => sort,
        };
        self.sort = sort as u8 * 2 + self.optional as u8;
        self.forms = &FORMS[self.sort as usize];
    }

    /// Classifies a type without name and description.
    const fn unnamed(
        &mut self,
        schema: &'a Schema<'a>,
        rules: Option<&'a Rules<'a>>,
    ) -> Option<Sort> {
        match (&schema.kind, rules) {
            (Kind::Boolean, None) => {
                self.opening = &opening::BOOLEAN;
                Some(Sort::Free)
            }
            (Kind::String(string), None) if string.is_any() => {
                self.opening = &opening::STRING;
                Some(Sort::Free)
            }
            (Kind::String(string), Some(rules)) if string.is_any() => {
                self.opening = &opening::STRING;
                self.length(rules)
            }
            (Kind::Number(FloatType::F64), None) => {
                self.opening = &opening::NUMBER;
                Some(Sort::Free)
            }
            (Kind::Number(FloatType::F64), Some(rules)) => {
                self.opening = &opening::NUMBER;
                let Some(range) = bounds(rules) else {
                    return None;
                };
                self.value = Value::Bounds(range);
                Some(range.sort())
            }
            (Kind::Integer(integer), _) if !integer.not_zero => {
                self.opening = &opening::INTEGER;
                match rules {
                    None => Some(self.own(integer)),
                    Some(rules) => self.integer(integer, rules),
                }
            }
            (
                Kind::Array(Array {
                    items: Link::Static(items),
                    exactly: None,
                    unique: false,
                }),
                None,
            ) => {
                self.opening = &opening::ARRAY;
                let Some(opening) = items_opening(items.get()) else {
                    return None;
                };
                self.value = Value::Items(opening);
                Some(Sort::Items)
            }
            _ => None,
        }
    }

    const fn own(&mut self, integer: &'a Integer<'a>) -> Sort {
        if is_empty(integer.text.all) {
            return Sort::Free;
        }
        self.value = Value::Own(integer);
        if is_empty(integer.text.some) {
            Sort::Canonical
        } else if integer.min.is_zero() {
            Sort::Zero
        } else {
            Sort::Bounds
        }
    }

    const fn integer(&mut self, integer: &'a Integer<'a>, rules: &'a Rules<'a>) -> Option<Sort> {
        let Some(range) = bounds(rules) else {
            return None;
        };
        if !range.is_whole() {
            return None;
        }
        if is_empty(integer.max.text()) || integer.holds(range.least, range.most) {
            self.value = Value::Bounds(range);
            return Some(range.sort());
        }
        self.value = Value::Mixed(range, integer);
        Some(match range.within(integer, false).sort() {
            Sort::Free => Sort::Canonical,
            sort => sort,
        })
    }

    const fn length(&mut self, rules: &'a Rules<'a>) -> Option<Sort> {
        let Rules {
            minimum: None,
            maximum: None,
            exclusive_minimum: None,
            exclusive_maximum: None,
            multiple_of: None,
            min_length,
            max_length,
            pattern: None,
            format: None,
        } = rules
        else {
            return None;
        };
        let range = Range {
            least: min_length.as_ref(),
            most: max_length.as_ref(),
        };
        if !is_plain_length(range.least) || !is_plain_length(range.most) {
            return None;
        }
        match range {
            Range {
                least: None,
                most: None,
            } => Some(Sort::Free),
            // A single allowed length has its own text on the general path.
            Range {
                least: Some(least),
                most: Some(most),
            } if least.equals(most) => None,
            _ => {
                self.value = Value::Length(range);
                Some(Sort::Length)
            }
        }
    }
}

impl<'a> Range<'a> {
    const fn sort(&self) -> Sort {
        match self {
            Range {
                least: None,
                most: None,
            } => Sort::Free,
            Range { least, most } => {
                if is_zero(*least) || is_zero(*most) {
                    Sort::Zero
                } else {
                    Sort::Bounds
                }
            }
        }
    }

    const fn is_whole(&self) -> bool {
        (match self.least {
            Some(n) => n.is_integer(),
            None => true,
        }) && match self.most {
            Some(n) => n.is_integer(),
            None => true,
        }
    }

    /// Returns the tighter ones of these and the type's own bounds. Bounds that are useless to a
    /// model count only if `all` is set.
    const fn within(&self, integer: &'a Integer<'a>, all: bool) -> Self {
        let mut range = *self;
        if all || integer.small || !integer.min.is_negative() {
            range.least = match self.least {
                Some(n) if !n.less_than(&integer.min) => Some(n),
                _ => Some(&integer.min),
            };
        }
        if all || integer.small {
            range.most = match self.most {
                Some(n) if !integer.max.less_than(n) => Some(n),
                _ => Some(&integer.max),
            };
        }
        range
    }
}

const fn is_zero(n: Option<&Num<'_>>) -> bool {
    match n {
        Some(n) => n.is_zero(),
        None => false,
    }
}

/// Returns whether a length is absent or from 1 to 999, which every provider accepts.
const fn is_plain_length(n: Option<&Num<'_>>) -> bool {
    match n {
        Some(n) => n.is_integer() && size_of_val(n.text()) <= 3 && !n.is_zero(),
        None => true,
    }
}

/// Returns the bounds of a number, if there is no other rule.
const fn bounds<'a>(rules: &'a Rules<'a>) -> Option<Range<'a>> {
    match rules {
        Rules {
            minimum,
            maximum,
            exclusive_minimum: None,
            exclusive_maximum: None,
            multiple_of: None,
            min_length: None,
            max_length: None,
            pattern: None,
            format: None,
        } => Some(Range {
            least: minimum.as_ref(),
            most: maximum.as_ref(),
        }),
        _ => None,
    }
}

/// Returns the beginning of an item without constraints.
const fn items_opening(schema: &Schema<'_>) -> Option<&'static Opening> {
    let (None, true) = (schema.name, is_empty(schema.docs)) else {
        return None;
    };
    match &schema.kind {
        Kind::Boolean => Some(&opening::BOOLEAN),
        Kind::Number(FloatType::F64) => Some(&opening::NUMBER),
        Kind::String(string) if string.is_any() => Some(&opening::STRING),
        _ => None,
    }
}

/// Returns whether an enum has more than one value, and all are strings that every provider
/// accepts.
const fn are_names(all: &Enum<'_>) -> bool {
    let n = all.values.len();
    let mut i = 0;
    while i < n {
        let EnumValue {
            value: Literal::String(text),
            flags: 0,
            ..
        } = &all.values[i]
        else {
            return false;
        };
        if is_empty(text.json()) {
            return false;
        }
        i += 1;
    }
    n > 1
}
