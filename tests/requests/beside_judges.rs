//! Damaged schemas, checked by the linter and by the tests' judges, which share no code. If a judge
//! reports that the provider rejects the schema, the linter has a finding. If the linter has a
//! finding, a judge has one too, even if only a loss or a rule of ours.

use crate::mutated::ways;
use crate::own_texts::texts;
use crate::support::{Tool, name, request};
use std::collections::BTreeMap;
use toolcast::{Dialect, lint};
use toolcast_test_support::judges::{self, Kind};
use toolcast_test_support::lists::{self, Counts};

/// Damages texts in many ways. If only one of the two has a finding, the list must have the
/// dialect, the kind of damage and the number of such texts.
#[test]
fn the_linter_and_the_judges_agree_but_for_the_list() {
    let ways = ways();
    let mut asked = Counts::default();
    let mut alone: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    for dialect in Dialect::all() {
        let provider = dialect.provider();
        for (_, schema) in texts(dialect).into_iter().step_by(5) {
            for (what, _, spoil, _) in &ways {
                let mut spoilt = schema.clone();
                if spoil(&mut spoilt).is_none() {
                    continue; // The schema has no such place.
                }
                asked.one(format!("damaged texts for {}", name(dialect)));
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
                    *alone.entry(key).or_default().entry(what).or_default() += 1;
                }
            }
        }
    }
    let lines = alone.into_iter().map(|(who, ways)| {
        let ways = ways.into_iter();
        let ways: Vec<String> = ways
            .map(|(what, number)| format!("{what}: {number}"))
            .collect();
        format!("{who}: {}", ways.join("; "))
    });
    lists::agrees("lint-beside-judges", lines);
    asked.agree("requests/beside_judges");
}
