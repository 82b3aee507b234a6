//! JSON with line breaks. Works on the text, so the order of the members is kept.

/// The most characters of a line that holds an object or a list.
const WIDTH: usize = 58;

/// Returns the text with a line for each member; short objects and lists stay on one line.
pub fn indent(text: &str, depth: usize) -> String {
    let short = spaced(text);
    let is_nested = text.starts_with(['{', '[']);
    if !is_nested || (depth > 0 && short.len() + depth <= WIDTH) {
        return short;
    }
    let items: Vec<String> = items(text)
        .into_iter()
        .map(|item| {
            let (name, value) = item.split_at(name_len(item));
            let name = spaced(name);
            format!("{:2$}{name}{}", "", indent(value, depth + 2), depth + 2)
        })
        .collect();
    let (open, close) = (&text[..1], &text[text.len() - 1..]);
    format!("{open}\n{}\n{:depth$}{close}", items.join(",\n"), "")
}

/// Returns the items between the brackets.
fn items(text: &str) -> Vec<&str> {
    let inner = &text[1..text.len() - 1];
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, c) in outside_strings(inner) {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&inner[start..]);
    found
}

/// Returns the length of a member's name with its colon. 0 for an item of a list.
fn name_len(item: &str) -> usize {
    outside_strings(item)
        .find(|(_, c)| "{[:".contains(*c))
        .filter(|(_, c)| *c == ':')
        .map_or(0, |(at, _)| at + 1)
}

/// Adds a space behind each colon and comma.
fn spaced(text: &str) -> String {
    let mut out = text.to_owned();
    let places: Vec<usize> = outside_strings(text)
        .filter(|(_, c)| ":,".contains(*c))
        .map(|(at, _)| at + 1)
        .collect();
    for at in places.into_iter().rev() {
        out.insert(at, ' ');
    }
    out
}

/// Returns the characters that are not in a string, with their places.
fn outside_strings(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let (mut is_inside, mut is_escaped) = (false, false);
    text.char_indices().filter(move |(_, c)| {
        let was_inside = is_inside;
        if *c == '"' && !is_escaped {
            is_inside = !is_inside;
        }
        is_escaped = is_inside && *c == '\\' && !is_escaped;
        !was_inside && *c != '"'
    })
}
