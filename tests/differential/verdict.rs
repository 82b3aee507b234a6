//! The verdicts on a value: by our schema, by that of schemars, and by serde.

use crate::maker;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use toolcast::{from_model, to_model};
use toolcast_test_support::judge::judge;
use toolcast_test_support::mutate::sorted;
use toolcast_test_support::{canonical, text};
use toolcast_tests::zoo::Specimen;

/// The numbers of a type's values, by verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) values: usize,
    /// Serde reads them.
    pub(crate) read: usize,
    /// Both schemas accept, or both reject.
    pub(crate) both_accept: usize,
    pub(crate) both_refuse: usize,
    /// Of those that both accept: serde rejects them.
    pub(crate) both_wrong: usize,
    /// Of those that both reject: serde reads them, in a spelling that it never writes.
    pub(crate) both_stricter: usize,
    /// The schemas disagree, and serde agrees with ours.
    pub(crate) for_us: usize,
    /// The schemas disagree, and serde agrees with theirs.
    pub(crate) for_them: usize,
}

/// One kind of disagreement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Kind {
    /// The type's path in the zoo.
    pub(crate) of: &'static str,
    /// Ours accepts and theirs refuses; or the other way round.
    pub(crate) ours_accepts: bool,
    /// Serde reads it.
    pub(crate) reads: bool,
    /// The keyword of the schema that refuses.
    pub(crate) keyword: String,
}

/// How often a kind was seen, and the shortest value of it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) times: usize,
    pub(crate) example: Value,
}

#[derive(Default)]
pub(crate) struct Judged {
    pub(crate) counts: BTreeMap<&'static str, Count>,
    pub(crate) kinds: BTreeMap<Kind, Seen>,
    /// Types of the zoo that schemars doesn't describe.
    pub(crate) alone: Vec<&'static str>,
    /// Values for which serde contradicts our schema.
    pub(crate) faults: Vec<String>,
    /// How often our schema refuses what serde writes, by the type and the keyword's place.
    pub(crate) constrained: BTreeMap<Constrained, usize>,
}

/// A keyword that serde doesn't know: it reads and writes values that violate it. (The decoder
/// rejects such values.)
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Constrained {
    /// The type's path in the zoo.
    pub(crate) of: &'static str,
    /// The keyword's place in our schema, without `$ref`.
    pub(crate) path: String,
}

impl fmt::Display for Constrained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.of, self.path)
    }
}

impl Judged {
    /// Asks about each type; `tapes` is how many each way of making values gets.
    pub(crate) fn of(specimens: &[Specimen], tapes: u32) -> Self {
        let mut judged = Judged::default();
        for specimen in specimens {
            if let Some(theirs) = (specimen.theirs)() {
                if let Err(error) = judged.add(specimen, &theirs, tapes) {
                    judged.faults.push(format!("{}: {error}", specimen.name));
                }
            } else {
                judged.alone.push(specimen.name);
            }
        }
        judged
    }

    fn add(&mut self, specimen: &Specimen, theirs: &Value, tapes: u32) -> Result<(), String> {
        let ours = sorted(text(specimen.schema, canonical())?.1);
        let theirs = &sorted(theirs.clone());
        let (our_judge, their_judge) = (judge(&ours)?, judge(theirs)?);
        let mut count = Count::default();
        for value in maker::values(specimen, &ours, theirs, tapes) {
            let lowered = sorted(to_model(specimen.schema, canonical(), value.clone()));
            let refused = refusal(&our_judge, &lowered);
            let their_refusal = refusal(&their_judge, &value);
            let reads = (specimen.decode)(&value).is_ok();
            count.values += 1;
            count.read += usize::from(reads);
            if !in_the_last_second(specimen, &value) {
                match fault(specimen, &our_judge, &value, &lowered) {
                    Ok(constrained) => {
                        for path in constrained {
                            let of = specimen.name;
                            let key = Constrained { of, path };
                            *self.constrained.entry(key).or_default() += 1;
                        }
                    }
                    Err(fault) => self.faults.push(fault),
                }
            }
            let (ours_accepts, keyword) = match (refused, their_refusal) {
                (None, None) => {
                    count.both_accept += 1;
                    count.both_wrong += usize::from(!reads);
                    continue;
                }
                (Some(_), Some(_)) => {
                    count.both_refuse += 1;
                    count.both_stricter += usize::from(reads);
                    continue;
                }
                (None, Some(keyword)) => (true, keyword),
                (Some(keyword), None) => (false, keyword),
            };
            if ours_accepts == reads {
                count.for_us += 1;
            } else {
                count.for_them += 1;
            }
            let kind = Kind {
                of: specimen.name,
                ours_accepts,
                reads,
                keyword,
            };
            let seen = self.kinds.entry(kind).or_insert_with(|| Seen {
                times: 0,
                example: value.clone(),
            });
            seen.times += 1;
            if value.to_string().len() < seen.example.to_string().len() {
                seen.example = value;
            }
        }
        if self.counts.insert(specimen.name, count).is_some() {
            return Err("two types of one name".into());
        }
        Ok(())
    }
}

/// Returns true if the type's `TimeDelta` is at an end of its range. Not every fraction of these
/// outermost seconds exists, so our schema leaves them out.
fn in_the_last_second(specimen: &Specimen, value: &Value) -> bool {
    if specimen.name != "foreign::times::Chrono" {
        return false;
    }
    let seconds = value.pointer("/delta/0").and_then(Value::as_i64);
    seconds.is_some_and(|seconds| seconds.unsigned_abs() > 9_223_372_036_854_774)
}

/// The keyword that refuses the value.
fn refusal(judge: &Validator, value: &Value) -> Option<String> {
    let error = judge.iter_errors(value).next()?;
    Some(error.kind().keyword().to_owned())
}

/// Finds a fault of our schema, independent of schemars: it accepts a value that serde doesn't read
/// (after `from_model`). Returns the keywords that reject what serde writes for a value that it
/// reads.
fn fault(
    specimen: &Specimen,
    ours: &Validator,
    value: &Value,
    lowered: &Value,
) -> Result<BTreeSet<String>, String> {
    let name = specimen.name;
    if ours.is_valid(lowered) {
        let lifted = from_model(specimen.schema, canonical(), lowered.clone());
        let read = (specimen.decode)(&lifted).map(|()| BTreeSet::new());
        return read
            .map_err(|error| format!("{name} accepts {value}, as {lifted}, but serde: {error}"));
    }
    if !specimen.symmetric {
        return Ok(BTreeSet::new()); // The written form differs from the one that is read.
    }
    let Ok(written) = (specimen.rewrite)(value) else {
        return Ok(BTreeSet::new());
    };
    let again = to_model(specimen.schema, canonical(), written);
    let mut places = BTreeSet::new();
    for error in ours.iter_errors(&again) {
        add_places(&error, &mut places);
    }
    Ok(places)
}

/// Adds the place of each keyword that rejects; in a choice, those of its alternatives.
fn add_places(error: &ValidationError<'_>, places: &mut BTreeSet<String>) {
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
        error.kind()
    {
        for error in context.iter().flatten() {
            add_places(error, places);
        }
    } else {
        places.insert(error.evaluation_path().as_str().replace("/$ref", ""));
    }
}
