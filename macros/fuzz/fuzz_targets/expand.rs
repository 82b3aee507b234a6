//! Expands Rust items with every macro: the project's own programs, with changed tokens. The macros
//! are plain modules here, because only a compiler can call a procedural macro's functions.

#![no_main]
#![allow(dead_code)]

extern crate alloc;

#[path = "../../src/diag.rs"]
mod diag;
#[path = "../../src/names.rs"]
mod names;
#[path = "../../src/schema/mod.rs"]
mod schema;
#[path = "../../src/shared/mod.rs"]
mod shared;
#[path = "../../src/tool/mod.rs"]
mod tool;
#[path = "../../src/toolset.rs"]
mod toolset;

#[path = "../../src/tests/any.rs"]
mod any;
#[path = "../../src/tests/mutate.rs"]
mod mutate;
#[path = "../../src/tests/programs.rs"]
mod programs;

use mutate::Numbers;
use proc_macro2::TokenStream;
use std::path::Path;
use std::sync::LazyLock;

static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = programs::of_project(&root);
    assert!(!all.is_empty());
    all.extend(programs::TYPED.iter().map(ToString::to_string));
    all
});

fn tokens(data: &[u8]) -> Option<TokenStream> {
    str::from_utf8(data).ok()?.parse().ok()
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some(program) = tokens(data) {
        any::expand(&program);
    }
});

// By tokens; by bytes where there are none, and now and then.
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut numbers = Numbers(seed.into());
    let pick = |numbers: &mut Numbers| {
        PROGRAMS[numbers.below(PROGRAMS.len())]
            .parse::<TokenStream>()
            .ok()
    };
    let fresh = numbers.below(16) == 0;
    let program = if fresh {
        pick(&mut numbers)
    } else {
        tokens(&data[..size])
    };
    let (Some(program), Some(other), false) = (program, pick(&mut numbers), numbers.below(16) == 0)
    else {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    };
    let text = mutate::change(&program, &other, &mut numbers).to_string();
    if text.len() > max_size {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    data[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
});
