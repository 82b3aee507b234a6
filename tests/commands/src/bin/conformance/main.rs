//! Writes what toolcast sends, for judges that others wrote: `cargo run -p toolcast-test-commands --bin conformance -- FOLDER`.
//!
//! `tools.jsonl` has a line for each tool, provider and mode (strict or not):
//!
//! ```json
//! {"tool": "maps::Prices, parameter", "provider": "openai", "strict": true, "declaration": {}, "parameters": {}}
//! ```
//!
//! `declaration` is the text as it stands in a request, digit by digit, and `parameters` the schema in it (`null` where the provider wants the field left out). Where
//! the provider would refuse the tool, the line has `refused` in their place: our own words.
//!
//! `requests.jsonl` has whole requests but for the model's name, `{"tool": "what is shown", "provider": "openai", "request": {}}`: conversations, results of calls,
//! choices of tools, formats for the answer.
//!
//! `verdicts.jsonl` has what `jsonschema` says of values: see `verdicts`.
//!
//! `-- --responses MADE RESULTS` goes the other way: it reads the responses that the SDKs' own types made.

// Sixty levels are walked by const functions that call one another.
#![recursion_limit = "512"]

#[path = "../../../../../runtime/examples/providers/tools/mod.rs"]
mod examples;
#[path = "../../../../../runtime/examples/mcp_server/live.rs"]
#[allow(dead_code)] // Only the tools' texts are looked at.
mod live;
mod requests;
mod responses;
#[path = "../../../../../runtime/examples/mcp_server/words.rs"]
#[allow(dead_code)] // As above.
mod server;
mod tools;
#[cfg(feature = "huge")]
#[path = "../../../../huge/types.rs"]
mod types;
mod verdicts;
#[cfg(feature = "huge")]
#[path = "../../../../huge/words.rs"]
#[allow(unused_macros, unused_imports)] // Only a thousand are wanted.
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
