//! Declarations of tools in a file of the repository.

use std::path::Path;
use std::{env, fs};

use serde_json::Value;

use super::assert::{differences, lines};
use crate::provider::Provider;
use crate::set::ToolSet;

/// The environment variable that makes [`assert_declarations`] write its file.
const UPDATE: &str = "TOOLCAST_UPDATE";

/// Asserts that a file has the declarations of the tools, each provider's as
/// [`ToolSet::request_fragment`] returns them. A change of what the models see, by a doc comment,
/// a type or a new version of a dependency, then fails a test and is seen in review.
///
/// The environment variable `TOOLCAST_UPDATE=1` makes it write the file instead. A relative path
/// begins at the package's folder if cargo runs the test. The file is a JSON object with a member
/// for each provider; the order of members counts, spaces don't.
///
/// ```no_run
/// use toolcast::testing::assert_declarations;
/// use toolcast::{Provider, tool, toolset};
///
/// /// Looks the weather up.
/// #[tool]
/// fn weather(city: String, #[tool(range(1..=7))] days: u8) -> String {
///     format!("rain in {city} for {days} days")
/// }
///
/// let tools = toolset![weather].build()?;
/// assert_declarations("tests/tools.json", &tools, &[Provider::OpenAi, Provider::Mcp]);
/// # Ok::<(), toolcast::SetError>(())
/// ```
///
/// # Panics
///
/// Panics with the differences otherwise, if the file can't be read or written, and if a provider
/// would reject a tool.
#[track_caller]
pub fn assert_declarations(file: impl AsRef<Path>, tools: &ToolSet, providers: &[Provider]) {
    let file = file.as_ref();
    let actual = match declarations(tools, providers) {
        Ok(text) => text,
        Err(message) => panic!("{message}"),
    };
    if env::var_os(UPDATE).is_some_and(|value| value == "1") {
        if let Err(error) = fs::write(file, &actual) {
            panic!("can't write {}: {error}", file.display());
        }
        return;
    }
    let expected = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => panic!(
            "can't read {}: {error}; {UPDATE}=1 writes it",
            file.display()
        ),
    };
    if let Some(changes) = changes(&actual, &expected) {
        panic!(
            "the declarations differ from {}; if they should, {UPDATE}=1 writes it:\n{changes}",
            file.display()
        );
    }
}

/// Returns the text of the file.
fn declarations(tools: &ToolSet, providers: &[Provider]) -> Result<String, String> {
    let mut members = Vec::with_capacity(providers.len());
    for provider in providers {
        match tools.request_fragment(*provider) {
            Ok(fragment) => members.push(format!("\"{provider}\":{fragment}")),
            Err(error) => return Err(format!("no declarations for `{provider}`: {error}")),
        }
    }
    Ok(indented(&format!("{{{}}}", members.join(","))))
}

/// Returns the differences, or `None`.
fn changes(actual: &str, expected: &str) -> Option<String> {
    let parsed: Value = match serde_json::from_str(expected) {
        Ok(value) => value,
        Err(error) => return Some(format!("  the file isn't JSON: {error}")),
    };
    let expected = indented(expected);
    if actual == expected {
        return None;
    }
    let actual_value = serde_json::from_str(actual).unwrap_or_default();
    let found = differences(&actual_value, &parsed);
    if !found.is_empty() {
        return Some(lines(&found));
    }
    let mut pairs = actual.lines().zip(expected.lines());
    let (actual, expected) = pairs.find(|(actual, expected)| actual != expected)?;
    let (actual, expected) = (actual.trim(), expected.trim());
    Some(format!(
        "  the order of members: expected `{expected}`, found `{actual}`"
    ))
}

/// Puts each member and each item of a JSON text on a line of its own. The order stays, which a
/// [`Value`] may lose.
fn indented(json: &str) -> String {
    let mut text = String::with_capacity(2 * json.len());
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    let mut last = ' ';
    for c in json.chars() {
        if in_string {
            text.push(c);
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
            continue;
        }
        if c.is_ascii_whitespace() {
            continue;
        }
        let (opened, closes) = (matches!(last, '{' | '['), matches!(c, '}' | ']'));
        if closes {
            depth -= usize::from(depth > 0);
        }
        if if closes {
            !opened
        } else {
            opened || last == ','
        } {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        }
        text.push(c);
        match c {
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            ':' => text.push(' '),
            _ => {}
        }
        last = c;
    }
    text.push('\n');
    text
}
