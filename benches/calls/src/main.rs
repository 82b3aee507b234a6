//! Cost of a call: decode the arguments' text, call the function, encode the result's message. Also
//! counts allocations.
//!
//! ```text
//! cargo run --release --manifest-path benches/calls/Cargo.toml
//! # The first way alone, for a profiler:
//! cargo run --release --manifest-path benches/calls/Cargo.toml -- 0 100000
//! ```
//!
//! Each implementation does the same work in the same run. It looks up a tool by name if it has
//! names, decodes eight arguments into the types of the parameters, calls the same function, and
//! encodes the result's message. Any other work on the way (checks, copies, errors) is the
//! implementation's own:
//!
//! - toolcast, OpenAI: from the arguments' text, a name and an id to OpenAI's message; checks the
//!   whole schema, duplicate names and unknown names.
//! - The same by a tree: the same, but the message goes through a `serde_json::Value`.
//! - By hand: from the same text to OpenAI's message, through trees, or through structs of one tool
//!   alone; checks are serde's.
//! - rig: from the same text and name to rig's own message; checks are serde's. The later
//! conversion for a provider is not counted.
//! - toolcast, MCP: from the `params` of a `tools/call` to a `CallToolResult`, which has the result
//!   as text and as an object; checks as toolcast above.
//! - rmcp: the same; checks are serde's.
//! - Both, request and response: from the whole JSON-RPC request to the whole JSON-RPC response.

mod arguments;
#[path = "../../probe/counting.rs"]
mod counting;
mod mcp;
mod ours;
mod plain;
mod rig;

use arguments::ARGUMENTS;
use std::hint::black_box;
use std::time::Instant;

#[global_allocator]
static COUNTING: counting::Counting = counting::Counting;

/// The number of measurements, whose median counts.
const ROUNDS: usize = 21;
const TIMES: u32 = 5_000;

struct Row {
    name: &'static str,
    samples: Vec<f64>,
    allocations: u64,
    bytes: u64,
}

fn main() {
    // rmcp needs a runtime for its service. All implementations run in the same one.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let _inside = runtime.enter();
    let ours = ours::Ours::new();
    let rig = rig::Rig::new();
    let mcp = mcp::Mcp::new();
    let params = format!(r#"{{"name":"search_repos","arguments":{ARGUMENTS}}}"#);
    let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
    let run = futures_executor::block_on::<std::pin::Pin<Box<dyn Future<Output = String> + '_>>>;
    let mut ways: Vec<(&'static str, Box<dyn FnMut() -> String + '_>)> = vec![
        (
            "toolcast, OpenAI",
            Box::new(|| run(Box::pin(ours.call("call_1", black_box(ARGUMENTS))))),
        ),
        (
            "the same by a tree",
            Box::new(|| run(Box::pin(ours.call_to_tree("call_1", black_box(ARGUMENTS))))),
        ),
        (
            "`serde_json::Value`, by hand",
            Box::new(|| plain::call("call_1", black_box(ARGUMENTS))),
        ),
        (
            "serde's structs, by hand",
            Box::new(|| plain::call_without_tree("call_1", black_box(ARGUMENTS))),
        ),
        (
            "rig",
            Box::new(|| run(Box::pin(rig.call("search_repos", black_box(ARGUMENTS))))),
        ),
        (
            "toolcast, MCP",
            Box::new(|| run(Box::pin(ours.call_mcp(black_box(&params))))),
        ),
        (
            "rmcp",
            Box::new(|| run(Box::pin(mcp.call(black_box(&params))))),
        ),
        (
            "toolcast, MCP, request and response",
            Box::new(|| run(Box::pin(ours.answer_mcp(black_box(&request))))),
        ),
        (
            "rmcp, request and response",
            Box::new(|| run(Box::pin(mcp.answer(black_box(&request))))),
        ),
    ];
    let mut rows: Vec<Row> = Vec::new();
    for (name, way) in &mut ways {
        eprintln!("{name}: {}", way());
        let before = counting::so_far();
        black_box(way());
        let after = counting::so_far();
        rows.push(Row {
            name,
            samples: Vec::new(),
            allocations: after.0 - before.0,
            bytes: after.1 - before.1,
        });
    }
    // Run one implementation only, for a profiler.
    let mut words = std::env::args().skip(1).map(|word| word.parse::<usize>());
    if let (Some(Ok(way)), Some(Ok(times))) = (words.next(), words.next()) {
        for _ in 0..times {
            black_box(ways[way].1());
        }
        return;
    }
    // Each implementation has a turn in each round, so that a busy moment affects all of them.
    for _ in 0..ROUNDS {
        for (row, (_, way)) in rows.iter_mut().zip(&mut ways) {
            let start = Instant::now();
            for _ in 0..TIMES {
                black_box(way());
            }
            row.samples
                .push(start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES));
        }
    }
    println!("| way | ns | of toolcast's | allocations | bytes allocated |");
    println!("|---|---:|---:|---:|---:|");
    let median = |row: &Row| {
        let mut samples = row.samples.clone();
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2]
    };
    let first = median(&rows[0]);
    for row in &rows {
        let ns = median(row);
        println!(
            "| {} | {ns:.0} | {:.2} | {} | {} |",
            row.name,
            ns / first,
            row.allocations,
            row.bytes
        );
    }
}
