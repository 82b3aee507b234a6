//! Constraints on a parameter or a field: parsed from their keys, and emitted as an expression of
//! the runtime's `Rules`.

use super::args::Args;
use super::bounds::{Bound, Bounds};
use super::case::Rule;
use super::emit::name_of;
use super::literal::Num;
use super::text::emit_text;
use super::value::Str;
use crate::diag::Errors;
use crate::names::has;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use toolcast_pattern::PatternFacts;

/// Constraints, ready to be emitted.
#[derive(Clone)]
pub(crate) struct Rules {
    /// The span of the first key, in the order of the position's keys.
    pub(crate) span: Span,
    /// The bounds by the runtime's names.
    bounds: Vec<(&'static str, Bound)>,
    pattern: Option<(String, PatternFacts)>,
    format: Option<String>,
}

impl Rules {
    /// Checks each constraint alone. The runtime checks that it fits the type.
    pub(crate) fn parse(args: &Args, errors: &mut Errors) -> Option<Box<Rules>> {
        let spans = [
            args.range.as_ref().map(|it| it.span),
            args.length.as_ref().map(|it| it.span),
            args.multiple_of.as_ref().map(|it| it.span),
            args.pattern.as_ref().map(|it| it.0.span()),
            args.format.as_ref().map(|it| it.0.span()),
        ];
        let mut rules = Rules {
            span: spans.into_iter().flatten().next()?,
            bounds: Vec::new(),
            pattern: None,
            format: None,
        };
        let mut add = |name, bound: Option<&Bound>| {
            rules
                .bounds
                .extend(bound.map(|bound| (name, bound.clone())));
        };
        if let Some(range) = &args.range {
            let end = if range.exclusive_max {
                "exclusive_maximum"
            } else {
                "maximum"
            };
            add("minimum", range.min.as_ref());
            add(end, range.max.as_ref());
        }
        let step = args.multiple_of.as_ref();
        add(
            "multiple_of",
            step.map(|it| Bound::Num(it.value.clone())).as_ref(),
        );
        if let Some(length) = &args.length {
            let (min, max) = lengths(length, errors);
            add("min_length", min.as_ref());
            add("max_length", max.as_ref());
        }
        if let Some(Str(text)) = &args.pattern {
            match toolcast_pattern::scan(&text.value()) {
                Ok(facts) => rules.pattern = Some((text.value(), facts)),
                Err(message) => errors.on(text, message),
            }
        }
        if let Some(Str(text)) = &args.format {
            if text.value().trim().is_empty() {
                errors.on(
                    text,
                    "a format needs a name, such as `\"email\"` or `\"date-time\"`",
                );
            } else {
                rules.format = Some(text.value());
            }
        }
        Some(Box::new(rules))
    }

    /// Returns an expression of the runtime's type `Rules`.
    ///
    /// Expands to `__tool::Rules::NONE.minimum(__tool::Num::int(..)).format(..)`.
    pub(crate) fn emit(&self) -> TokenStream {
        let bounds = self.bounds.iter().map(|(name, bound)| {
            let (name, bound) = (name_of(name), bound.emit());
            quote!(.#name(#bound))
        });
        let pattern = self.pattern.as_ref().map(|(text, facts)| {
            let pattern = emit_pattern(text, facts);
            quote!(.pattern(#pattern))
        });
        let format = self.format.as_deref().map(|name| {
            let format = emit_format(name);
            quote!(.format(#format))
        });
        quote!(__tool::Rules::NONE #(#bounds)* #pattern #format)
    }
}

/// Converts an exclusive end to an inclusive one, since lengths are whole numbers.
fn lengths(length: &Bounds, errors: &mut Errors) -> (Option<Bound>, Option<Bound>) {
    let wrong =
        |bound: &Bound| matches!(bound, Bound::Num(num) if num.int.is_none() || num.is_negative());
    if length.min.iter().chain(&length.max).any(wrong) {
        errors.at(
            length.span,
            "a length must be a whole number that is not negative; write `length(1..=50)`",
        );
        return (None, None);
    }
    let max = match &length.max {
        Some(Bound::Num(num)) if length.exclusive_max => {
            let last = num.int.unwrap_or_default().saturating_sub(1);
            Some(Bound::Num(Num::whole(last)))
        }
        Some(Bound::Const(path)) if length.exclusive_max => {
            errors.on(
                path,
                "a length includes its last value, the const; write `..=`",
            );
            None
        }
        other => other.clone(),
    };
    (length.min.clone(), max)
}

fn emit_pattern(text: &str, facts: &PatternFacts) -> TokenStream {
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
    let set = names.iter().filter(|(set, _)| *set);
    let bits = set.map(|(_, name)| name_of(name));
    let text = emit_text(text);
    let repeat = proc_macro2::Literal::u32_unsuffixed(facts.largest_repeat);
    quote! {
        __tool::Pattern { text: #text, facts: 0 #(| __tool::Pattern::#bits)*, largest_repeat: #repeat }
    }
}

fn emit_format(name: &str) -> TokenStream {
    const KNOWN: &str = "date-time|date|time|duration|email|hostname|uri|ipv4|ipv6|uuid";
    if has(KNOWN, name) {
        let variant = name_of(&Rule::Pascal.on_field(&name.replace('-', "_")));
        return quote!(__tool::Format::#variant);
    }
    let text = emit_text(name);
    quote!(__tool::Format::Other(#text))
}
