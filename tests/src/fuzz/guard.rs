//! Finished requests: judged and mended.

use serde_json::Value;
use toolcast::{Provider, guard};

/// Any JSON as a request to any provider, the first byte's: what is found stands in the request, mending ends, nothing is left but what is told, and to
/// mend it again changes nothing.
///
/// # Panics
///
/// Where it is not so.
pub fn guarded(data: &[u8]) {
    let Some((provider, text)) = data.split_first() else {
        return;
    };
    let provider = Provider::ALL[usize::from(*provider) % Provider::COUNT];
    let Ok(mut request) = serde_json::from_slice::<Value>(text) else {
        return;
    };
    let given = request.clone();
    let findings = guard::check(provider, &request);
    for finding in &findings {
        let there = request.pointer(&finding.pointer).is_some();
        assert!(there, "{provider}: {finding} in {given}");
    }
    let report = guard::normalize(provider, &mut request);
    assert_eq!(
        findings.is_empty(),
        report.is_unchanged() && report.remaining.is_empty(),
        "{provider}: {given}: {report}"
    );
    if report.is_unchanged() {
        assert_eq!(request, given, "{provider}");
    }
    assert_eq!(report.remaining, guard::check(provider, &request));
    let once = request.clone();
    let again = guard::normalize(provider, &mut request);
    assert!(again.is_unchanged(), "{provider}: {given}: {again}");
    assert_eq!(request, once, "{provider}: {given}");
}
