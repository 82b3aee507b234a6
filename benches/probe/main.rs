//! Measures the run-time cost of a schema and prints a Markdown table. The benchmark copies this
//! file into a package of its own, in which `tool` and `derived` are generated.

#![allow(dead_code, unused_variables)]

mod counting;
mod derived;
mod tool;

use std::hint::black_box;
use std::time::Instant;
use toolcast::{Provider, Tool};

#[global_allocator]
static COUNTING: counting::Counting = counting::Counting;

/// How often the time is taken; the median counts.
const ROUNDS: usize = 15;

fn main() {
    println!("| call | ns | allocations | bytes allocated |");
    println!("|---|---:|---:|---:|");
    let all = Provider::ALL;
    let n = all.len();
    // Calls for all seventeen providers, so that branches can't be predicted from the last call.
    row("`#[tool]`: `schema_for(provider)`", 20_000, n, || {
        for &provider in all {
            black_box(tool::use_0(black_box(provider)));
        }
    });
    row("`#[tool]`: `parameters_for(provider)`", 20_000, n, || {
        for &provider in all {
            let def = <tool::search_items_0 as Tool>::DEF;
            black_box(black_box(def).parameters_for(black_box(provider)));
        }
    });
    row("schemars: `schema_for!`", 500, 1, || {
        black_box(derived::use_0());
    });
    row("schemars: `schema_for!`, then `to_string`", 500, 1, || {
        let schema = derived::use_0();
        black_box(serde_json::to_string(&schema).expect("a schema is JSON"));
    });
}

/// `call` does the same thing `inner` times.
fn row(name: &str, times: usize, inner: usize, mut call: impl FnMut()) {
    call();
    let before = counting::so_far();
    call();
    let after = counting::so_far();
    let mut samples: Vec<f64> = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..times {
            call();
        }
        samples.push(start.elapsed().as_secs_f64() * 1e9 / (times * inner) as f64);
    }
    samples.sort_by(f64::total_cmp);
    let each = |n: u64| n as f64 / inner as f64;
    println!(
        "| {name} | {:.1} | {} | {} |",
        samples[ROUNDS / 2],
        each(after.0 - before.0),
        each(after.1 - before.1),
    );
}
