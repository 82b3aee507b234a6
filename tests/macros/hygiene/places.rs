//! Tools in functions and modules, with every visibility, name and attribute that a function may
//! have.

use serde_json::Value;
use std::borrow::Cow;
use toolcast::{Provider, Tool, ToolSchema, tool};

fn schema(text: Option<&str>) -> Value {
    serde_json::from_str(text.expect("parameters")).expect("JSON")
}

mod outer {
    pub(crate) mod inner {
        use toolcast::tool;

        /// Deep in modules.
        #[tool]
        pub(in crate::hygiene) fn deep(value: super::Value) -> super::Value {
            value
        }
    }

    /// A type of the module.
    #[derive(
        Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize, toolcast::ToolSchema,
    )]
    pub(crate) struct Value(pub(crate) u8);

    // One import covers the function and the tool.
    pub(in crate::hygiene) use inner::deep;
}

#[test]
fn a_tool_in_nested_modules_is_visible_as_its_function() {
    use outer::deep;
    const TEXT: &str = deep::schema_for(Provider::Gemini);
    assert_eq!(deep(outer::Value(1)), outer::Value(1));
    assert_eq!(deep::DEF.name(), "deep");
    assert!(TEXT.contains("\"deep\""));
}

#[test]
fn a_tool_in_a_function_uses_local_types() {
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    struct Argument {
        value: u8,
    }

    /// Local.
    #[tool]
    fn local(argument: Argument) -> u8 {
        argument.value
    }

    assert_eq!(local(Argument { value: 3 }), 3);
    assert!(local::schema_for(Provider::Mcp).contains("\"value\""));
}

/// Words of the language.
#[tool]
fn r#match(r#type: &str, r#fn: Option<u8>, r#in: bool) -> usize {
    let _ = (r#fn, r#in);
    r#type.len()
}

#[test]
fn raw_identifiers_lose_their_prefix() {
    assert_eq!(r#match::DEF.name(), "match");
    let schema = schema(r#match::parameters_for(Provider::Mcp));
    assert_eq!(schema["required"], serde_json::json!(["type", "in"]));
    assert!(schema["properties"]["fn"].is_object());
    assert_eq!(r#match("ab", None, true), 2);
}

/// Parameters that are only sometimes there.
#[tool]
fn sometimes(
    always: u8,
    #[cfg(any())]
    #[tool(default = 1)]
    never: Missing,
    #[cfg(not(any()))] indeed: u8,
) -> u8 {
    always + indeed
}

#[test]
fn cfg_on_parameters_is_kept() {
    let schema = schema(sometimes::parameters_for(Provider::Mcp));
    assert_eq!(schema["required"], serde_json::json!(["always", "indeed"]));
    assert_eq!(
        schema["properties"].as_object().map(serde_json::Map::len),
        Some(2)
    );
    assert_eq!(sometimes(1, 2), 3);
}

/// Every way to take a parameter.
#[tool]
#[allow(
    clippy::too_many_arguments,
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref
)] // One of each kind.
fn borrowing(
    text: &str,
    maybe: Option<&str>,
    list: &[u8],
    texts: &[&str],
    cow: Cow<'_, str>,
    reference: &Option<bool>,
    mut owned: String,
    named: Named<'_>,
) -> usize {
    owned.push_str(text);
    owned.len()
        + list.len()
        + texts.len()
        + cow.len()
        + maybe.map_or(0, str::len)
        + named.0.len()
        + usize::from(reference.is_some())
}

/// Borrowed from what the model sent.
#[derive(Debug, serde::Deserialize, ToolSchema)]
struct Named<'a>(&'a str);

#[test]
fn references_are_what_they_point_to() {
    let schema = schema(borrowing::parameters_for(Provider::Mcp));
    assert_eq!(
        schema["required"],
        serde_json::json!(["text", "list", "texts", "cow", "owned", "named"])
    );
    assert_eq!(schema["properties"]["texts"]["items"]["type"], "string");
    assert_eq!(
        borrowing(
            "a",
            Some("b"),
            &[1],
            &["c"],
            "d".into(),
            &None,
            String::new(),
            Named("e")
        ),
        6
    );
}

/// State of the caller.
struct Client;

/// With things that the model never sees.
#[tool]
fn injected(
    query: &str,
    #[tool(inject)] client: &Client,
    #[tool(inject)] _unused: Option<&Client>,
) -> usize {
    let _: &Client = client;
    query.len()
}

