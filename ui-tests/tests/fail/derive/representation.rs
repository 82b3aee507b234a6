//! Enums that are read as numbers.

#![allow(dead_code)]

mod repr_of_no_literal {
    use toolcast::ToolSchema;

    const HIGH: u8 = 2;

    #[derive(ToolSchema)]
    #[tool(repr)]
    #[repr(u8)]
    enum Level {
        Low = 1,
        High = HIGH,
    }
}

mod repr_on_a_struct {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(repr)]
    struct Level {
        low: u8,
    }
}

mod repr_with_data {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(repr)]
    #[repr(u8)]
    enum Level {
        Low,
        High(u8),
    }
}

mod repr_without_integer {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(repr)]
    enum Level {
        Low = 1,
        High = 2,
    }
}

mod repr_with_an_alignment {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(repr)]
    #[repr(u8, align(4))]
    enum Level {
        Low,
        High(u8),
    }
}

fn main() {}
