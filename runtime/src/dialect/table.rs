//! The table of all dialects, with the fields that are derived from the facts.

use super::{Dialect, StrictWhen};
use crate::provider::{Facts, Provider, STRICT_MODES};

/// The number of dialects. A number and not a count of the facts, since each crate evaluates the
/// lengths of arrays again.
const DIALECT_COUNT: usize = Provider::COUNT + STRICT_MODES;

/// All dialects: one for each provider, then those of strict modes, in the same order.
pub(crate) static DIALECTS: [Dialect; DIALECT_COUNT] = {
    let mut all = [Facts::of(Provider::JsonSchema).plain; DIALECT_COUNT];
    let (mut i, mut next) = (0, Provider::COUNT);
    while i < Provider::COUNT {
        let facts = Facts::of(Provider::ALL[i]);
        assert!(Provider::ALL[i] as usize == i && facts.plain.provider as usize == i);
        all[i] = facts.plain;
        if let Some(strict) = facts.strict {
            assert!(strict.strict && strict.provider as usize == i);
            all[next] = strict;
            next += 1;
        }
        i += 1;
    }
    assert!(next == all.len(), "another number of strict modes");
    let mut i = 0;
    while i < all.len() {
        all[i] = all[i].signed();
        i += 1;
    }
    all
};

/// Index of each provider's strict mode in [`DIALECTS`], or of its plain dialect if it has none.
static STRICT: [usize; Provider::COUNT] = {
    let mut places = [0; Provider::COUNT];
    let mut i = 0;
    while i < DIALECTS.len() {
        // Strict modes come last and overwrite the plain ones.
        places[DIALECTS[i].provider as usize] = i;
        i += 1;
    }
    places
};

/// True for each provider whose strict mode is used automatically.
pub(crate) static AUTO: [bool; Provider::COUNT] = {
    let mut all = [false; Provider::COUNT];
    let mut i = 0;
    while i < all.len() {
        let strict = &DIALECTS[STRICT[i]];
        all[i] = strict.strict && matches!(strict.when, StrictWhen::Auto);
        i += 1;
    }
    all
};

/// Returns a provider's dialect; the plain one if it has no strict mode.
pub(crate) const fn of(provider: Provider, strict: bool) -> &'static Dialect {
    let place = provider as usize;
    &DIALECTS[if strict { STRICT[place] } else { place }]
}

/// All of JSON Schema.
pub(crate) const CANONICAL: &Dialect = &DIALECTS[Provider::JsonSchema as usize];

/// The constructs and names that every provider accepts.
pub(crate) const PORTABLE: &Dialect = &DIALECTS[Provider::Portable as usize];
