//! Values that show what an entry claims.

use crate::support::generate::Generator;
use crate::support::judge::judge;
use crate::support::tape::Tape;
use crate::support::{canonical, proto, random};
use crate::tool::Claimed;
use jsonschema::Validator;
use serde_json::Value;
use std::cell::Cell;
use toolcast::{Outcome, Provider, ReportEntry, lift, lower};

/// Entries without a witness.
pub(crate) fn missing(tool: &Claimed<'_>) -> Vec<String> {
    let claims = tool.entries.iter().filter(|entry| {
        matches!(
            entry.outcome,
            Outcome::Exact | Outcome::Narrowed | Outcome::Widened
        )
    });
    let claims: Vec<_> = claims.collect();
    if claims.is_empty() {
        return Vec::new();
    }
    let spoken = match tool.dialect.provider() {
        Provider::Gemini | Provider::Vertex => proto::to_json_schema(tool.spoken),
        _ => tool.spoken.clone(),
    };
    let judges = Judges {
        tool,
        canonical: judge(tool.canonical).expect("a canonical schema"),
        spoken: judge(&spoken).expect("a provider's schema"),
    };
    (claims.into_iter())
        .filter(|claim| !is_empty(tool.canonical, &claim.pointer) && !judges.has_witness(claim))
        .map(|claim| {
            format!(
                "no witness: {} `{}` {:?}",
                claim.pointer, claim.keyword, claim.outcome
            )
        })
        .collect()
}

/// Whether the place is an item of lists that have none.
fn is_empty(canonical: &Value, pointer: &str) -> bool {
    let list = pointer
        .strip_suffix("/items")
        .and_then(|list| canonical.pointer(list));
    list.is_some_and(|list| list["maxItems"] == 0)
}

struct Judges<'a> {
    tool: &'a Claimed<'a>,
    canonical: Validator,
    spoken: Validator,
}

impl Judges<'_> {
    fn has_witness(&self, claim: &ReportEntry) -> bool {
        let generator = Generator::new(self.tool.canonical);
        let steps: Vec<&str> = claim.pointer.split('/').skip(1).collect();
        let found = Cell::new(false);
        let _ = random(48, |tape| {
            if found.get() {
                return Ok(());
            }
            // What a narrower text has no room for is `null`, or an empty text.
            let nothing = match claim.keyword.as_str() {
                "enum" => Value::from(""),
                _ => Value::Null,
            };
            let last = |schema, tape: &mut Tape| match claim.outcome {
                Outcome::Narrowed => nothing.clone(),
                _ => generator.at(schema, tape),
            };
            let value = generator.towards(self.tool.canonical, &steps, tape, &last);
            found.set(value.is_some_and(|value| self.shows(claim.outcome, value)));
            Ok(())
        });
        found.get()
    }

    /// Whether a value in the canonical form shows the claim.
    fn shows(&self, outcome: Outcome, value: Value) -> bool {
        if !self.canonical.is_valid(&value) {
            return false;
        }
        let (schema, dialect) = (self.tool.schema, self.tool.dialect);
        // An absent property and a `null` that says so are the same.
        let normal = |value: &Value| {
            let low = lower(schema, canonical(), value.clone());
            lift(schema, canonical(), low)
        };
        let given = lift(schema, canonical(), value);
        let low = lower(schema, dialect, given.clone());
        let back = lift(schema, dialect, low.clone());
        let kept = normal(&back) == normal(&given);
        match outcome {
            Outcome::Narrowed => !kept || back != given || !self.spoken.is_valid(&low),
            Outcome::Widened => true,
            _ => kept && self.spoken.is_valid(&low),
        }
    }
}
