//! Numbers at their bound, which `docs/providers.md` and `docs/lint.md` have, and one beyond it.

use serde_json::{Map, Value, json};
use toolcast::Provider;
use toolcast::lint::{ChangeKind, Rule};

use crate::good::parameters;
use crate::support::{check, declared, listed, normalize, request, schema_at, strict, tool};

/// The providers with a strict mode like OpenAI's.
const STRICT: [Provider; 3] = [
    Provider::OpenAi,
    Provider::OpenAiResponses,
    Provider::AzureOpenAi,
];

/// An object that has all of the properties.
fn object(properties: &Map<String, Value>) -> Value {
    let required: Vec<&String> = properties.keys().collect();
    json!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false
    })
}

fn one_property(schema: Value) -> Value {
    object(&Map::from_iter([("n".to_owned(), schema)]))
}

/// The rule, the place in the schema and the text of each finding about a strict tool's schema.
#[track_caller]
fn found(provider: Provider, schema: &Value) -> Vec<(Rule, String, String)> {
    let body = request(provider, &[strict("a", schema.clone())]);
    let findings = check(provider, &body).into_iter();
    let at = schema_at(provider, 0);
    findings
        .map(|one| {
            let place = one
                .pointer
                .strip_prefix(&at)
                .expect("a place in the schema");
            (one.rule, place.to_owned(), one.found)
        })
        .collect()
}

/// The first schema has no finding, and the second one this finding alone.
#[track_caller]
fn bound(fine: &Value, beyond: &Value, rule: Rule, place: &str, words: &str) {
    for provider in STRICT {
        assert_eq!(found(provider, fine), [], "{provider}");
        let only = (rule, place.to_owned(), words.to_owned());
        assert_eq!(found(provider, beyond), [only], "{provider}");
    }
}

#[test]
fn a_strict_schema_has_5000_properties_and_no_more() {
    let of = |number: usize| {
        let name = |i: usize| (format!("p{i}"), json!({"type": "string"}));
        object(&(0..number).map(name).collect())
    };
    let words = "5001 properties, more than 5000";
    bound(&of(5000), &of(5001), Rule::Size, "", words);
}

#[test]
fn a_strict_schema_has_10_levels_and_no_more() {
    let of = |levels: usize| {
        let inner = one_property(json!({"type": "string"}));
        (1..levels).fold(inner, |inner, _| one_property(inner))
    };
    let words = "11 levels of nesting, more than 10";
    bound(&of(10), &of(11), Rule::Depth, "", words);
}

#[test]
fn a_strict_schema_has_1000_enum_values_and_no_more() {
    // Two enums, so that none is a long one.
    let of = |number: usize| {
        let values = |from: usize, to: usize| -> Vec<String> {
            (from..to).map(|i| format!("v{i}")).collect()
        };
        object(&Map::from_iter([
            (
                "m".to_owned(),
                json!({"type": "string", "enum": values(0, 500)}),
            ),
            (
                "n".to_owned(),
                json!({"type": "string", "enum": values(500, number)}),
            ),
        ]))
    };
    let words = "1001 enum values, more than 1000";
    bound(&of(1000), &of(1001), Rule::Size, "", words);
}

#[test]
fn an_enum_of_more_than_250_values_has_15000_characters_and_no_more() {
    // Each value has 60 characters and some of them 59; an accent is one character.
    let of = |number: usize, characters: usize| {
        let short = number * 60 - characters;
        let value = |i: usize| {
            let length = if i < short { 56 } else { 57 };
            json!(format!("{i:03}{}", "é".repeat(length)))
        };
        let values: Vec<Value> = (0..number).map(value).collect();
        one_property(json!({"type": "string", "enum": values}))
    };
    let words = "an enum of 251 values with 15001 characters";
    let place = "/properties/n";
    bound(&of(251, 15_000), &of(251, 15_001), Rule::Size, place, words);
    // A shorter enum may have values of any length.
    let wide: Vec<String> = (0..250).map(|i| format!("{i:090}")).collect();
    let wide = one_property(json!({"type": "string", "enum": wide}));
    for provider in STRICT {
        assert_eq!(found(provider, &wide), []);
    }
}

