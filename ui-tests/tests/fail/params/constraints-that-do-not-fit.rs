//! Constraints, defaults and examples beside the type they are of.

#![allow(dead_code, unused_variables)]

mod constraint_at_its_place {
    use toolcast::tool;

    #[tool]
    fn find(name: &str, #[tool(description = "how many", range(1..=5))] most: String) {}

    #[tool]
    fn list(#[tool(example = "x")] most: u8) {}

    struct Index;

    #[toolcast::tools]
    impl Index {
        #[tool]
        fn search(&self, #[tool(length(1..=5))] most: u8) {}
    }
}

mod default_and_example_break_constraints {
    use toolcast::tool;

    #[tool]
    fn search(
        #[tool(multiple_of = 5, default = 3, example = 4)] page: u8,
        #[tool(default = 300, example = 400)] size: u8,
    ) {
    }
}

mod default_breaks_range {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(default = 100, range(1..=50))] limit: u8) {}
}

mod default_too_large_for_the_type {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(default = 300)] limit: u8) {}
}

mod example_breaks_length {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(length(..=3), example = "rust")] query: &str) {}
}

mod example_does_not_fit {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(example = 5)] query: &str) {}
}

mod format_on_a_bool {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(format = "email")] archived: bool) {}
}

mod fraction_on_an_integer {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(0.5..=9.5))] limit: u8) {}
}

mod length_on_a_number {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(length(1..=50))] limit: Option<u8>) {}
}

mod multiple_of_on_a_string {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(multiple_of = 5)] query: &str) {}
}

mod pattern_on_a_number {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "^[0-9]+$")] id: u64) {}
}

mod range_on_a_string {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(1..=80))] query: &str) {}
}

mod constraints_of_several_kinds {
    use toolcast::tool;

    #[tool]
    fn search(
        #[tool(range(1..), example = [1, 2])] words: Vec<String>,
        #[tool(length(..2), default = ["a", "b"])] names: Vec<String>,
        #[tool(pattern = "a", format = "uuid", multiple_of = 0.5)] page: i8,
        #[tool(example = 128, example = -129)] offset: Option<i8>,
        #[tool(as = "u16", example = "a")] port: String,
        #[tool(example = "half")] share: f64,
        #[tool(example = "ab")] grade: char,
        #[tool(pattern = "^a")] letters: &[String],
    ) {
    }
}

fn main() {}
