//! Attributes of serde that no schema can follow.

#![allow(dead_code)]

mod deserialize_with_without_as {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        text: String,
        #[serde(default, deserialize_with = "stars")]
        stars: u32,
    }
}

mod field_identifier {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[serde(field_identifier)]
    enum Kind {
        Text,
        Age,
    }
}

mod flatten_with_constraint {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Page {
        limit: u8,
    }

    #[derive(ToolSchema)]
    struct Filter {
        #[serde(flatten)]
        #[tool(range(1..=5))]
        page: Page,
    }
}

mod mistake_that_serde_reports {
    use toolcast::ToolSchema;

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(renam = "q")]
        text: String,
    }
}

mod remote {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[serde(remote = "std::time::Duration")]
    struct Span {
        secs: u64,
        nanos: u32,
    }
}

mod same_name_after_rename {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        text: String,
        #[serde(rename = "text")]
        query: String,
    }
}

mod same_name_by_alias {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        text: String,
        #[serde(alias = "q", alias = "text")]
        query: String,
    }
}

mod same_name_of_two_variants {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[serde(rename_all = "snake_case")]
    enum Sort {
        Stars,
        #[serde(rename = "stars")]
        Forks,
    }
}

mod alias_of_a_variant_with_data {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    enum Command {
        #[serde(alias = "Stop")]
        Halt { secs: u8 },
        Stop,
        Go,
        #[serde(alias = "Go")]
        Run,
    }
}

mod same_tag_twice {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[serde(tag = "kind")]
    enum Filter {
        Text { text: String },
        #[serde(rename = "Text")]
        Words { words: Vec<String> },
    }
}

mod tag_is_a_field_too {
    use toolcast::ToolSchema;

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(tag = "kind")]
    enum Filter {
        Text { kind: String },
    }
}

mod tagged_tuple_variant {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[serde(tag = "kind")]
    enum Shape {
        Circle { radius: f64 },
        Point(f64, f64),
    }
}

mod variant_identifier {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[serde(variant_identifier)]
    enum Kind {
        Text,
        Age,
    }
}

mod with_on_a_variant {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    enum Filter {
        Text(String),
        #[serde(with = "humantime")]
        Age(std::time::Duration),
    }
}

mod with_without_as {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[serde(with = "humantime")]
        age: std::time::Duration,
    }
}

fn main() {}
