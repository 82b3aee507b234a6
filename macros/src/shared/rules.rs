//! Constraints on a parameter or a field: parsed from their keys, and emitted as an expression of
//! the runtime's `Rules`.

use super::bounds::{Bound, Bounds, Positive};
use super::literal::Num;
use super::pattern::{self, PatternFacts};
use super::text::emit_text;
use super::value::Str;
use crate::diag::Errors;
use darling::FromMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};

/// The keys of an attribute that are constraints.
#[derive(Clone, Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct RuleArgs {
    pub(crate) range: Option<Bounds>,
    pub(crate) length: Option<Bounds>,
    pub(crate) multiple_of: Option<Positive>,
    pub(crate) pattern: Option<Str>,
    pub(crate) format: Option<Str>,
}

/// Constraints, ready to be emitted.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The span of the first key, in the order of `RuleArgs`.
    pub(crate) span: Span,
    /// Set if a bound is a const, so that only const evaluation knows whether the range is empty.
    pub(crate) by_const: bool,
    minimum: Option<Bound>,
    maximum: Option<Bound>,
    exclusive_maximum: Option<Bound>,
    multiple_of: Option<Bound>,
    min_length: Option<Bound>,
    max_length: Option<Bound>,
    pattern: Option<(String, PatternFacts)>,
    format: Option<String>,
}

impl RuleArgs {
    fn span(&self) -> Option<Span> {
        self.range
            .as_ref()
            .map(|it| it.span)
            .or_else(|| self.length.as_ref().map(|it| it.span))
            .or_else(|| self.multiple_of.as_ref().map(|it| it.span))
            .or_else(|| self.pattern.as_ref().map(|it| it.0.span()))
            .or_else(|| self.format.as_ref().map(|it| it.0.span()))
    }

    /// Checks each constraint alone. The runtime checks that it fits the type.
    pub(crate) fn parse(self, errors: &mut Errors) -> Option<Box<Rules>> {
        let span = self.span()?;
        let bounds = self.range.iter().chain(&self.length);
        let mut bounds = bounds.flat_map(|it| it.min.iter().chain(&it.max));
        let mut rules = Rules {
            span,
            by_const: bounds.any(|bound| matches!(bound, Bound::Const(_))),
            minimum: None,
            maximum: None,
            exclusive_maximum: None,
            multiple_of: self.multiple_of.map(|it| Bound::Num(it.value)),
            min_length: None,
            max_length: None,
            pattern: None,
            format: None,
        };
        if let Some(range) = self.range {
            rules.minimum = range.min;
            if range.exclusive_max {
                rules.exclusive_maximum = range.max;
            } else {
                rules.maximum = range.max;
            }
        }
        if let Some(length) = self.length {
            (rules.min_length, rules.max_length) = lengths(length, errors);
        }
        if let Some(Str(text)) = self.pattern {
            match pattern::scan(&text.value()) {
                Ok(facts) => rules.pattern = Some((text.value(), facts)),
                Err(message) => errors.on(&text, message),
            }
        }
        if let Some(Str(text)) = self.format {
            if text.value().trim().is_empty() {
                errors.on(
                    &text,
                    "a format needs a name, such as `\"email\"` or `\"date-time\"`",
                );
            } else {
                rules.format = Some(text.value());
            }
        }
        Some(Box::new(rules))
    }
}

/// Converts an exclusive end to an inclusive one, since lengths are whole numbers.
fn lengths(length: Bounds, errors: &mut Errors) -> (Option<Bound>, Option<Bound>) {
    let whole = |bound: &Bound| match bound {
        Bound::Num(Num::Int { negative, .. }) => !negative,
        Bound::Num(Num::Float { .. }) => false,
        Bound::Const(_) => true,
    };
    if !length.min.iter().chain(&length.max).all(whole) {
        errors.at(
            length.span,
            "a length must be a whole number that is not negative; write `length(1..=50)`",
        );
        return (None, None);
    }
    let max = match length.max {
        Some(Bound::Num(Num::Int { magnitude, .. })) if length.exclusive_max => {
            Some(Bound::Num(Num::Int {
                negative: false,
                magnitude: magnitude.saturating_sub(1),
            }))
        }
        Some(Bound::Const(path)) if length.exclusive_max => {
            errors.on(
                path,
                "a length includes its last value, the const; write `..=`",
            );
            None
        }
        other => other,
    };
    (length.min, max)
}

impl Rules {
    /// Returns an expression of the runtime's type `Rules`.
    ///
    /// Expands to `__tool::Rules::NONE.minimum(__tool::Num::int(..)).format(..)`.
    pub(crate) fn emit(&self) -> TokenStream {
        let here = Span::call_site();
        let nums = [
            (&self.minimum, "minimum"),
            (&self.maximum, "maximum"),
            (&self.exclusive_maximum, "exclusive_maximum"),
            (&self.multiple_of, "multiple_of"),
            (&self.min_length, "min_length"),
            (&self.max_length, "max_length"),
        ];
        let nums = nums.iter().filter_map(|(num, name)| {
            let num = num.as_ref()?.emit();
            let name = Ident::new(name, here);
            Some(quote_spanned!(here=> .#name(#num)))
        });
        let pattern = self.pattern.as_ref().map(|(text, facts)| {
            let pattern = emit_pattern(text, facts);
            quote_spanned!(here=> .pattern(#pattern))
        });
        let format = self.format.as_deref().map(|name| {
            let format = emit_format(name);
            quote_spanned!(here=> .format(#format))
        });
        quote_spanned!(here=> __tool::Rules::NONE #(#nums)* #pattern #format)
    }
}

fn emit_pattern(text: &str, facts: &PatternFacts) -> TokenStream {
    let here = Span::call_site();
    let names = [
        (facts.anchored_start, "ANCHORED_START"),
        (facts.anchored_end, "ANCHORED_END"),
        (facts.anchor, "ANCHOR"),
        (facts.word_boundary, "WORD_BOUNDARY"),
        (facts.unicode_class, "UNICODE_CLASS"),
        (facts.back_reference, "BACK_REFERENCE"),
        (facts.lookaround, "LOOKAROUND"),
        (facts.dialect, "DIALECT"),
        (facts.class_operation, "CLASS_OPERATION"),
        (facts.unreadable, "UNREADABLE"),
        (facts.too_large, "TOO_LARGE"),
    ];
    let bits = names.iter().filter(|(set, _)| *set).map(|(_, name)| {
        let name = Ident::new(name, here);
        quote_spanned!(here=> | __tool::Pattern::#name)
    });
    let text = emit_text(text);
    let repeat = proc_macro2::Literal::u32_unsuffixed(facts.largest_repeat);
    quote_spanned! {here=>
        __tool::Pattern { text: #text, facts: 0 #(#bits)*, largest_repeat: #repeat }
    }
}

fn emit_format(name: &str) -> TokenStream {
    let here = Span::call_site();
    let variant = match name {
        "date-time" => "DateTime",
        "date" => "Date",
        "time" => "Time",
        "duration" => "Duration",
        "email" => "Email",
        "hostname" => "Hostname",
        "uri" => "Uri",
        "ipv4" => "Ipv4",
        "ipv6" => "Ipv6",
        "uuid" => "Uuid",
        other => {
            let text = emit_text(other);
            return quote_spanned!(here=> __tool::Format::Other(#text));
        }
    };
    let variant = Ident::new(variant, here).into_token_stream();
    quote_spanned!(here=> __tool::Format::#variant)
}
