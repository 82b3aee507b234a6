//! Constraints, defaults and examples beside the type they are of.

#![allow(dead_code)]

mod default_and_example_do_not_fit {
    use toolcast::ToolSchema;

    fn size() -> u8 {
        10
    }

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(default = "size")]
        #[tool(default = 300, example = 400)]
        size: u8,
    }
}

mod default_breaks_range {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(range(1..=5), default = 9)]
        stars: u32,
    }
}

mod default_does_not_fit {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(default = "many")]
        stars: u32,
    }
}

mod example_does_not_fit {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(example = true)]
        text: String,
    }
}

mod length_on_a_number {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(length(1..=5))]
        stars: Option<u32>,
    }
}

mod range_on_a_newtype_of_a_string {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Text(#[tool(range(1..=80))] String);
}

mod range_on_a_string {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(range(1..=80))]
        text: String,
    }
}

fn main() {}
