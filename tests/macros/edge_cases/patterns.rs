//! Patterns that become a `pattern` keyword, and those that move into the description, by their
//! facts. The macros compute the facts; here each fact is tested alone.

use serde_json::{Value, json};
use toolcast::__private::{Field, Key, Kind, Link, Object, Pattern, Schema, Text, UnknownNames};
use toolcast::schema::{Map, SchemaRef, Str};
use toolcast::{Dialect, Provider, ToolSchema, render};
use toolcast_test_support::judge::judge;

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn matching(facts: u16, largest_repeat: u32) -> Schema<'static> {
    Schema::of(Kind::String(Str {
        pattern: Some(Pattern {
            text: Text::plain("xyz"),
            facts,
            largest_repeat,
        }),
        ..Str::ANY
    }))
}

fn object(ty: Schema<'static>) -> Schema<'static> {
    let key = Key {
        raw: "it",
        member: "\"it\":",
        facts: 0,
    };
    let field = Field::new(key, Link::Static(SchemaRef::new(leak(ty))));
    Schema::of(Kind::Object(Object {
        fields: vec![field].leak(),
        unknown_names: UnknownNames::Ignored,
    }))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Plain,
    /// With what a dialect needs that anchors it otherwise.
    Open,
    Words,
}

fn how(ty: Schema<'static>, provider: Provider, strict: bool) -> How {
    let dialect = Dialect::of(provider, strict).expect("a dialect");
    let text = render(leak(object(ty)), dialect).expect("a text");
    match (
        text.contains("\"pattern\":\"xyz\""),
        text.contains(".*(?:xyz).*"),
        text.contains("matches the pattern xyz"),
    ) {
        (true, false, false) => How::Plain,
        (false, true, false) => How::Open,
        (false, false, true) => How::Words,
        other => panic!("{other:?}: {text}"),
    }
}

const BOTH: u16 = Pattern::ANCHORED_START | Pattern::ANCHORED_END;

const FACTS: [u16; 7] = [
    0,
    Pattern::ANCHOR | BOTH,
    Pattern::WORD_BOUNDARY,
    Pattern::UNICODE_CLASS,
    Pattern::BACK_REFERENCE,
    Pattern::LOOKAROUND,
    Pattern::DIALECT,
];

#[test]
fn the_facts_decide_between_keyword_and_description() {
    use How::{Open, Plain, Words};
    for (provider, strict, expected) in [
        (
            Provider::JsonSchema,
            false,
            [Plain, Plain, Plain, Plain, Plain, Plain, Words],
        ),
        (
            Provider::Mistral,
            false,
            [Plain, Plain, Plain, Plain, Plain, Plain, Words],
        ),
        // Python's `re`, without lookaround.
        (
            Provider::OpenAi,
            true,
            [Plain, Plain, Plain, Words, Plain, Words, Words],
        ),
        (
            Provider::Anthropic,
            true,
            [Plain, Plain, Words, Words, Words, Words, Words],
        ),
        (
            Provider::Cohere,
            false,
            [Plain, Words, Plain, Plain, Plain, Words, Words],
        ),
        (
            Provider::XAi,
            false,
            [Open, Plain, Words, Words, Words, Words, Words],
        ),
        (Provider::GeminiJsonSchema, false, [Words; 7]),
    ] {
        let found = FACTS.map(|facts| how(matching(facts, 0), provider, strict));
        assert_eq!(found, expected, "{provider}");
    }
    // Further facts never turn a description back into a keyword.
    for facts in FACTS {
        let both = facts | Pattern::LOOKAROUND | Pattern::ANCHOR | BOTH;
        for (provider, strict) in [
            (Provider::OpenAi, true),
            (Provider::Anthropic, true),
            (Provider::Cohere, false),
            (Provider::XAi, false),
        ] {
            assert_eq!(how(matching(both, 0), provider, strict), Words);
        }
    }
}

#[test]
fn a_large_repeat_moves_into_the_description() {
    for (repeat, expected) in [(0, How::Plain), (32, How::Plain), (33, How::Words)] {
        let found = how(matching(BOTH, repeat), Provider::Anthropic, true);
        assert_eq!(found, expected, "{repeat}");
        assert_eq!(
            how(matching(BOTH, repeat), Provider::OpenAi, true),
            How::Plain
        );
    }
}

/// A simple pattern is short: long ones make grammars that are refused.
#[test]
fn long_patterns_move_into_the_description_in_strict_mode() {
    for length in [128, 129] {
        let schema = Schema::of(Kind::String(Str {
            pattern: Some(Pattern {
                text: Text::plain("x".repeat(length).leak()),
                facts: BOTH,
                largest_repeat: 0,
            }),
            ..Str::ANY
        }));
        let schema = leak(object(schema));
        for (provider, is_pattern) in [
            (Provider::Anthropic, length == 128),
            (Provider::OpenAi, true),
        ] {
            let dialect = Dialect::of(provider, true).expect("a dialect");
            let text = render(schema, dialect).expect("a text");
            assert_eq!(
                text.contains("\"pattern\":"),
                is_pattern,
                "{provider} {length}"
            );
            assert_eq!(text.contains("matches the pattern"), !is_pattern, "{text}");
        }
    }
}

/// If the provider doesn't support a pattern for the names of a map, the pattern moves into the
/// description.
#[test]
fn an_unsupported_key_pattern_moves_into_the_description() {
    let map = |facts| {
        Schema::of(Kind::Map(Map {
            key: Link::Static(SchemaRef::new(leak(matching(facts, 0)))),
            value: Link::Static(u8::SCHEMA),
        }))
    };
    assert_eq!(how(map(0), Provider::OpenAi, false), How::Plain);
    assert_eq!(
        how(map(Pattern::LOOKAROUND), Provider::OpenAi, false),
        How::Words
    );
    assert_eq!(
        how(map(Pattern::LOOKAROUND), Provider::Mistral, false),
        How::Plain
    );
    assert_eq!(how(map(0), Provider::GeminiJsonSchema, false), How::Words);
}

/// xAI matches a pattern with the whole value, JSON Schema with any part of it.
#[test]
fn a_pattern_for_xai_matches_the_same_texts_whichever_ends_are_anchored() {
    #[derive(ToolSchema)]
    #[allow(dead_code)] // Only its schema is used.
    struct Texts {
        #[tool(pattern = "ab|b")]
        open: String,
        #[tool(pattern = "^ab|^b")]
        start: String,
        #[tool(pattern = "ab$|b$")]
        end: String,
        #[tool(pattern = "^ab")]
        one_start: String,
        #[tool(pattern = "ab$")]
        one_end: String,
        #[tool(pattern = "^ab$")]
        both: String,
        #[tool(pattern = "^a|b$")]
        either: String,
    }
    let matches = |pattern: &str, text: &str| {
        let schema = json!({ "pattern": pattern });
        judge(&schema).expect("a schema").is_valid(&json!(text))
    };
    let [plain, xai] = [Provider::JsonSchema, Provider::XAi].map(|provider| {
        let dialect = Dialect::of(provider, false).expect("a dialect");
        let text = render(Texts::SCHEMA.get(), dialect).expect("a text");
        serde_json::from_str::<Value>(&text).expect("JSON")
    });
    let mut texts = vec![String::new()];
    for n in 0..40 {
        let shorter = texts[n].clone();
        texts.extend(["a", "b", "c"].map(|letter| shorter.clone() + letter));
    }
    for (name, property) in plain["properties"].as_object().expect("properties") {
        let own = property["pattern"].as_str().expect("a pattern");
        let Some(sent) = xai["properties"][name]["pattern"].as_str() else {
            panic!("{name} has no pattern: {xai}");
        };
        let whole = format!("^(?:{sent})$");
        for text in &texts {
            let same = matches(own, text) == matches(&whole, text);
            assert!(same, "{own} and {sent} of {text:?}");
        }
    }
}