#[test]
fn names_and_values_of_a_strict_schema_have_120000_characters_and_no_more() {
    let most = 120_000;
    let text = |length: usize| "é".repeat(length);
    let words = "120001 characters of names and values, more than 120000";
    let kinds: [(&str, &dyn Fn(usize) -> Value); 5] = [
        ("names of properties", &|length| {
            object(&Map::from_iter([(text(length), json!({"type": "string"}))]))
        }),
        ("values of an enum", &|length| {
            one_property(json!({"type": "string", "enum": [text(length - 1)]}))
        }),
        ("a constant", &|length| {
            one_property(json!({"type": "string", "const": text(length - 1)}))
        }),
        ("names in $defs", &|length| {
            let mut schema = one_property(json!({"type": "string"}));
            schema["$defs"] = json!({ text(length - 1): {"type": "string"} });
            schema
        }),
        ("names in definitions", &|length| {
            let mut schema = one_property(json!({"type": "string"}));
            schema["definitions"] = json!({ text(length - 1): {"type": "string"} });
            schema
        }),
    ];
    for (kind, of) in kinds {
        for provider in STRICT {
            let sizes = |schema: &Value| -> Vec<String> {
                let all = found(provider, schema).into_iter();
                all.filter(|one| one.0 == Rule::Size)
                    .map(|one| one.2)
                    .collect()
            };
            assert_eq!(sizes(&of(most)), [] as [&str; 0], "{provider}, {kind}");
            assert_eq!(sizes(&of(most + 1)), [words], "{provider}, {kind}");
        }
    }
}

#[test]
fn each_definition_of_a_strict_schema_is_counted_by_itself() {
    let long = |length: usize| json!({"type": "string", "enum": ["x".repeat(length)]});
    let of = |second: usize| {
        let mut schema = object(&Map::from_iter([
            ("a".to_owned(), json!({"$ref": "#/$defs/A"})),
            ("b".to_owned(), json!({"$ref": "#/$defs/B"})),
        ]));
        schema["$defs"] = json!({"A": long(100_000), "B": long(second)});
        schema
    };
    let words = "120001 characters of names and values, more than 120000";
    bound(&of(120_000), &of(120_001), Rule::Size, "", words);
}

#[test]
fn a_schema_without_strict_mode_has_no_bound_on_its_size() {
    let name = |i: usize| (format!("p{i}"), json!({"type": "string"}));
    let schema = object(&(0..5001).map(name).collect());
    for provider in STRICT {
        let body = request(provider, &[tool("a", schema.clone())]);
        assert_eq!(check(provider, &body), [], "{provider}");
    }
}

#[test]
fn a_name_is_as_long_as_the_provider_documents_and_no_longer() {
    for (provider, most) in [
        (Provider::OpenAi, 64),
        (Provider::OpenAiResponses, 64),
        (Provider::AzureOpenAi, 64),
        (Provider::Anthropic, 128),
        (Provider::Gemini, 64),
        (Provider::GeminiJsonSchema, 64),
        (Provider::Vertex, 64),
        (Provider::Bedrock, 64),
        (Provider::Mistral, 64),
        (Provider::DeepSeek, 64),
        (Provider::Groq, 64),
        (Provider::Mcp, 128),
        (Provider::Portable, 64),
    ] {
        let of = |length: usize| request(provider, &[tool(&"n".repeat(length), parameters())]);
        let rules = |body: &Value| -> Vec<Rule> {
            check(provider, body)
                .into_iter()
                .map(|one| one.rule)
                .collect()
        };
        let mut long = of(most + 1);
        // Only the proto refuses a member of the schema.
        let others = rules(&of(most));
        assert!(!others.contains(&Rule::Name), "{provider}");
        assert!(rules(&long).contains(&Rule::Name), "{provider}");
        let report = normalize(provider, &mut long);
        let names: Vec<(usize, usize)> = (report.names.iter())
            .map(|(new, old)| (new.len(), old.len()))
            .collect();
        assert_eq!(names, [(most, most + 1)], "{provider}");
    }
}

