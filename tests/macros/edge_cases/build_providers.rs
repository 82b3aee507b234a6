//! The providers that a build asks for: `TOOLCAST_PROVIDERS`, names separated by commas.

use std::panic::catch_unwind;
use toolcast::__private::{Diagnostics, Spec, Text, rerendered};
use toolcast::set::ToolSet;
use toolcast::{Provider, ToolDef, ToolSchema};

/// Takes a number.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Number {
    number: u8,
}

fn tool(build: &'static str) -> &'static ToolDef {
    let spec = Spec {
        name: Text::plain("take"),
        description: Text::plain("Takes it."),
        params: Number::SCHEMA,
        build: Some(build),
        ..Spec::NEW
    };
    Box::leak(Box::new(ToolDef::new(Box::leak(Box::new(spec)))))
}

/// Who has a text, by the compiler's way and by that of a set, which agree.
fn made_for(build: &'static str) -> Vec<Provider> {
    let tool = tool(build);
    let again = rerendered(tool);
    let set = ToolSet::builder().tool_def(tool).build().expect("a set");
    let set = set.with_prefix("");
    let alone = set.get("take").expect("it keeps its name");
    let all = Provider::ALL.iter().copied().filter(|provider| {
        let text = again.try_schema_for(*provider);
        assert_eq!(text, alone.schema_for(*provider), "{build:?}, {provider}");
        text.is_some()
    });
    all.collect()
}

#[test]
fn a_list_of_one_or_two_providers_narrows_the_build() {
    for (i, provider) in Provider::ALL.iter().copied().enumerate() {
        assert_eq!(made_for(provider.name()), [provider]);
        for other in &Provider::ALL[i + 1..] {
            let (one, two) = (provider.name(), other.name());
            for list in [format!("{one},{two}"), format!("{two} ,  {one},")] {
                assert_eq!(made_for(list.leak()), [provider, *other]);
            }
        }
    }
}

#[test]
fn blanks_empty_entries_and_duplicates_are_ignored() {
    let all: Vec<_> = Provider::ALL
        .iter()
        .map(|provider| provider.name())
        .collect();
    assert_eq!(made_for(all.join(",").leak()), Provider::ALL);
    let two = [Provider::OpenAi, Provider::Mcp];
    for list in [
        "openai,mcp",
        " openai , mcp ",
        ",openai,,mcp,",
        "openai,\tmcp",
        "openai,mcp\n",
        "\n  openai,\n  mcp\n",
        "mcp,openai,mcp",
    ] {
        assert_eq!(made_for(list), two, "{list:?}");
        assert!(!Diagnostics::of(tool(list)).any(), "{list:?}");
    }
    // An empty value counts as unset.
    for list in ["", " ", "\n"] {
        assert_eq!(made_for(list), Provider::ALL, "{list:?}");
        assert!(!Diagnostics::of(tool(list)).any(), "{list:?}");
    }
}

/// An unknown name in the list of providers fails the build, and the error names it.
#[test]
fn an_unknown_provider_name_fails_the_build() {
    for (list, name) in [
        ("nobody", "nobody"),
        ("openai,nobody", "nobody"),
        ("nobody ,openai", "nobody"),
        ("mcp, nobody, noone", "nobody"),
        ("OpenAI", "OpenAI"),
        ("openaii", "openaii"),
        ("opena", "opena"),
        ("openai mcp", "openai mcp"),
        ("openai;mcp", "openai;mcp"),
    ] {
        assert_eq!(made_for(list), [], "{list:?}");
        let faults = Diagnostics::of(tool(list));
        assert!(faults.any() && faults.fails(), "{list:?}");
        let said = catch_unwind(|| faults.panic_at_tool()).expect_err("it fails");
        let said = said.downcast_ref::<String>().expect("a text");
        let expected = format!("names `{name}`, which is not a provider");
        assert!(said.contains(&expected), "{list:?}: {said}");
    }
}
