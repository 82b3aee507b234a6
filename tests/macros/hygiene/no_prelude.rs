//! Without the prelude: `Option`, `Some`, `Into` and derives are not in scope by their short names.
#![no_implicit_prelude]

use ::toolcast::Tool as _;

/// A struct with everything.
#[derive(::serde::Deserialize, ::toolcast::ToolSchema)]
#[serde(deny_unknown_fields)]
struct Query<T> {
    text: ::std::string::String,
    #[tool(range(1..=5))]
    limit: ::std::option::Option<u8>,
    #[serde(default)]
    list: ::std::vec::Vec<T>,
}

/// A tagged enum.
#[derive(::serde::Deserialize, ::toolcast::ToolSchema)]
#[serde(tag = "type")]
enum Kind {
    A { x: u8 },
    B,
}

/// A recursive one.
#[derive(::serde::Deserialize, ::toolcast::ToolSchema)]
enum Tree {
    Leaf,
    Nodes(::std::vec::Vec<Tree>),
}

/// Do it.
#[::toolcast::tool]
fn search(
    query: Query<u8>,
    kind: ::std::option::Option<Kind>,
    #[tool(default = 3)] times: u8,
    tree: Tree,
) -> ::std::result::Result<u8, ::std::string::String> {
    let size = match tree {
        Tree::Leaf => 0,
        Tree::Nodes(nodes) => nodes.len(),
    };
    let kind = match kind {
        ::std::option::Option::Some(Kind::A { x }) => x,
        _ => 0,
    };
    let limit = query.limit.unwrap_or(times);
    if query.text.is_empty() && query.list.is_empty() && size == 0 {
        return ::std::result::Result::Err(::std::string::String::new());
    }
    ::std::result::Result::Ok(limit + kind)
}

/// With methods.
struct Weather;

#[::toolcast::tools]
impl Weather {
    /// The forecast.
    #[tool]
    async fn forecast(
        &self,
        city: &str,
        #[tool(default = "now")] when: ::std::string::String,
        days: ::std::option::Option<&[u8]>,
    ) -> ::std::result::Result<usize, ::std::string::String> {
        let days = ::std::future::ready(days.map_or(0, <[u8]>::len)).await;
        ::std::result::Result::Ok(city.len() + when.len() + days)
    }
}

#[test]
fn a_tool_without_the_prelude_is_called() {
    use ::std::assert_eq;
    let context =
        ::toolcast::call::CallContext::new(::toolcast::Provider::Mcp, "", "").with_state(Weather);
    let reply = Weather::tool_def("forecast").call_with(context, r#"{"city": "Rome"}"#);
    let answer = reply.now_or_never().unwrap().unwrap();
    assert_eq!(
        answer.content,
        [::toolcast::call::Content::Json(::std::convert::Into::into(
            "7"
        ))]
    );
    assert_eq!(::toolcast::toolset![search].build().unwrap().len(), 1);
    ::std::assert!(
        ::toolcast::response_format!(u8, ::toolcast::Provider::Ollama).contains("value")
    );
}

#[test]
fn a_tool_without_the_prelude_has_a_text() {
    ::std::assert!(
        search::DEF
            .schema_for(::toolcast::Provider::Gemini)
            .contains("\"search\"")
    );
    let query = Query {
        text: ::std::string::String::new(),
        limit: ::std::option::Option::None,
        list: ::std::vec![1],
    };
    ::std::assert_eq!(
        search(query, ::std::option::Option::None, 4, Tree::Leaf),
        ::std::result::Result::Ok(4)
    );
}
