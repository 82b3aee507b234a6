//! The counts of the command, over few schemas.

use toolcast::Provider;
use toolcast_test_support::measured::measure::{Counts, Measured};
use toolcast_test_support::measured::{sources, table};
use toolcast_test_support::{lists, none};

/// Every figure that has a target.
fn check(measured: &Measured) {
    let mut failures: Vec<String> = measured
        .failures
        .iter()
        .filter(|failure| failure.what != "no valid value")
        // A requested strict mode can't distinguish `null` from absent.
        .filter(|failure| !(failure.what == "another value" && failure.asked))
        .map(|failure| {
            let toolcast_test_support::measured::measure::Failure {
                what,
                row,
                name,
                detail,
                ..
            } = failure;
            format!("{what}, {row}, {name}: {detail}")
        })
        .collect();
    for ((place, strict), counts) in &measured.rows {
        let Counts {
            valid,
            invalid,
            by_call,
            schemas,
            raised,
            ..
        } = *counts;
        if valid == 0 || invalid == 0 || (raised == schemas) {
            failures.push(format!("{place} {strict}: nothing was measured"));
        }
        if by_call != invalid {
            failures.push(format!("{place} {strict}: {by_call} of {invalid} refused"));
        }
    }
    none(&failures);
}

/// Every sixteenth tool of the servers in the repository.
#[test]
fn tools_of_servers_keep_their_values() {
    let mut measured = Measured::default();
    for input in sources::servers().iter().step_by(sources::SAMPLE) {
        measured.add(input);
    }
    assert_eq!(measured.sources["mcp_tools"][0], 72);
    assert!(measured.excluded.is_empty());
    check(&measured);
    let lines = measured.rows.iter().map(|((place, strict), counts)| {
        let provider = Provider::ALL[*place];
        let strict = if *strict { " strict" } else { "" };
        let Counts {
            schemas,
            raised,
            valid,
            invalid,
            by_text,
            ..
        } = counts;
        format!(
            "{provider}{strict}: {schemas} schemas, {raised} raised, {valid} valid values, {invalid} invalid, {by_text} of them refused by the text"
        )
    });
    lists::agrees("measured-servers", lines);
}

/// The sample of the corpus. The documentation has its table.
#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn the_table_is_current() {
    let folder = sources::folder().expect("the corpus");
    let mut measured = Measured::default();
    for input in sources::all(&folder).iter().step_by(sources::SAMPLE) {
        measured.add(input);
    }
    check(&measured);
    let page = include_str!("../../../docs/conformance/foreign.md");
    let table = table::write(&measured);
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect()
    };
    let page = lines(page);
    let missing: Vec<String> = lines(&table)
        .into_iter()
        .filter(|line| !page.contains(line))
        .collect();
    assert!(
        missing.is_empty(),
        "`docs/conformance/foreign.md` has not what is measured now:\n{}",
        missing.join("\n")
    );
}
