#![deny(warnings)]
// Unusual patterns, types and values of parameters.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use toolcast::call::CallContext;
use toolcast::{Provider, ToolSchema, tool};

#[derive(Clone, Copy, Default, serde::Deserialize, ToolSchema)]
enum Sort {
    #[default]
    Stars,
    A,
}

struct Unknown;

const LIMIT: u8 = 10;
const WORD: &str = "rust";

#[tool]
#[allow(unused_parens)]
fn search<'a>(
    mut query: &'a str,
    #[tool(rename = "unused")] _: bool,
    #[tool(rename = "place")] (lat, lon): (f64, f64),
    (page): u32,
    #[tool(default = LIMIT, range(1..=50))] limit: u8,
    #[tool(default = WORD)] word: &str,
    #[tool(default = 'x')] mark: char,
    #[tool(default = b'x')] byte: u8,
    #[tool(default = -1.5e3)] score: f64,
    #[tool(default = None)] none: Option<u8>,
    #[tool(default = Some(3))] some: Option<u8>,
    #[tool(default = [1, 2])] list: Vec<u8>,
    #[tool(default = ("a", -1))] pair: (String, i8),
    #[tool(default = Sort::A)] sort: Sort,
    #[tool(default = Sort::default())] hidden: Sort,
    #[tool(default)] flag: bool,
    #[tool(range(min = -5, max = 0x10))] degrees: i32,
    #[tool(range(0.0..1.0))] share: f32,
    #[tool(length(3))] code: &str,
    #[tool(length(..=1_000), pattern = r"^\w+$", format = "uuid", example = "a")] text: Cow<'_, str>,
    #[tool(multiple_of = 0.5)] step: f64,
    words: &[&str],
    nested: Option<Option<Vec<&str>>>,
    #[tool(as = "Vec<String>")] other: Vec<Cow<'a, str>>,
    #[cfg(all())] os: &str,
    #[cfg(any())] os: u8,
    #[tool(inject)] log: &Arc<dyn Fn(&str) + Send + Sync>,
    #[tool(inject)] hook: &fn(u8) -> u8,
    #[tool(inject)] state: Arc<Mutex<String>>,
    #[tool(inject)] _: Option<&Unknown>,
    #[tool(default = [["a"], ["b"]])] table: Vec<Vec<String>>,
    #[tool(default = "fast")] mode: Option<Cow<'_, str>>,
    #[tool(default = &["a", "b"])] tags: &[&str],
    #[tool(default)] sorts: Option<&[Sort]>,
) -> usize {
    query = query.trim();
    state.lock().unwrap().push_str(word);
    log(code);
    let all = (lat, lon, page, limit, mark, byte, score, none, some, list, pair, sort as u8, hidden as u8);
    let more = (flag, degrees, share, text, step, words, nested, other, os, hook(1), table, mode, tags, sorts);
    drop((all, more));
    query.len()
}

fn main() {
    assert!(search::schema_for(Provider::OpenAi).contains("unused"));
    let reply = search::call_with(CallContext::new(Provider::OpenAi, "1", "search"), "{}");
    assert!(reply.now_or_never().unwrap().is_err());
}
