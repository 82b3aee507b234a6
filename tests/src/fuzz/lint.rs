//! Finished requests: checked and repaired.

use serde_json::Value;
use toolcast::{Provider, lint};

/// Treats any JSON as a request. The first byte selects the provider. Each finding points to a
/// value in the request, the report lists everything that remains, and a second `fix` changes
/// nothing.
///
/// # Panics
///
/// If one of these laws is broken.
pub fn lint(data: &[u8]) {
    let Some((provider, text)) = data.split_first() else {
        return;
    };
    let provider = Provider::ALL[usize::from(*provider) % Provider::ALL.len()];
    let Ok(mut request) = serde_json::from_slice::<Value>(text) else {
        return;
    };
    let given = request.clone();
    let findings = lint::check(provider, &request);
    for finding in &findings {
        let there = request.pointer(&finding.pointer).is_some();
        assert!(there, "{provider}: {finding} in {given}");
    }
    let report = lint::fix(provider, &mut request);
    assert_eq!(
        findings.is_empty(),
        report.is_unchanged() && report.remaining.is_empty(),
        "{provider}: {given}: {report}"
    );
    if report.is_unchanged() {
        assert_eq!(request, given, "{provider}");
    }
    assert_eq!(report.remaining, lint::check(provider, &request));
    let once = request.clone();
    let again = lint::fix(provider, &mut request);
    assert!(again.is_unchanged(), "{provider}: {given}: {again}");
    assert_eq!(request, once, "{provider}: {given}");
}
