#![deny(warnings)]
#![allow(dead_code)]
// Names, types, values and attributes that macros produce as groups.

use toolcast::{Provider, Tool, ToolSchema};

macro_rules! types {
    ($(#[$meta:meta])* $vis:vis $name:ident { $($field:ident: $ty:ty = $default:expr;)* }) => {
        $(#[$meta])*
        #[derive(serde::Deserialize, ToolSchema)]
        $vis struct $name {
            $(#[tool(default = $default)] $field: $ty,)*
        }
    };
}

types! {
    /// How to filter.
    #[allow(missing_docs)]
    pub Filter { stars: u32 = 5; words: Vec<String> = ["a", "b"]; }
}

macro_rules! tools {
    ($($name:ident($limit:ident, $param:ident: $ty:ty, $max:literal) $description:literal $body:block)*) => {$(
        #[toolcast::tool(description = $description)]
        fn $name(#[tool(range(1..=$max))] $limit: u8, $param: $ty) -> usize $body
    )*};
}

tools! {
    search(limit, filter: Option<Filter>, 50) "Searches" { filter.map_or(limit.into(), |it| it.words.len()) }
    find(most, query: &str, 5) "Finds" { query.len() + usize::from(most) }
}

macro_rules! inside {
    () => {{
        #[toolcast::tool]
        fn inner(query: &str) -> usize {
            query.len()
        }
        assert_eq!(inner("a"), 1);
        <inner as Tool>::DEF.name()
    }};
}

fn main() {
    assert_eq!(search(1, None) + find(2, ""), 3);
    assert!(search::schema_for(Provider::Gemini).contains("How to filter"));
    assert_eq!(inside!(), inside!());
}
