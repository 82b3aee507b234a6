//! The parameters of a generated tool.

/// A parameter or field.
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) docs: &'static str,
    /// Its type in a function.
    pub(crate) param: &'static str,
    /// Its type in a struct.
    pub(crate) field: &'static str,
    /// Its constraint in our words; empty: none.
    pub(crate) tool: &'static str,
    /// The same in those of schemars.
    pub(crate) schemars: &'static str,
}

/// In turn, for as many as a tool has.
pub(crate) const MEMBERS: [Member; 8] = [
    Member {
        name: "query",
        docs: "The words to look for",
        param: "&str",
        field: "String",
        tool: "tool(length(1..=200))",
        schemars: "schemars(length(min = 1, max = 200))",
    },
    Member {
        name: "limit",
        docs: "How many results to return at most",
        param: "Option<u32>",
        field: "Option<u32>",
        tool: "tool(range(1..=100))",
        schemars: "schemars(range(min = 1, max = 100))",
    },
    Member {
        name: "score",
        docs: "The least score that a result must have",
        param: "f64",
        field: "f64",
        tool: "",
        schemars: "",
    },
    Member {
        name: "exact",
        docs: "Whether only whole words count",
        param: "bool",
        field: "bool",
        tool: "",
        schemars: "",
    },
    Member {
        name: "order",
        docs: "What comes first",
        param: "Order",
        field: "Order",
        tool: "",
        schemars: "",
    },
    Member {
        name: "labels",
        docs: "Labels that all results must have",
        param: "Vec<String>",
        field: "Vec<String>",
        tool: "",
        schemars: "",
    },
    Member {
        name: "owner",
        docs: "Who the results belong to",
        param: "String",
        field: "String",
        tool: "",
        schemars: "",
    },
    Member {
        name: "since",
        docs: "The day of the oldest result, as `2026-01-31`",
        param: "Option<String>",
        field: "Option<String>",
        tool: "",
        schemars: "",
    },
];
