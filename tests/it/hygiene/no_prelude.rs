//! Without a prelude: no `Option`, no `Some`, no `Into`, no derive by its short name.
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

#[test]
fn has_a_text() {
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
