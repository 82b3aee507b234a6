//! The pictures of the README and the documentation, from real output.
//!
//! ```text
//! cargo run -p toolcast-test-commands --bin pictures             writes docs/pictures
//! cargo run -p toolcast-test-commands --bin pictures -- --check  fails if a picture would change
//! ```

mod json;
mod svg;
mod tool;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};
use svg::{Colour, Line, Panel, Theme, draw};
use toolcast::Provider;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The providers of the first picture.
const PROVIDERS: [(&str, Provider); 3] = [
    ("OpenAI, strict mode", Provider::OpenAi),
    ("Anthropic", Provider::Anthropic),
    ("Vertex AI", Provider::Vertex),
];

/// The output of rustc in the second picture.
const ERRORS: &str = "ui-tests/tests/fail/refusals/shapes.stderr";
const ERROR: &str = "enum_with_an_empty_string";

fn main() -> ExitCode {
    let is_check = env::args().skip(1).any(|argument| argument == "--check");
    match run(is_check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(is_check: bool) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("docs/pictures");
    fs::create_dir_all(&folder)?;
    for (name, picture) in [
        ("declarations.svg", declarations()?),
        ("compile-error.svg", compile_error(&root.join(ERRORS))?),
    ] {
        let path: PathBuf = folder.join(name);
        if !is_check {
            fs::write(&path, picture)?;
        } else if fs::read_to_string(&path).unwrap_or_default() != picture {
            let command = "cargo run -p toolcast-test-commands --bin pictures";
            return Err(format!("docs/pictures/{name} differs: run `{command}`").into());
        }
    }
    Ok(())
}

/// Draws a function above its declarations. Lines that another declaration lacks are marked.
fn declarations() -> Result<String> {
    let texts = PROVIDERS.map(|(heading, provider)| {
        let declaration = tool::search_repos::schema_for(provider);
        (heading, json::indent(declaration, 0))
    });
    let mut panels = texts.iter().map(|(heading, text)| Panel {
        heading: (*heading).to_owned(),
        lines: text.lines().map(|line| compared(line, &texts)).collect(),
    });
    Ok(draw(
        "One function, and its declarations for three providers with the differences marked",
        Theme::Paper,
        &[
            vec![function()?]
                .into_iter()
                .chain(panels.by_ref().take(1))
                .collect(),
            panels.collect(),
        ],
    ))
}

/// Returns the source of the function.
fn function() -> Result<Panel> {
    let source = include_str!("tool.rs");
    let source = source
        .split("// picture: begin\n")
        .nth(1)
        .and_then(|rest| rest.split("// picture: end").next())
        .ok_or("tool.rs has no marks")?;
    let lines = source.lines().map(|line| {
        let is_comment = line.trim_start().starts_with("///");
        Line::new(
            if is_comment {
                Colour::Comment
            } else {
                Colour::Plain
            },
            &line.replace("pub ", ""),
        )
    });
    Ok(Panel {
        heading: "Your function".to_owned(),
        lines: lines.collect(),
    })
}

fn compared(line: &str, texts: &[(&str, String)]) -> Line {
    let words = line.trim_start().trim_end_matches(',');
    let is_marked = !words.chars().all(|c| "{}[]".contains(c))
        && texts.iter().any(|(_, text)| {
            !text
                .lines()
                .any(|other| other.trim_start().trim_end_matches(',') == words)
        });
    Line {
        is_marked,
        ..Line::new(
            if is_marked {
                Colour::Marked
            } else {
                Colour::Plain
            },
            line,
        )
    }
}

/// Draws an error of a compiler's output, as a terminal shows it.
fn compile_error(path: &Path) -> Result<String> {
    let output = fs::read_to_string(path)?;
    let error = output
        .split("\n\n")
        .find(|error| error.contains(ERROR))
        .ok_or_else(|| format!("{ERRORS} has no {ERROR}"))?;
    let lines = error
        .lines()
        .flat_map(|line| wrapped(line, 118))
        .map(|line| coloured(&line));
    Ok(draw(
        "A compile error at a parameter, with the providers that reject it",
        Theme::Terminal,
        &[vec![Panel {
            heading: "$ cargo build".to_owned(),
            lines: lines.collect(),
        }]],
    ))
}

/// Splits a line at spaces, and indents what follows as the line.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut lines = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let last = lines.last().map_or(0, |last| last.chars().count());
        if last + word.chars().count() > width {
            lines.push(format!("{indent}  "));
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(word);
        }
    }
    lines
}

/// Colours a line as rustc does.
fn coloured(line: &str) -> Line {
    let pieces = if let Some(rest) = line.strip_prefix("error") {
        let (code, message) = rest.split_at(rest.find(':').unwrap_or(0));
        vec![
            (Colour::Error, format!("error{code}")),
            (Colour::Bold, message.to_owned()),
        ]
    } else if line.trim_start().starts_with("-->") {
        let at = line.find("-->").unwrap_or(0) + 3;
        vec![
            (Colour::Place, line[..at].to_owned()),
            (Colour::Plain, line[at..].to_owned()),
        ]
    } else if let Some(at) = line.find('|') {
        let (margin, text) = line.split_at(at + 1);
        let colour = if text.contains('^') {
            Colour::Error
        } else {
            Colour::Plain
        };
        vec![
            (Colour::Place, margin.to_owned()),
            (colour, text.to_owned()),
        ]
    } else {
        vec![(Colour::Plain, line.to_owned())]
    };
    Line {
        pieces,
        is_marked: false,
    }
}
