//! Expands hundreds of programs with every macro: complete, half-typed and with tokens changed.
//! `TOOLCAST_FUZZ=<minutes>` sets the duration. The fuzz target `expand` (`macros/fuzz`) consists
//! of the same parts.

use super::any::{expand, is_deep};
use super::mutate::{Numbers, change, count, edit, typed_so_far};
use super::odd::ODD;
use super::programs::{TYPED, of_project};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use std::path::Path;
use std::time::{Duration, Instant};

/// A lower bound, so that a lost corpus is noticed.
const PROGRAMS: usize = 2_000;

fn programs() -> Vec<TokenStream> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = of_project(&root);
    // The published crate is alone.
    assert!(
        all.len() >= PROGRAMS || !root.join("check").exists(),
        "{} programs",
        all.len()
    );
    all.extend(TYPED.iter().chain(ODD).map(ToString::to_string));
    all.iter().filter_map(|text| text.parse().ok()).collect()
}

/// Expands each beginning of a program, and the program without each token. An editor inserts a
/// word for a missing one.
#[test]
fn programs_expand_at_each_token() {
    for text in TYPED {
        let program: TokenStream = text.parse().expect("tokens");
        for place in 0..count(&program) {
            for word in [None, Some(Ident::new("__ra_fixup", Span::call_site()))] {
                let mut left = place;
                expand(&typed_so_far(&program, &mut left, &mut word.clone()));
                let word: Vec<TokenTree> = word.into_iter().map(Into::into).collect();
                expand(&edit(&program, &mut Some(place), &mut |_| word.clone()));
            }
        }
    }
}

#[test]
fn programs_expand_while_they_are_typed() {
    let mut numbers = Numbers(1);
    for program in &programs() {
        expand(program);
        for _ in 0..2 {
            let mut left = numbers.below(count(program));
            expand(&typed_so_far(program, &mut left, &mut None));
        }
    }
}

#[test]
fn programs_with_changed_tokens_expand_without_a_panic() {
    let all = programs();
    let minutes: Option<f64> = std::env::var("TOOLCAST_FUZZ")
        .ok()
        .and_then(|minutes| minutes.parse().ok());
    let end = minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes));
    let mut numbers = Numbers(2);
    let mut expansions = 0;
    loop {
        for program in &all {
            let other = &all[numbers.below(all.len())];
            for _ in 0..2 {
                expansions += expand(&change(program, other, &mut numbers));
            }
        }
        if end.is_none_or(|end| Instant::now() > end) {
            break;
        }
    }
    println!("{} programs, {expansions} expansions", all.len());
}

/// Nests every kind of bracket deeper than users do. Up to the limit the input is parsed, on the
/// smallest stack that a thread has. Beyond it, the input is an error.
#[test]
fn programs_nested_beyond_the_limit_are_errors() {
    for (depth, fails) in [(36, false), (46, true), (1_000, true)] {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("Option<", ">"),
            ("fn() -> ", ""),
            ("Vec<u8, ", ">"),
            ("&", ""),
            ("*const ", ""),
        ] {
            let deep = format!("{}u8{}", open.repeat(depth), close.repeat(depth));
            let nested = format!("x{}{}", "(x".repeat(depth), ")".repeat(depth));
            for text in [
                format!("#[tool] fn f(a: {deep}) {{}}"),
                format!("#[tool({nested})] fn f(a: u8) {{}}"),
                format!("#[tool] fn f(#[tool(default = {nested})] a: u8) {{}}"),
                format!("#[derive(ToolSchema)] struct A {{ #[serde({nested})] a: u8, b: {deep} }}"),
                format!("#[derive(ToolSchema)] enum A {{ B({deep}) }}"),
                format!("#[tools] impl A {{ #[tool] fn f(&self, a: {deep}) {{}} }}"),
            ] {
                let tokens: TokenStream = text.parse().expect("tokens");
                expand(&tokens);
                assert_eq!(is_deep(&tokens), fails, "{depth} {open}");
            }
        }
        // Bodies are not parsed.
        let body = format!("{}{}", "{".repeat(depth), "}".repeat(depth));
        let text = format!("fn f(a: u8) {{ {body} }}");
        let expansion = crate::tool::expand(TokenStream::new(), &text.parse().expect("tokens"));
        assert!(!expansion.to_string().contains("compile_error"));
        // Operators between operands don't count as depth.
        let sum = vec!["1"; depth.min(200)].join(" + ");
        expand(
            &format!("#[tool] fn f(#[tool(default = {sum})] a: u8) {{}}")
                .parse()
                .expect("tokens"),
        );
    }
}