#[test]
fn injected_parameters_are_not_shown() {
    let schema = schema(injected::parameters_for(Provider::Mcp));
    assert_eq!(schema["required"], serde_json::json!(["query"]));
    assert_eq!(
        schema["properties"].as_object().map(serde_json::Map::len),
        Some(1)
    );
    assert_eq!(injected("abc", &Client, None), 3);
}

/// Under another name in the type namespace.
#[tool(type = CountWords, name = "count-words")]
fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// A module may have the function's name then.
mod count_words {}

#[test]
fn the_type_may_have_another_name() {
    assert_eq!(CountWords::DEF.name(), "count-words");
    assert_eq!(count_words("a b"), 2);
}

/// Patterns that have a name.
#[tool]
fn patterns(
    mut count: u8,
    #[tool(rename = "pair")] (a, b): (u8, u8),
    #[tool(rename = "ignored")] _: Option<u8>,
) -> u8 {
    count += a + b;
    count
}

#[test]
fn parameters_with_patterns_have_the_names_in_the_patterns() {
    let schema = schema(patterns::parameters_for(Provider::Mcp));
    assert_eq!(schema["required"], serde_json::json!(["count", "pair"]));
    assert!(schema["properties"]["ignored"].is_object());
    assert_eq!(patterns(1, (2, 3), None), 6);
}

const LIMIT: u8 = 7;
const DESCRIPTION: &str = concat!("Made of ", "pieces.");

#[tool(description = DESCRIPTION, providers(OpenAi, Mcp))]
fn described(
    #[tool(default = LIMIT, description = "How many")] limit: u8,
    #[tool(example = "x")] text: String,
) -> usize {
    usize::from(limit) + text.len()
}

#[test]
fn constants_in_attributes_have_their_values_in_the_schema() {
    assert_eq!(described::DEF.description(), "Made of pieces.");
    let schema = schema(described::parameters_for(Provider::Mcp));
    assert_eq!(schema["properties"]["limit"]["default"], 7);
    assert_eq!(
        schema["properties"]["text"]["examples"],
        serde_json::json!(["x"])
    );
    assert!(described::try_schema_for(Provider::Gemini).is_none());
    assert_eq!(described(1, String::new()), 1);
}

/** A block comment.

```text
# not a heading
```

See [`described`] and [the site](https://example.com).

# Arguments

* `text` - from the list,
  on two lines
- other: with a colon

# Panics

Never.
*/
#[tool]
fn documented(
    text: &str,
    other: u8,
    /// On the parameter
    third: bool,
) -> usize {
    let _ = (other, third);
    text.len()
}

#[test]
fn comments_are_cut_at_the_first_heading() {
    let description = documented::DEF.description();
    assert!(
        description.starts_with("A block comment.")
            && description.ends_with("`described` and the site."),
        "{description}"
    );
    assert!(description.contains("# not a heading"), "{description}");
    let schema = schema(documented::parameters_for(Provider::Mcp));
    let text = schema["properties"]["text"]["description"]
        .as_str()
        .unwrap_or_default();
    assert_eq!(
        text.split_whitespace().collect::<Vec<_>>().join(" "),
        "from the list, on two lines"
    );
    assert_eq!(schema["properties"]["other"]["description"], "with a colon");
    assert_eq!(
        schema["properties"]["third"]["description"],
        "On the parameter"
    );
    assert_eq!(documented("a", 1, true), 1);
}

#[tool]
fn without_any_words() {}

#[test]
fn a_name_is_better_than_no_description() {
    assert_eq!(without_any_words::DEF.description(), "Without any words");
    without_any_words();
}

/// A choice whose variants are called like those of `Option`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize, ToolSchema)]
enum Grouping {
    None,
    Some,
}

#[tool]
fn grouped(
    #[tool(default = Grouping::None)] by: Grouping,
    #[tool(default = Grouping::Some)] then: Option<Grouping>,
) -> bool {
    by == Grouping::None && then == Some(Grouping::Some)
}

#[test]
fn a_variant_called_none_is_a_default() {
    let schema = schema(grouped::parameters_for(Provider::Mcp));
    assert_eq!(schema["properties"]["by"]["default"], "None");
    assert_eq!(schema["properties"]["then"]["default"], "Some");
    assert!(grouped(Grouping::None, Some(Grouping::Some)));
}
