//! The subset of Markdown that is parsed in doc comments: headings, fences, links, and the list
//! under `# Arguments`.

use super::links::{label, unwrap_links};

/// The name and the text of an entry of an `# Arguments` list.
pub(crate) type Argument = (String, String);

const ARGUMENT_HEADINGS: [&str; 3] = ["arguments", "parameters", "args"];

/// Joins lines into the text for the model: links are unwrapped, code is unchanged. `defined`: the
/// labels of links that the whole comment defines.
pub(super) fn prose(lines: &[String], defined: &[String]) -> String {
    let mut fence = Fence::default();
    let mut out: Vec<String> = Vec::new();
    for line in lines {
        if fence.is_code(line) {
            out.push(line.clone());
        } else if defined_label(line).is_none() {
            out.push(unwrap_links(line, defined));
        }
    }
    out.join("\n").trim().to_owned()
}

pub(super) fn defined_labels(lines: &[String]) -> Vec<String> {
    let mut fence = Fence::default();
    let is_text = |line: &&String| !fence.is_code(line);
    let text = lines.iter().filter(is_text);
    text.filter_map(|line| defined_label(line)).collect()
}

/// Returns the label of a line `[name]: target`, perhaps with a title, which rustdoc doesn't show.
/// Another line that begins so is text: `[note]: times are in UTC`. So is a footnote.
fn defined_label(line: &str) -> Option<String> {
    let (name, target) = line.trim_start().strip_prefix('[')?.split_once("]: ")?;
    let target = target.trim();
    let title = match target.strip_prefix('<') {
        Some(inner) => inner.split_once('>')?.1,
        None => target
            .split_once(char::is_whitespace)
            .map_or("", |(_, title)| title),
    };
    let title = title.trim_start();
    let is_title = title.is_empty() || title.starts_with(['"', '\'', '(']);
    let is_label = !name.contains(']') && !name.starts_with('^');
    (is_label && is_title && !target.is_empty()).then(|| label(name))
}

/// Tracks fenced code blocks; the fence lines count as code.
#[derive(Default)]
struct Fence {
    open: Option<(char, usize)>,
}

impl Fence {
    fn is_code(&mut self, line: &str) -> bool {
        let start = line.trim_start();
        let mark = start.chars().next().filter(|c| matches!(c, '`' | '~'));
        let count = mark.map_or(0, |mark| start.chars().take_while(|c| *c == mark).count());
        match (self.open, mark) {
            (None, Some(mark)) if count >= 3 => {
                self.open = Some((mark, count));
                true
            }
            (None, _) => false,
            (Some((open, least)), Some(mark)) if mark == open && count >= least => {
                self.open = None;
                true
            }
            (Some(_), _) => true,
        }
    }
}

fn heading(line: &str) -> Option<&str> {
    let level = line.chars().take_while(|c| *c == '#').count();
    let rest = line.get(level..)?;
    ((1..=6).contains(&level) && rest.starts_with(' ')).then(|| rest.trim())
}

/// Splits a function's doc comment into the text before the first heading and the `# Arguments`
/// list.
pub(super) fn split_tool_docs(lines: &[String]) -> (String, Vec<Argument>) {
    let defined = defined_labels(lines);
    let mut fence = Fence::default();
    let mut summary: Vec<String> = Vec::new();
    let mut arguments: Vec<(String, Vec<String>)> = Vec::new();
    let mut before_headings = true;
    let mut in_arguments = false;
    let mut first_indent: Option<usize> = None;
    // No blank line since the last entry: following lines belong to it, indented or not.
    let mut open = false;
    for line in lines {
        let code = fence.is_code(line);
        if let Some(title) = heading(line).filter(|_| !code) {
            before_headings = false;
            in_arguments = ARGUMENT_HEADINGS.contains(&title.to_lowercase().as_str());
        } else if before_headings {
            summary.push(line.clone());
        } else if in_arguments {
            let indent = line.len() - line.trim_start().len();
            // A nested list is part of the entry's text.
            let entry = parse_entry(line)
                .filter(|_| !code && indent <= *first_indent.get_or_insert(indent));
            if let Some((name, text)) = entry {
                arguments.push((name, vec![text]));
                open = true;
            } else if line.is_empty() {
                open = false;
            } else if let Some((_, texts)) = arguments.last_mut().filter(|_| open || indent > 0) {
                texts.push(line.trim().to_owned());
            }
        }
    }
    let arguments = arguments.into_iter();
    let arguments = arguments.map(|(name, texts)| (name, prose(&texts, &defined)));
    (prose(&summary, &defined), arguments.collect())
}

/// Parses ``* `name` - text``, `- name: text` and mixtures of both.
pub(super) fn parse_entry(line: &str) -> Option<Argument> {
    let item = line.trim_start();
    let item = item
        .strip_prefix("* ")
        .or_else(|| item.strip_prefix("- "))
        .or_else(|| item.strip_prefix("+ "))?
        .trim_start();
    let bare = item.trim_start_matches(['`', '*']);
    let quoted = bare.len() < item.len();
    let end = bare
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '#'))
        .unwrap_or(bare.len());
    let name = &bare[..end];
    let rest = bare[end..].trim_start_matches(['`', '*']).trim_start();
    // A type in parentheses may follow the name: `limit (u8): how many`.
    let rest = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((_, after)) => after.trim_start(),
        None => rest,
    };
    let text = ["--", "\u{2013}", "\u{2014}", "-", ":"]
        .iter()
        .find_map(|mark| rest.strip_prefix(mark));
    let well_formed = !name.is_empty() && (text.is_some() || (quoted && rest.is_empty()));
    well_formed.then(|| {
        (
            name.trim_start_matches("r#").to_owned(),
            text.unwrap_or("").trim().to_owned(),
        )
    })
}
