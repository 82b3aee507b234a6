//! Structured output of a conversation whose provider is chosen at run time.

use serde_json::{Value, json};
use toolcast::conversation::ConversationError;
use toolcast::{Conversation, Provider, ToolSchema, response_format};
use toolcast_test_support::json::merge;

use super::{asked, chats, tools};

/// An invoice.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Invoice {
    /// The \"seller\"
    from: String,
    #[tool(range(0.0..))]
    total: Option<f64>,
    lines: Vec<Line>,
}

#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Line {
    Item { name: String },
    Discount(u32),
}

/// More optional properties than Anthropic's only mode accepts.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Many {
    a: Option<bool>,
    b: Option<bool>,
    c: Option<bool>,
    d: Option<bool>,
    e: Option<bool>,
    f: Option<bool>,
    g: Option<bool>,
    h: Option<bool>,
    i: Option<bool>,
    j: Option<bool>,
    k: Option<bool>,
    l: Option<bool>,
    m: Option<bool>,
    n: Option<bool>,
    o: Option<bool>,
    p: Option<bool>,
    q: Option<bool>,
    r: Option<bool>,
    s: Option<bool>,
    t: Option<bool>,
    u: Option<bool>,
    v: Option<bool>,
    w: Option<bool>,
    x: Option<bool>,
    y: Option<bool>,
}

macro_rules! constants {
    ($ty:ty: $($provider:ident),*) => {[$((Provider::$provider, response_format!($ty, Provider::$provider))),*]};
}

#[test]
fn the_response_format_is_the_constant_of_the_macro() {
    assert_formats::<Invoice>(&constants!(
        Invoice: OpenAi, OpenAiResponses, AzureOpenAi, Anthropic, Gemini, GeminiJsonSchema, Vertex, Bedrock, Mistral, Cohere, XAi, Groq, Ollama, Portable
    ));
    assert_formats::<Vec<u8>>(&constants!(Vec<u8>: OpenAi, Bedrock, Vertex, Ollama));
}

fn assert_formats<T: ToolSchema>(constants: &[(Provider, &str)]) {
    for (provider, constant) in constants {
        let mut chat = asked(*provider);
        let plain = chat.request(&tools()).expect("a request");
        chat.response_format::<T>().expect("a format");
        let request = chat.request(&tools()).expect("a request");
        let members: Value = serde_json::from_str(constant).expect("JSON");
        assert_ne!(request, plain, "{provider}");
        let mut expected = plain.clone();
        merge(&mut expected, &members);
        assert_eq!(request, expected, "{provider}");
        let mut own = plain.clone();
        let asked = provider.set_response_format::<T>(&mut own);
        assert_eq!((asked, &own), (Ok(()), &expected), "{provider}");
        // Another format replaces it as a whole.
        for _ in 0..2 {
            let other = provider.set_response_format::<Line>(&mut own);
            other.expect("a format");
            let again = provider.set_response_format::<T>(&mut own);
            assert_eq!((again, &own), (Ok(()), &expected), "{provider}");
        }
        let stored = serde_json::to_string(&chat).expect("JSON");
        let mut stored: Conversation = serde_json::from_str(&stored).expect("a conversation");
        assert_eq!(
            stored.request(&tools()).expect("a request"),
            request,
            "{provider}"
        );
        chat.clear_response_format();
        assert_eq!(
            chat.request(&tools()).expect("a request"),
            plain,
            "{provider}"
        );
    }
}

#[test]
fn a_type_without_a_format_is_an_error_with_the_reason() {
    let mut chat = asked(Provider::DeepSeek);
    let error = chat.response_format::<Invoice>().expect_err("no format");
    assert!(matches!(error, ConversationError::ResponseFormat(_)));
    assert!(error.to_string().contains("json_object"), "{error}");
    let mut own = json!({"messages": []});
    let wire = Provider::DeepSeek.set_response_format::<Invoice>(&mut own);
    assert_eq!(wire.expect_err("no format").to_string(), error.to_string());
    assert_eq!(own, json!({"messages": []}));
    let wire = Provider::OpenAi.set_response_format::<Invoice>(&mut json!([]));
    let error = wire.expect_err("a list").to_string();
    assert_eq!(error, "openai: expected an object, found a list");
    for provider in [Provider::Anthropic, Provider::Bedrock] {
        let mut chat = asked(provider);
        let before = chat.clone();
        let error = chat.response_format::<Many>().expect_err("too many");
        assert!(error.to_string().contains("24"), "{error}");
        assert_eq!(chat, before);
    }
}

#[test]
fn another_provider_loses_the_response_format_and_lists_it() {
    for provider in chats().filter(|provider| *provider != Provider::DeepSeek) {
        let other = match provider {
            Provider::Anthropic => Provider::OpenAi,
            _ => Provider::Anthropic,
        };
        let mut chat = asked(provider);
        chat.response_format::<Invoice>().expect("a format");
        let losses = chat.switch(other, "another").expect("a chat API");
        let members = losses.iter().filter(|lost| lost.message.is_none());
        assert_eq!(members.count(), 1, "{provider}: {losses:?}");
        let request = chat.request(&tools()).expect("a request").to_string();
        assert!(!request.contains("Invoice"), "{provider}: {request}");
        chat.response_format::<Invoice>().expect("a format");
        let request = chat.request(&tools()).expect("a request").to_string();
        assert!(request.contains("seller"), "{other}: {request}");
    }
}

type Two<T> = Vec<Vec<T>>;
type Twelve<T> = Two<Two<Two<Two<Two<Two<T>>>>>>;

macro_rules! nested {
    ($($name:ident: $inner:ty),* $(,)?) => {$(
        #[derive(ToolSchema)]
        #[allow(dead_code)] // Only its schema is used.
        struct $name(Twelve<$inner>);
    )*};
}

// Lists of 108 levels.
nested!(A: u8, B: A, C: B, D: C, E: D, F: E, G: F, H: G, I: H);

#[test]
fn a_response_format_that_could_not_be_stored_is_an_error() {
    let mut errors = 0;
    for provider in chats().filter(|provider| *provider != Provider::DeepSeek) {
        let mut chat = asked(provider);
        chat.response_format::<Invoice>().expect("a format");
        let before = chat.clone();
        if let Err(error) = chat.response_format::<I>().map(|_| ()) {
            errors += usize::from(matches!(error, ConversationError::TooLong { .. }));
            assert_eq!(chat, before, "{provider}: {error}");
        }
        let stored = serde_json::to_string(&chat).expect("JSON");
        let stored = serde_json::from_str::<Conversation>(&stored);
        assert!(stored.is_ok(), "{provider}");
    }
    assert!(errors > 0);
}
