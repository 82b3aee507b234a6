//! Lists of providers, and members for one of them.

#![allow(dead_code, unused_variables)]

mod extra_named_by_a_keyword {
    use toolcast::tool;

    #[tool(extra(type = r#"{"cache_control": null}"#))]
    fn search(query: &str) {}

    #[tool(providers(OpenAi, self))]
    fn find(query: &str) {}
}

mod extra_member_twice {
    use toolcast::tool;

    #[tool(extra(Anthropic = r#"{"cache_control": null, "cache_control": {}}"#, OpenAi = r#"{"a": [{"b": 1, "b": 1}]}"#))]
    fn search(query: &str) {}
}

mod extra_not_an_object {
    use toolcast::tool;

    #[tool(extra(Anthropic = "cache_control"))]
    fn search(query: &str) {}
}

mod extra_not_json {
    use toolcast::tool;

    #[tool(extra(Anthropic = r#"{"cache_control": {"type": "ephemeral"}"#))]
    fn search(query: &str) {}
}

mod extra_without_provider {
    use toolcast::tool;

    #[tool(extra = r#"{"cache_control": {}}"#)]
    fn search(query: &str) {}
}

mod provider_left_out {
    use toolcast::tool;

    #[tool(except(Gemini), allow_rejected(Gemini, Cohere))]
    fn search(query: &str) {}

    #[tool(providers(OpenAi), strict(Anthropic), extra(Anthropic = r#"{"cache_control": null}"#))]
    fn find(query: &str) {}
}

mod provider_twice {
    use toolcast::tool;

    #[tool(except(Cohere, Gemini, Cohere))]
    fn search(query: &str) {}
}

mod providers_and_except {
    use toolcast::tool;

    #[tool(providers(OpenAi, Gemini), except(Cohere))]
    fn search(query: &str) {}
}

mod providers_as_strings {
    use toolcast::tool;

    #[tool(providers("gemini"))]
    fn search(query: &str) {}
}

mod providers_empty {
    use toolcast::tool;

    #[tool(providers())]
    fn search(query: &str) {}
}

mod providers_with_equals {
    use toolcast::tool;

    #[tool(providers = Gemini)]
    fn search(query: &str) {}
}

mod extra_closes_nothing {
    use toolcast::tool;

    #[tool(extra(Anthropic = r#"{"cache_control": ]}"#))]
    fn search(query: &str) {}
}

mod extra_name_without_quotes {
    use toolcast::tool;

    #[tool(extra(Anthropic = r#"{cache_control: {}}"#))]
    fn search(query: &str) {}
}

mod extra_comma_at_the_end {
    use toolcast::tool;

    #[tool(extra(Anthropic = r#"{"cache_control": {},}"#))]
    fn search(query: &str) {}
}

mod extra_string_never_closed {
    use toolcast::tool;

    #[tool(extra(Anthropic = r#"{"cache_control": "}"#))]
    fn search(query: &str) {}
}

mod extra_value_of_another_language {
    use toolcast::tool;

    #[tool(extra(Anthropic = r#"{"cache_control": True}"#, OpenAi = r#"{"a" 1}"#))]
    fn search(query: &str) {}

    #[tool(extra(Anthropic = r#"{"a": }"#, OpenAi = r#"{"a": 1 "b": 2}"#, Mistral = r#"{"a": [1,]}"#))]
    fn list(query: &str) {}

    #[tool(extra(Anthropic = r#"{"a": "\u00g0"}"#, OpenAi = r#"{"a": "\x41"}"#, Mistral = "{\"a\": \"\n\"}"))]
    fn count(query: &str) {}
}

fn main() {}
