//! Constraints, defaults and examples on types that the macro doesn't know by name.

#![allow(dead_code)]

type Text = String;
type Count = u32;
type Size = u8;

mod default_and_example_do_not_fit {
    use toolcast::ToolSchema;

    fn size() -> u8 {
        10
    }

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(default = "size")]
        #[tool(default = 300, example = 400)]
        size: crate::Size,
    }
}

mod default_does_not_fit {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(default = "many")]
        stars: crate::Count,
    }
}

mod example_does_not_fit {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(example = true)]
        text: crate::Text,
    }
}

mod length_on_a_number {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(length(1..=5))]
        stars: Option<crate::Count>,
    }
}

mod range_on_a_newtype_of_a_string {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Text(#[tool(range(1..=80))] crate::Text);
}

mod range_on_a_string {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(range(1..=80))]
        text: crate::Text,
    }
}

mod range_on_nothing_but_itself {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Inner(Box<Inner>);

    #[derive(ToolSchema)]
    struct Filter {
        #[tool(range(1..2))]
        inner: Inner,
    }

    #[derive(ToolSchema)]
    struct Inside<const N: usize>(Option<Box<Inside<N>>>);

    #[derive(ToolSchema)]
    struct Other {
        #[tool(range(1..2))]
        inner: Inside<8>,
    }
}

mod values_that_no_schema_shows {
    use toolcast::ToolSchema;

    const HALF: f64 = 0.5;

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[tool(default = HALF)]
        least: f64,
        #[tool(example = HALF)]
        most: f64,
    }
}

fn main() {}
