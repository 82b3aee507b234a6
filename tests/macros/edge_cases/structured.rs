//! The texts of `schema!` and `response_format!`, made again at run time by the functions that the
//! compiler ran, and the errors for types without a text.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use toolcast::__private::{ResponseParts, Structured};
use toolcast::schema::SchemaRef;
use toolcast::{Provider, Report, ToolSchema, render, response_format, schema};

/// Strict modes take it.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Plain {
    /// With "quotes" and \ a backslash
    text: String,
    numbers: Vec<u8>,
}

/// Strict modes don't take it without a loss.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct WithMap {
    map: BTreeMap<String, u8>,
    maybe: Option<String>,
}

/// A name as long as a name may be.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct ANameOfSixtyFourCharactersXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX {
    it: bool,
}

/// A name that is longer than that.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct ANameOfSixtyFiveCharactersXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX {
    it: bool,
}

/// A name that no provider takes.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Größe {
    it: bool,
}

/// A name with a number and a line in it.
#[derive(ToolSchema)]
#[allow(dead_code, non_camel_case_types)] // Only its schema is used; the name is deliberate.
struct Of_2 {
    it: bool,
}

macro_rules! made_again {
    ($ty:ty: $($provider:ident),* $(,)?) => {
        $({
            const PROVIDER: Provider = Provider::$provider;
            const TEXT: &str = schema!($ty, PROVIDER);
            const FORMAT: &str = response_format!($ty, PROVIDER);
            let ty = <$ty as ToolSchema>::SCHEMA;
            let made = Structured::new(ty, PROVIDER);
            assert_eq!(made.size(), TEXT.len());
            assert_eq!(made.write::<{ TEXT.len() }>().text(), TEXT);
            let pieces = ResponseParts::new(PROVIDER, ty, TEXT, made.strict());
            assert_eq!(pieces.size(), FORMAT.len());
            let joined = pieces.join::<{ FORMAT.len() }>();
            assert_eq!(joined.text(), FORMAT);
        })*
    };
}

macro_rules! by_all {
    ($($ty:ty),*) => {
        $(made_again! { $ty:
            OpenAi, OpenAiResponses, AzureOpenAi, Gemini, GeminiJsonSchema, Vertex, Mistral, Cohere, XAi, Groq, Ollama, Portable,
        })*
    };
}

#[test]
fn texts_are_those_of_the_compiler() {
    by_all! {
        Plain,
        WithMap,
        ANameOfSixtyFourCharactersXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
        ANameOfSixtyFiveCharactersXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
        Größe,
        Of_2,
        u8
    }
    // The structured output of these providers is always strict.
    made_again! { Plain: Anthropic, Bedrock }
}

#[test]
fn names_that_providers_reject_become_answer() {
    let name = |text: &str| {
        let text: serde_json::Value = serde_json::from_str(text).expect("JSON");
        text["response_format"]["json_schema"]["name"].clone()
    };
    assert_eq!(name(response_format!(Plain, Provider::OpenAi)), "Plain");
    assert_eq!(name(response_format!(Of_2, Provider::OpenAi)), "Of_2");
    assert_eq!(
        name(response_format!(
            ANameOfSixtyFourCharactersXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
            Provider::OpenAi
        )),
        "ANameOfSixtyFourCharactersXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"
    );
    assert_eq!(
        name(response_format!(
            ANameOfSixtyFiveCharactersXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
            Provider::OpenAi
        )),
        "answer"
    );
    assert_eq!(name(response_format!(Größe, Provider::OpenAi)), "answer");
    assert_eq!(name(response_format!(u8, Provider::OpenAi)), "answer");
}

/// Some providers reject an empty string in an enum.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Blank {
    #[serde(rename = "")]
    None,
}

/// Around it.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Only {
    it: Blank,
}

#[test]
fn a_rejected_type_is_reported() {
    let message = |ty, provider| {
        let panic = catch_unwind(|| Structured::new(ty, provider)).err()?;
        panic.downcast_ref::<String>().cloned()
    };
    let refused = |provider| message(Only::SCHEMA, provider);
    let text = message(<Vec<Blank>>::SCHEMA, Provider::Gemini).expect("a type without a name");
    assert!(
        text.starts_with("the type has no schema for `gemini`:\n  `value[]`: an enum may not"),
        "{text}"
    );
    let text = refused(Provider::Gemini).expect("Gemini takes no empty string");
    assert!(
        text.starts_with("the type `Only` has no schema for `gemini`:\n  `it`"),
        "{text}"
    );
    assert!(
        text.contains("an enum may not hold the empty string"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(!text.contains('\0'), "{text:?}");
    assert_eq!(refused(Provider::Mistral), None);
}

/// An object around another type.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Around<T> {
    it: T,
}

type Three<T> = Around<Around<Around<T>>>;

/// Strict mode is used for a type within its limits, without being requested.
#[test]
fn strict_mode_is_used_if_the_type_fits() {
    let strict = |ty, provider| Structured::new(ty, provider).strict();
    assert!(strict(Plain::SCHEMA, Provider::OpenAi));
    assert!(strict(WithMap::SCHEMA, Provider::OpenAi));
    // DeepSeek's strict mode has to be requested.
    assert!(!strict(Plain::SCHEMA, Provider::DeepSeek));
    assert!(strict(Plain::SCHEMA, Provider::Bedrock));
    // Nine and ten levels fit, eleven do not.
    assert!(strict(Three::<Three<Three<u8>>>::SCHEMA, Provider::OpenAi));
    assert!(strict(
        Around::<Three<Three<Three<u8>>>>::SCHEMA,
        Provider::OpenAi
    ));
    assert!(!strict(
        Around::<Around<Three<Three<Three<u8>>>>>::SCHEMA,
        Provider::OpenAi
    ));
}

/// The report of an output knows if it is lossless.
#[test]
fn a_report_is_lossless_or_not() {
    let report = |ty: &SchemaRef, provider, strict| -> Option<Report> {
        let dialect = toolcast::Dialect::of(provider, strict).expect("a dialect");
        render(ty.get(), dialect).err()
    };
    let refused = report(&Only::SCHEMA, Provider::Gemini, false).expect("a refusal");
    assert!(!refused.is_lossless());
    assert!(
        refused
            .to_string()
            .starts_with("the schema for gemini:\n  rejected /properties/it"),
        "{refused}"
    );
    assert!(report(&Only::SCHEMA, Provider::Mistral, false).is_none());

    let of = |params, provider| {
        let spec = toolcast::__private::Spec {
            name: toolcast::__private::Text::plain("tool"),
            description: toolcast::__private::Text::plain("Does something."),
            params,
            ..toolcast::__private::Spec::NEW
        };
        toolcast::ToolDef::new(Box::leak(Box::new(spec))).report_for(provider)
    };
    let nothing = of(Of_2::SCHEMA, Provider::Gemini);
    assert!(nothing.is_lossless());
    assert_eq!(nothing.to_string(), "tool for gemini: nothing lost");
    // A rewrite that is undone is not a loss; text in the description is one.
    let exact = of(WithMap::SCHEMA, Provider::Gemini);
    assert!(exact.is_lossless() && !exact.entries.is_empty(), "{exact}");
    let words = of(Plain::SCHEMA, Provider::Ollama);
    assert!(!words.is_lossless(), "{words}");
}
