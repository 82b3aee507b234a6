//! `pattern`, `format` and `length`.

#![allow(dead_code, unused_variables)]

mod example_not_showable {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(example = format!("rust"))] query: &str) {}
}

mod format_empty {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(format = "")] query: &str) {}
}

mod length_negative {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(length(-1..=5))] query: &str) {}
}

mod pattern_class_range_reversed {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "^[z-a]+$")] query: &str) {}
}

mod pattern_class_never_closed {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "^[a-z+$")] query: &str) {}
}

mod pattern_ends_with_backslash {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = r"\d\")] query: &str) {}
}

mod pattern_group_never_closed {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "^(a|b$")] query: &str) {}
}

mod pattern_group_never_opened {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "^a|b)$")] query: &str) {}
}

mod pattern_not_a_literal {
    use toolcast::tool;

    const WORD: &str = "^[a-z]+$";

    #[tool]
    fn search(#[tool(pattern = WORD)] query: &str) {}
}

mod pattern_repeats_backwards {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "^a{5,2}$")] query: &str) {}
}

mod pattern_repeats_nothing {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "*.rs")] query: &str) {}
}

mod pattern_of_sixty_five_classes {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]")] query: &str) {}
}

fn main() {}
