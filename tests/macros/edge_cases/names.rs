//! A report lists a tool's name or description if and only if it breaks the provider's rule
//! (`docs/providers.md`). `jsonschema` evaluates the rules for names.

use serde_json::json;
use toolcast::__private::{Diagnostics, Spec, Text};
use toolcast::import::ToolDefinition;
use toolcast::{Outcome, Provider, ToolDef};
use toolcast_test_support::judge::judge;
use toolcast_test_support::none;

/// The rule for names, and whether breaking it is a refusal.
fn rule(provider: Provider) -> Option<(&'static str, bool)> {
    const SHORT: &str = "^[a-zA-Z0-9_-]{1,64}$";
    match provider {
        Provider::OpenAi
        | Provider::AzureOpenAi
        | Provider::Bedrock
        | Provider::Mistral
        | Provider::DeepSeek => Some((SHORT, true)),
        Provider::OpenAiResponses | Provider::Groq => Some((SHORT, false)),
        Provider::Anthropic => Some(("^[a-zA-Z0-9_-]{1,128}$", true)),
        Provider::Gemini | Provider::GeminiJsonSchema => {
            Some(("^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$", true))
        }
        Provider::Vertex => Some(("^[A-Za-z_][A-Za-z0-9_.-]{0,63}$", false)),
        Provider::Mcp => Some(("^[A-Za-z0-9._-]{1,128}$", false)),
        Provider::Portable => Some(("^[A-Za-z_][A-Za-z0-9_-]{0,63}$", true)),
        _ => None,
    }
}

fn def(name: &str, description: &str) -> ToolDef {
    let spec = Spec {
        name: Text::plain(name.to_owned().leak()),
        description: Text::plain(description.to_owned().leak()),
        ..Spec::NEW
    };
    ToolDef::new(Box::leak(Box::new(spec)))
}

/// Returns the reason without the name that it suggests. Every provider accepts that name.
fn without_advice(name: &str, reason: &str) -> String {
    let (reason, advice) = reason.split_once(": write ").expect(reason);
    let (before, advice) = advice.split_once("`name = \"").expect(advice);
    let suggested = advice.strip_suffix("\"`").expect(advice);
    let accepts = |(rule, _): (&str, bool)| {
        let judge = judge(&json!({ "pattern": rule })).expect("a rule");
        judge.is_valid(&json!(suggested))
    };
    let mut rules = Provider::ALL.iter().filter_map(|&provider| rule(provider));
    assert!(rules.all(accepts), "`{suggested}` for `{name}`");
    let similar = name.contains(|c: char| c.is_ascii_alphanumeric());
    let example = if similar {
        ""
    } else {
        "one with letters from a to z, such as "
    };
    assert_eq!(before, example, "{name}");
    reason.to_owned()
}

#[test]
fn names_that_break_a_rule_are_reported() {
    let long = |len| "a".repeat(len);
    let mut names: Vec<String> = [
        "a", "Z", "_", "a9", "9", "9a", "-", "-a", "a-b", ".a", "a.b", ":a", "a:b", "a.b:c", "a b",
        "ä", "prüfe", "查找", "查x", "",
    ]
    .map(str::to_owned)
    .into();
    names.extend([63, 64, 65, 127, 128, 129].map(long));
    let mut failures = Vec::new();
    for name in &names {
        let def = def(name, "Does something.");
        let mut refused = false;
        for &provider in Provider::ALL {
            let report = def.report_for(provider);
            let found: Vec<_> = (report.entries.iter())
                .filter(|entry| entry.keyword == "name")
                .map(|entry| (entry.outcome, without_advice(name, &entry.reason)))
                .collect();
            let expected = match rule(provider) {
                Some((rule, proven)) => {
                    let judge = judge(&json!({ "pattern": rule })).expect("a rule");
                    let outcome = if proven {
                        Outcome::Rejected
                    } else {
                        Outcome::Unproven
                    };
                    let broken = !judge.is_valid(&json!(name));
                    refused |= broken && proven;
                    let reason = if name.len() > 64 && name.is_ascii() {
                        let fits = |len: &usize| judge.is_valid(&json!(long(*len)));
                        let most = (1..200).filter(fits).max().expect("a name");
                        let len = name.len();
                        format!("the tool's name has {len} characters, and {most} are allowed")
                    } else {
                        format!("the tool's name must match {rule}")
                    };
                    broken.then_some((outcome, reason)).into_iter().collect()
                }
                None => Vec::new(),
            };
            if found != expected {
                failures.push(format!("{name:?}, {provider}: {found:?}"));
            }
        }
        if Diagnostics::of(&def).any() != refused {
            failures.push(format!("{name:?}: rejected by the compiler: {}", !refused));
        }
    }
    none(&failures);
}