#[test]
fn a_name_in_a_namespace_has_128_characters_and_no_more() {
    let provider = Provider::OpenAiResponses;
    let of = |length: usize| {
        let inner = declared(provider, &strict(&"n".repeat(length), parameters()));
        json!({"model": "m", "input": "x", "tools": [
            {"type": "namespace", "name": "s", "description": "d", "tools": [inner]}
        ]})
    };
    assert_eq!(check(provider, &of(128)), []);
    let found = check(provider, &of(129));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rule, Rule::Name);
    assert_eq!(found[0].pointer, "/tools/0/tools/0/name");
}

#[test]
fn a_description_for_azure_has_1024_characters_and_is_cut_to_them() {
    let provider = Provider::AzureOpenAi;
    let of = |length: usize| {
        let mut body = request(provider, &[tool("a", parameters())]);
        body["tools"][0]["function"]["description"] = json!("é".repeat(length));
        body
    };
    assert_eq!(check(provider, &of(1024)), []);
    let mut body = of(1025);
    let found = check(provider, &body);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].pointer, "/tools/0/function/description");
    assert_eq!(
        found[0].found,
        "a description of 1025 characters, more than 1024"
    );
    let report = normalize(provider, &mut body);
    assert_eq!(report.changes.len(), 1);
    assert_eq!(report.changes[0].kind, ChangeKind::Set);
    assert_eq!(
        body["tools"][0]["function"]["description"],
        json!("é".repeat(1022) + "..")
    );
}

#[test]
fn ten_thousand_findings_are_listed_and_the_rest_is_counted() {
    let provider = Provider::Anthropic;
    let of = |number: usize| json!({"messages": [], "tools": vec![json!(7); number]});
    let all = toolcast::lint::check(provider, &of(10_000));
    assert_eq!(all.len(), 10_000);
    assert!(all.iter().all(|one| one.rule == Rule::InvalidMember));
    for beyond in [1, 2] {
        let most = toolcast::lint::check(provider, &of(10_000 + beyond));
        listed(&most[9_999..]);
        assert_eq!(most[..10_000], all[..]);
        let rest: Vec<_> = most[10_000..]
            .iter()
            .map(|one| (one.rule, &*one.found))
            .collect();
        let words = format!("{beyond} more findings");
        assert_eq!(rest, [(Rule::FindingLimit, &*words)]);
        assert_eq!((&*most[10_000].pointer, &*most[10_000].keyword), ("", ""));
    }
}

#[test]
fn a_tool_with_a_finding_is_kept_up_to_512_levels_and_left_out_beyond() {
    let provider = Provider::OpenAi;
    // The tool itself is around all levels.
    let of = |levels: usize| {
        let mut body = request(provider, &[tool("a b", parameters())]);
        let deep = (0..levels - 2).fold(json!(1), |inner, _| json!([inner]));
        body["tools"][0]["function"]["deep"] = deep;
        body
    };
    let mut body = of(512);
    let report = normalize(provider, &mut body);
    assert_eq!(report.removed, []);
    assert_eq!(body["tools"][0]["function"]["name"], "a_b");
    let report = normalize(provider, &mut of(513));
    assert_eq!(report.removed.len(), 1);
    assert_eq!(report.removed[0].name.as_deref(), Some("a b"));
    assert_eq!(report.removed[0].pointer, "/tools/0");
    assert_eq!(report.removed[0].reasons, ["nested deeper than 512 levels"]);
}
