//! The declarations of a few tools for each provider.
//!
//! ```text
//! cargo run --example providers                              every variant of every tool
//! cargo run --example providers -- --provider openai         one JSON array, for a request
//! cargo run --example providers -- --report                  each provider's losses
//! cargo run --example providers -- --provider groq --report  the same for one provider
//! ```
//!
//! The tools are ordinary functions in `tools/`. Nothing is generated at run time: each text is a
//! const of the tool, and this program prints it.

mod args;
mod pretty;
mod tools;

use args::{Args, USAGE};
use std::io::{self, Write as _};
use std::process::ExitCode;
use toolcast::{Outcome, Provider, Tool, ToolDef};

/// The tools: each function's attribute made a type of the same name.
const TOOLS: [&ToolDef; 4] = [
    tools::issues::search_issues::DEF,
    tools::table::query_table::DEF,
    tools::calendar::create_event::DEF,
    tools::maintenance::rebuild_index::DEF,
];

/// The exit status for an invalid command line.
const USAGE_ERROR: u8 = 2;

fn main() -> ExitCode {
    let text = match args::parse(std::env::args().skip(1)) {
        Ok(Args { help: true, .. }) => format!("{USAGE}\n"),
        Ok(Args {
            report: true,
            provider,
            ..
        }) => reports(provider),
        Ok(Args {
            provider: Some(provider),
            ..
        }) => array(provider),
        Ok(_) => everything(),
        Err(message) => {
            eprintln!("error: {message}\n\n{USAGE}");
            return ExitCode::from(USAGE_ERROR);
        }
    };
    match io::stdout().lock().write_all(text.as_bytes()) {
        // A reader that stops early, such as `head`, is not a failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Every variant of every tool, for people.
fn everything() -> String {
    let mut blocks = vec![
        "Each text below is a `const` of the program, compact as it goes over the wire; line breaks and indentation are added here."
            .to_owned(),
    ];
    for &provider in Provider::ALL {
        for tool in TOOLS {
            let strict = if tool.is_strict_for(provider) {
                ", strict"
            } else {
                ""
            };
            let heading = format!("{provider}{strict}: {}", tool.name());
            let body = match tool.try_schema_for(provider) {
                Some(text) => format!("{}\n({} bytes)", pretty::indent(text), text.len()),
                None => missing(tool, provider),
            };
            blocks.push(format!("{heading}\n{}\n{body}", "=".repeat(heading.len())));
        }
    }
    blocks.join("\n\n") + "\n"
}

/// One provider's declarations as one JSON array. A tool that has none is named on standard error.
fn array(provider: Provider) -> String {
    let mut declarations = Vec::new();
    for tool in TOOLS {
        match tool.try_schema_for(provider) {
            Some(text) => declarations.push(text),
            None => eprintln!("note: {}", missing(tool, provider)),
        }
    }
    format!("[{}]\n", declarations.join(",\n"))
}

/// Returns the reports of one provider, or of all.
fn reports(only: Option<Provider>) -> String {
    let mut lines = String::new();
    for &provider in Provider::ALL {
        if only.is_some_and(|only| only != provider) {
            continue;
        }
        for tool in TOOLS {
            lines += &match tool.try_schema_for(provider) {
                Some(_) => tool.report_for(provider).to_string(),
                None => missing(tool, provider),
            };
            lines += "\n";
        }
    }
    lines
}

/// Why a tool has no declaration for a provider.
fn missing(tool: &ToolDef, provider: Provider) -> String {
    let report = tool.report_for(provider);
    let reasons: Vec<&str> = report
        .entries
        .iter()
        .filter(|entry| entry.outcome == Outcome::Rejected)
        .map(|entry| entry.reason.as_str())
        .collect();
    let why = if reasons.is_empty() {
        "it is not made for this provider".to_owned()
    } else {
        reasons.join("; ")
    };
    format!("{} has no declaration for {provider}: {why}", tool.name())
}
