//! Converts tool definitions of any format to a provider's declarations.
//!
//! ```text
//! # One JSON array of declarations:
//! cargo run --example convert -- --to gemini runtime/examples/convert/tools.json
//! # `{"tools":[..]}`, as in a request:
//! cargo run --example convert -- --to anthropic --fragment < tools.json
//! # The providers that would reject each tool, with the reason:
//! cargo run --example convert -- --check --from mcp tools.json
//! ```
//!
//! The tools are put into a set, as an agent does with those of an MCP server. The set leaves out
//! tools that the provider would reject, rewrites names, and enforces the provider's limits on all
//! tools together.

mod args;

use args::{Args, USAGE};
use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use toolcast::call::ToolError;
use toolcast::import::ToolDefinitions;
use toolcast::import::{SourceCall, ToolSource};
use toolcast::set::{RequestOptions, ToolSet};
use toolcast::{Provider, Report};

/// A tool is refused.
const REFUSED: u8 = 1;
/// The command line is wrong, or there is nothing to read.
const UNREADABLE: u8 = 2;

fn main() -> ExitCode {
    match args::parse(std::env::args().skip(1)) {
        Err(message) => {
            eprintln!("error: {message}\n\n{USAGE}");
            ExitCode::from(UNREADABLE)
        }
        Ok(Args { help: true, .. }) => print(USAGE),
        Ok(args) => match read(&args) {
            Ok(found) => convert(&args, found),
            Err(message) => {
                eprintln!("error: {message}");
                ExitCode::from(UNREADABLE)
            }
        },
    }
}

fn read(args: &Args) -> Result<ToolDefinitions, String> {
    let mut bytes = Vec::new();
    if let Some(path) = &args.file {
        bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    } else {
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| format!("standard input: {error}"))?;
    }
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    // Some editors write a byte order mark, which JSON can't start with.
    let text = text.trim_start_matches('\u{feff}');
    let found = match args.from {
        Some(format) => ToolDefinitions::parse_as(text, format),
        None => ToolDefinitions::parse(text),
    };
    found.map_err(|error| match error.pointer.as_str() {
        "" => error.reason,
        pointer => format!("{pointer}: {}", error.reason),
    })
}

fn convert(args: &Args, found: ToolDefinitions) -> ExitCode {
    for tool in &found.tools {
        for loss in tool.losses() {
            eprintln!(
                "{}, when read: {} {} `{}`: {}",
                tool.name(),
                loss.outcome,
                loss.pointer,
                loss.keyword,
                loss.reason
            );
        }
        for member in args.to.into_iter().flat_map(|to| tool.dropped_fields(to)) {
            eprintln!("{}, when read: left out {}", tool.name(), member.pointer);
        }
    }
    let mut refused = !found.unreadable.is_empty();
    for bad in &found.unreadable {
        eprintln!("refused: {bad}");
    }
    let readable = ToolDefinitions::from(found.tools);
    let source = ToolSource::new("tools", readable, |call: SourceCall| async move {
        Err::<String, _>(ToolError::failed(&format!(
            "`{}` is never called here",
            call.tool
        )))
    });
    let set = match ToolSet::builder().source(source).build() {
        Ok(set) => set,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(REFUSED);
        }
    };
    let mut text = String::new();
    let providers = args
        .to
        .map_or(Provider::ALL.to_vec(), |one| Vec::from([one]));
    for provider in providers {
        match one(&set, provider, args) {
            Ok((written, all)) => {
                text = written;
                refused |= !all;
            }
            Err(error) => {
                eprintln!("refused: {error}");
                refused = true;
            }
        }
    }
    if !args.check && !text.is_empty() {
        let written = print(&text);
        if written != ExitCode::SUCCESS {
            return written;
        }
    }
    if refused {
        ExitCode::from(REFUSED)
    } else {
        ExitCode::SUCCESS
    }
}

/// A provider's text, and whether all tools are in it. What became of each goes to standard error.
fn one(
    set: &ToolSet,
    provider: Provider,
    args: &Args,
) -> Result<(String, bool), toolcast::set::SetError> {
    let options = RequestOptions::new();
    let report = set.request_report_with(provider, &options)?;
    for tool in set.tools() {
        tell(&tool.report_for(provider));
    }
    for name in &report.strict_disabled {
        eprintln!(
            "{name} for {provider}: not in strict mode, whose limits don't allow all of the tools"
        );
    }
    for tool in &report.skipped {
        eprintln!("refused for {provider}: {tool}");
    }
    let text = if args.fragment {
        set.request_fragment_with(provider, &options)?
    } else {
        format!("[{}]", set.declarations(provider)?.join(",\n"))
    };
    Ok((text, report.skipped.is_empty()))
}

fn tell(report: &Report) {
    if !report.entries.is_empty() {
        eprintln!("{report}");
    }
}

fn print(text: &str) -> ExitCode {
    match writeln!(io::stdout().lock(), "{text}") {
        // A reader that stops early, such as `head`, is not a failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            ExitCode::from(UNREADABLE)
        }
        _ => ExitCode::SUCCESS,
    }
}
