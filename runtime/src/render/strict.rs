//! Strict mode: whether a tool takes it, and its limits.

use super::notes::{Count, Outcome};
use super::writer::{Tally, Writer};
use crate::dialect::{Dialect, Limits, StrictWhen, of};
use crate::provider::Provider;
use crate::shape::Frame;
use crate::spec::{Spec, Strict};

/// Checks a limit, where 0 means none. A macro, because calls are expensive in const evaluation.
macro_rules! fits {
    ($limit:expr, $n:expr) => {
        $limit == 0 || $n <= $limit
    };
}

/// Chooses the dialect of a tool for a provider, from the tally of its canonical text.
pub(crate) const fn dialect(
    spec: &Spec<'_>,
    provider: Provider,
    canonical: &Tally,
) -> &'static Dialect {
    let strict = of(provider, true);
    if !strict.strict {
        return strict;
    }
    let take = match spec.strict {
        Strict::Off | Strict::Omit => false,
        Strict::On => !matches!(strict.when, StrictWhen::Named),
        Strict::For(providers) => providers & provider.bit() != 0,
        Strict::Auto => is_strict_by_default(strict, canonical),
        Strict::Wanted(providers) => {
            is_strict_by_default(strict, canonical)
                || providers & provider.bit() != 0 && is_within_limits(&strict.limits, canonical)
        }
    };
    if take { strict } else { of(provider, false) }
}

const fn is_strict_by_default(strict: &Dialect, canonical: &Tally) -> bool {
    matches!(strict.when, StrictWhen::Auto)
        && !canonical.rewritten
        && is_within_limits(&strict.limits, canonical)
}

/// Chooses the dialect from the author's explicit setting. Without one it is the plain dialect,
/// because strict mode is a default only if both dialects decode alike.
#[cfg(feature = "call")]
pub(crate) const fn is_strict_asked(spec: &Spec<'_>, provider: Provider) -> &'static Dialect {
    let strict = of(provider, true);
    let take = match spec.strict {
        Strict::On => !matches!(strict.when, StrictWhen::Named),
        Strict::For(providers) | Strict::Wanted(providers) => providers & provider.bit() != 0,
        Strict::Auto | Strict::Off | Strict::Omit => false,
    };
    if take { strict } else { of(provider, false) }
}

/// Returns whether exceeding a limit of strict mode is a fault. As a default, strict mode is on
/// only within the limits. If it is requested, the text may nest deeper than the canonical one that
/// was counted.
pub(crate) const fn is_strict_required(spec: &Spec<'_>, d: &Dialect) -> bool {
    d.strict && !matches!(spec.strict, Strict::Auto)
}

const fn is_within_limits(limits: &Limits, tally: &Tally) -> bool {
    fits!(limits.depth, tally.depth)
        && fits!(limits.properties, tally.properties)
        && fits!(limits.characters, tally.characters)
        && fits!(limits.enum_values, tally.enum_values)
        && fits!(limits.long_enum, tally.long_enum)
        && fits!(limits.optional, tally.optional)
        && fits!(limits.unions, tally.unions)
}

/// Limits of one schema in the strict mode of Anthropic and Bedrock: properties that may be absent,
/// and properties with more than one type.
///
/// They rejected one schema with 24 or 16 of them as too complex, and accepted as many spread over
/// several schemas. The exact bounds are not published, so these are half.
const MAX_OPTIONAL: u32 = 12;
const MAX_UNIONS: u32 = 8;

/// Returns whether a schema may be too complex for a strict mode that counts such properties.
pub(crate) const fn too_complex(optional: u32, unions: u32) -> bool {
    optional > MAX_OPTIONAL || unions > MAX_UNIONS
}

/// The unit of each limit and the fix beyond it, in the order of [`check_limits`].
const LIMITED: [[&str; 2]; 7] = [
    [" levels of nesting", "flatten a type"],
    [" properties", "split the tool"],
    [" characters of names and enum values", "shorten them"],
    [" enum values", "take a string instead"],
    [
        " characters in an enum of more than 250 values",
        "take a string instead",
    ],
    [" properties that may be absent", "make some required"],
    [" properties with more than one type", "use fewer unions"],
];

/// Checks the limits of a strict mode that was requested. `tally` comes from a walk without reused
/// text.
pub(crate) const fn check_limits(w: &mut Writer<'_, '_>, tally: &Tally) {
    let limits = w.d.limits();
    let counts = [
        (limits.depth, tally.depth),
        (limits.properties, tally.properties),
        (limits.characters, tally.characters),
        (limits.enum_values, tally.enum_values),
        (limits.long_enum, tally.long_enum),
        (limits.optional, tally.optional),
        (limits.unions, tally.unions),
    ];
    let mut i = 0;
    while i < counts.len() {
        if !(fits!(counts[i].0, counts[i].1)) {
            beyond_limit(w, counts[i], LIMITED[i]);
        }
        i += 1;
    }
    if limits.optional > 0
        && is_within_limits(limits, tally)
        && too_complex(tally.optional, tally.unions)
    {
        w.note(
            &Frame::ROOT,
            Outcome::Unproven,
            "strict",
            "more than 12 properties that may be absent, or 8 with more than one type, may be too complex for strict mode",
        );
    }
}

const fn beyond_limit(w: &mut Writer<'_, '_>, (limit, n): (u32, u32), [unit, fix]: [&str; 2]) {
    let (limit, n) = (Count::of(limit as usize), Count::of(n as usize));
    let reason = [
        "strict mode allows ",
        limit.text(),
        unit,
        ", not ",
        n.text(),
        ": ",
        fix,
        ", or leave `strict` out",
    ];
    w.fault_parts(&Frame::ROOT, "strict", &reason);
}