/// Azure rejects more than 1,024 characters. Whether OpenAI does is unknown.
#[test]
fn descriptions_are_counted_in_characters() {
    for (description, is_long) in [
        ("a".repeat(1000), false),
        ("a".repeat(1001), false),
        ("a".repeat(1024), false),
        ("a".repeat(1025), true),
        ("ä".repeat(1024), false),
        ("ä".repeat(1025), true),
        ("a".repeat(1023) + "€", false),
        ("a".repeat(1024) + "€", true),
    ] {
        let def = def("tool", &description);
        let outcomes = |provider| -> Vec<_> {
            let entries = def.report_for(provider).entries;
            entries.iter().map(|entry| entry.outcome).collect()
        };
        let expected = |outcome| if is_long { vec![outcome] } else { Vec::new() };
        assert_eq!(outcomes(Provider::AzureOpenAi), expected(Outcome::Rejected));
        assert_eq!(outcomes(Provider::OpenAi), expected(Outcome::Unproven));
        assert_eq!(outcomes(Provider::Anthropic), []);
        assert_eq!(Diagnostics::of(&def).any(), is_long);
    }
}

/// A program that imports a tool has no attributes to change.
#[test]
fn the_reasons_about_an_imported_tool_name_no_attribute() {
    let reasons = |name: &str, description: &str, keyword: &str, provider| -> Vec<String> {
        let tool =
            json!({"name": name, "description": description, "input_schema": {"type": "object"}});
        let report = ToolDefinition::parse(&tool)
            .expect("a tool")
            .report_for(provider);
        let entries = report.entries.into_iter();
        let entries = entries.filter(|entry| entry.keyword == keyword);
        entries.map(|entry| entry.reason).collect()
    };
    for &provider in Provider::ALL {
        let expected = rule(provider)
            .map(|(rule, _)| format!("the tool's name must match {rule}: give it another"));
        let found = reasons("a b", "Does something.", "name", provider);
        assert_eq!(found, Vec::from_iter(expected), "{provider}");
    }
    let long = "Finds it. ".repeat(103);
    assert_eq!(
        reasons("a", &long, "description", Provider::OpenAi),
        ["the description has 1,030 characters, and 1,024 are allowed: shorten it"]
    );
    assert_eq!(
        reasons("a", &long, "description", Provider::AzureOpenAi),
        ["it is cut at the end of a sentence: the provider rejects more than 1,024 characters"]
    );
}

/// Each character that some provider rejects becomes `_`, and what is too long is cut. A name
/// without ASCII letters has an example, see `without_advice`.
#[test]
fn the_suggested_name_is_the_nearest_that_every_provider_accepts() {
    let (digits, letters) = ("9".repeat(70), "a".repeat(70));
    let (cut_digits, cut_letters) = (format!("_{}", &digits[..63]), &letters[..64]);
    for (name, suggested) in [
        ("a-b!", "a-b_"),
        ("_a.b", "_a_b"),
        ("find it", "find_it"),
        ("1st", "_1st"),
        ("-x", "_-x"),
        (digits.as_str(), cut_digits.as_str()),
        (letters.as_str(), cut_letters),
        ("größer", "gr__er"),
    ] {
        let report = def(name, "Does something.").report_for(Provider::Portable);
        let mut entries = report.entries.iter();
        let entry = entries.find(|entry| entry.keyword == "name");
        let reason = &entry.expect("an entry").reason;
        let advice = format!(": write `name = \"{suggested}\"`");
        assert!(reason.ends_with(&advice), "{reason}");
    }
}
