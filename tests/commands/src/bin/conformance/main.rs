//! Writes everything that toolcast sends, as input for third-party judges: `cargo run -p
//! toolcast-test-commands --bin conformance -- FOLDER`.
//!
//! `tools.jsonl` has a line for each tool, provider and mode (strict or not):
//!
//! ```json
//! {"tool": "maps::Prices, parameter", "provider": "openai", "strict": true,
//!  "declaration": {}, "parameters": {}}
//! ```
//!
//! `declaration` is the exact text in a request, digit by digit. `parameters` is the schema in it,
//! or `null` if the provider wants the field left out. If the provider would reject the tool, the
//! line has `refused` instead: our error message.
//!
//! `requests.jsonl` has whole requests without the model's name, `{"tool": "what is shown",
//! "provider": "openai", "request": {}}`: conversations, results of calls, tool choices, response
//! formats.
//!
//! `verdicts.jsonl` has verdicts of `jsonschema` on values; see `verdicts`.
//!
//! `-- --responses MADE RESULTS` goes the other way: it reads responses built with the SDKs' own
//! types.

// Const functions recurse through sixty levels.
#![recursion_limit = "512"]

#[path = "../../../../../runtime/examples/providers/tools/mod.rs"]
mod examples;
#[path = "../../../../../integrations/mcp/examples/mcp_server/live.rs"]
#[allow(dead_code)] // Only the tools' texts are used.
mod live;
mod requests;
mod responses;
#[path = "../../../../../integrations/mcp/examples/mcp_server/words.rs"]
#[allow(dead_code)] // As above.
mod server;
mod tools;
#[cfg(feature = "huge")]
#[path = "../../../../huge/types.rs"]
mod types;
mod verdicts;
#[cfg(feature = "huge")]
#[path = "../../../../huge/words.rs"]
#[allow(unused_macros, unused_imports)] // Only `thousand` is used.
mod words;

use std::fs::{File, create_dir_all};
use std::io::{BufWriter, Error, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    let done = match args.as_slice() {
        [folder] => write(Path::new(folder)),
        [way, made, results] if way == "--responses" => {
            responses::read(Path::new(made), Path::new(results))
        }
        _ => {
            eprintln!("give a folder to write to, or `--responses MADE RESULTS`");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(count) => {
            println!("{count}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> Result<String, Error> {
    create_dir_all(folder)?;
    let tools = tools::all();
    let mut out = BufWriter::new(File::create(folder.join("tools.jsonl"))?);
    let (mut texts, mut refused) = (0, 0);
    for tool in &tools {
        for line in tools::lines(tool) {
            match line.declaration {
                Some(_) => texts += 1,
                None => refused += 1,
            }
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()?;
    let requests = requests::all();
    let mut out = BufWriter::new(File::create(folder.join("requests.jsonl"))?);
    for line in &requests {
        serde_json::to_writer(&mut out, line)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    let verdicts = verdicts::all();
    let mut out = BufWriter::new(File::create(folder.join("verdicts.jsonl"))?);
    for line in &verdicts {
        serde_json::to_writer(&mut out, line)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(format!(
        "{} tools, {texts} declarations, {refused} refusals of our own, {} requests, {} schemas with verdicts",
        tools.len(),
        requests.len(),
        verdicts.len()
    ))
}
