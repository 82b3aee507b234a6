//! Damaged schemas, checked by the linter and by the tests' judges, which share no code. If a judge
//! reports that the provider rejects the schema, the linter has a finding. If the linter has a
//! finding, a judge has one too, even if only a loss or a rule of ours.

use crate::mutated::ways;
use crate::own_texts::texts;
use crate::support::{Tool, name, request};
use std::collections::{BTreeMap, BTreeSet};
use toolcast::{Dialect, lint};
use toolcast_test_support::judges::{self, Kind};
use toolcast_test_support::lists;

/// Damages texts in many ways. If only one of the two has a finding, the list must have the dialect
/// and the kind of damage.
#[test]
fn the_linter_and_the_judges_agree_but_for_the_list() {
    let ways = ways();
    let mut asked = 0;
    let mut alone: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for dialect in Dialect::all() {
        let provider = dialect.provider();
        for (_, schema) in texts(dialect).into_iter().step_by(5) {
            for (what, _, spoil, _) in &ways {
                let mut spoilt = schema.clone();
                if spoil(&mut spoilt).is_none() {
                    continue; // The schema has no such place.
                }
                asked += 1;
                let judged = judges::schema(provider, dialect.strict(), &spoilt);
                let refused = judged.iter().any(|finding| finding.kind == Kind::Refused);
                let tool = Tool {
                    name: "tool".into(),
                    schema: Some(spoilt),
                    strict: dialect.strict(),
                };
                let found = !lint::check(provider, &request(provider, &[tool])).is_empty();
                let who = match (found, refused) {
                    (false, true) => Some("judge"),
                    (true, false) if judged.is_empty() => Some("linter"),
                    _ => None,
                };
                if let Some(who) = who {
                    let key = format!("{}, the {who} alone", name(dialect));
                    alone.entry(key).or_default().insert(what);
                }
            }
        }
    }
    assert!(asked > 10_000, "{asked} spoilt texts");
    let lines = alone.into_iter().map(|(who, ways)| {
        let ways: Vec<&str> = ways.into_iter().collect();
        format!("{who}: {}", ways.join("; "))
    });
    lists::agrees("lint-beside-judges", lines);
}
