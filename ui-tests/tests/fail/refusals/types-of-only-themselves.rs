//! Types whose only field is themselves.

#![allow(dead_code)]

mod a_variant_that_is_the_whole {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(untagged)]
    enum Term {
        Again(Box<Term>),
        Number(u8),
    }

    /// Searches.
    #[tool]
    fn search(term: Term) {
        let _ = term;
    }
}

mod map_key_nothing_but_itself {
    use std::collections::BTreeMap;
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema, PartialEq, Eq, PartialOrd, Ord)]
    struct Name(Box<Name>);

    /// Counts.
    #[tool]
    fn count(names: BTreeMap<Name, u32>) {
        let _ = names;
    }
}

mod nothing_but_itself_by_from {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(from = "Box<Inner>")]
    struct Inner(u8);

    impl From<Box<Inner>> for Inner {
        fn from(inner: Box<Inner>) -> Self {
            *inner
        }
    }

    /// Searches.
    #[tool]
    fn search(inner: Inner) {
        let _ = inner;
    }
}

mod nothing_but_itself_flattened {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Outer(Option<Inner>);

    #[derive(serde::Deserialize, ToolSchema)]
    struct Inner(Option<Box<Outer>>);

    /// Searches.
    #[tool]
    fn search(#[tool(flatten)] outer: Outer) {
        let _ = outer;
    }
}

mod nothing_but_itself_in_a_variant {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Outer(Inner);

    #[derive(serde::Deserialize, ToolSchema)]
    struct Inner(Box<Outer>);

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(tag = "kind")]
    enum Choice {
        One(Outer),
        Other,
    }

    /// Searches.
    #[tool]
    fn search(choice: Choice) {
        let _ = choice;
    }
}

mod nothing_but_itself_with_a_constraint {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Inner(Box<Inner>);

    /// Searches.
    #[tool]
    fn search(#[tool(range(1..2))] inner: Inner) {
        let _ = inner;
    }
}

mod nothing_but_itself_with_a_default {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Inner(Box<Inner>);

    /// Searches.
    #[tool]
    fn search(#[tool(default = None)] inner: Option<Inner>) {
        let _ = inner;
    }
}

mod nothing_but_itself {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Outer(Option<Inner>);

    #[derive(serde::Deserialize, ToolSchema)]
    struct Inner(Option<Box<Outer>>);

    /// Searches.
    #[tool]
    fn search(outer: Outer) {
        let _ = outer;
    }
}

fn main() {}
