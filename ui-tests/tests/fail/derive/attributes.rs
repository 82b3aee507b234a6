//! Keys of types, fields and variants.

#![allow(dead_code, unused_variables)]

mod as_and_with {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(as = "String", schema_with = text)]
        text: String,
    }
}

mod as_itself {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[tool(as = "Width")]
    struct Width(u8);

    /// Draws.
    #[tool]
    fn draw(width: Width) {
        let _ = width;
    }
}

mod bound_malformed {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(bound = "T ToolSchema")]
    struct Page<T> {
        items: Vec<T>,
    }
}

mod default_made_by_a_call {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(default = stars())]
        stars: u32,
    }

    fn stars() -> u32 {
        5
    }
}

mod default_of_an_unnamed_field {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Stars(#[tool(default = 5)] u32);
}

mod default_unknown_to_serde {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(default)]
        stars: u32,
    }
}

mod example_not_showable {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(example = String::new())]
        text: String,
    }
}

mod helper_before_derive_without_import {
    use toolcast::ToolSchema;

    #[tool(description = "How to filter")]
    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        text: String,
    }
}

mod helper_without_derive {
    use toolcast::tool;

    #[derive(serde::Deserialize)]
    struct Filter {
        #[tool(length(1..=80))]
        text: String,
    }
}

mod key_of_a_field_on_a_type {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(range(1..=5))]
    struct Stars(u32);
}

mod key_twice {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(range(1..), description = "Stars", range(..=5))]
        stars: u32,
    }
}

mod on_a_union {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    union Bits {
        int: u32,
        float: f32,
    }
}

mod skip_that_serde_reads {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        text: String,
        #[tool(hidden)]
        cache: u32,
    }
}

mod unknown_key_on_a_field {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(patern = "^[a-z]+$")]
        text: String,
    }
}

mod unknown_key_on_a_type {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(descripton = "How to filter")]
    struct Filter {
        text: String,
    }
}

mod unknown_key_on_a_variant {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    enum Sort {
        #[tool(describe = "Most stars first")]
        Stars,
    }
}

mod word_of_serde {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(rename = "q")]
        text: String,
    }
}

mod const_parameter_by_a_path {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Page<const N: std::primitive::usize> {
        items: [u8; N],
    }
}

mod words_of_serde_on_a_type {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(name = "F", rename = "F", rename_all = "camelCase", tag = "kind", untagged)]
    struct Filter {
        text: String,
    }

    #[derive(ToolSchema)]
    #[tool(transparent, deny_unknown_fields, default)]
    struct Page {
        text: String,
    }
}

mod key_of_a_function_on_a_type {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(strict)]
    struct Filter {
        text: String,
    }
}

mod words_of_serde_on_a_variant {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    enum Sort {
        #[tool(rename = "stars", alias = "star", skip)]
        Stars,
        #[tool(default)]
        Forks,
    }
}

mod words_of_serde_on_a_field {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(alias = "q", flatten)]
        text: String,
    }
}

mod keys_of_another_place_on_a_field {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(inject, crate = toolcast, bound = "T: Copy")]
        text: String,
    }
}

mod hidden_without_a_name {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Pair(#[serde(default)] #[tool(hidden)] u8, u8);

    #[derive(ToolSchema)]
    enum Either {
        Left(#[serde(default)] #[tool(hidden)] u8),
    }
}

mod hidden_and_flattened {
    use std::collections::BTreeMap;
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        text: String,
        #[serde(flatten, default)]
        #[tool(hidden)]
        others: BTreeMap<String, String>,
    }
}

mod keys_that_have_no_effect {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[serde(default)]
        #[tool(hidden, range(1..), description = "Stars")]
        stars: u8,
        #[serde(skip)]
        #[tool(length(1..))]
        cache: String,
    }

    #[derive(ToolSchema)]
    #[tool(as = "String")]
    struct Name {
        #[tool(length(1..), lenght(2..))]
        text: String,
    }

    #[derive(ToolSchema)]
    #[serde(try_from = "String")]
    enum Sort {
        #[tool(description = "Up")]
        Ascending(#[tool(range(1..))] u8),
    }

    #[derive(ToolSchema)]
    enum Shape {
        #[tool(as = "u8")]
        Circle {
            #[tool(range(1..))]
            radius: u8,
        },
        #[serde(skip)]
        #[tool(description = "No model knows it")]
        Square(#[tool(range(1..))] u8),
        Point,
    }

    #[derive(ToolSchema)]
    #[tool(repr)]
    #[repr(u8)]
    enum Level {
        #[tool(as = "u8")]
        Low,
    }

    #[derive(ToolSchema)]
    #[serde(transparent)]
    struct Wrapper {
        value: u8,
        #[serde(default)]
        #[tool(description = "Another")]
        other: u8,
    }
}

mod skips_without_a_name {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Pair(u8, #[serde(skip_deserializing)] u8, #[serde(skip)] u8);

    #[derive(ToolSchema)]
    enum Either {
        Left(#[serde(skip_serializing)] u8),
        Right(#[serde(skip)] u8),
    }

    #[derive(ToolSchema)]
    #[serde(tag = "kind", content = "value")]
    enum Adjacent {
        Left(#[serde(skip)] u8),
        Right,
    }
}

fn main() {}
