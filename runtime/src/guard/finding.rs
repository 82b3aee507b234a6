//! What was found, and how much of it is listed.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem;

use serde_json::Value;

use super::rule::{Because, Effect, Evidence, Rule};

/// One thing in a request that the provider would refuse, or drop without a word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// A JSON Pointer into the request, to the schema or member that is at fault; empty for the request as a whole.
    pub pointer: String,
    /// The name of the tool that it stands in, as far as it has one.
    pub tool: Option<String>,
    /// The keyword or member that it is about; empty where there is no single one.
    pub keyword: String,
    /// The rule that is broken.
    pub rule: Rule,
    /// What breaking it leads to.
    pub effect: Effect,
    /// What stands behind the rule.
    pub evidence: Evidence,
    /// The tag of the rule's source: `docs/providers.md` has them all, with places and dates.
    pub source: &'static str,
    /// What stands there, cut where it is long.
    pub found: String,
}

impl Finding {
    /// What to write instead.
    pub fn instead(&self) -> &'static str {
        self.rule.instead()
    }
}

impl fmt::Display for Finding {
    /// One line: pointer, what was found, the rule with its evidence, the way out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() {
            "(request)"
        } else {
            &self.pointer
        };
        write!(f, "{pointer}")?;
        if let Some(tool) = &self.tool {
            write!(f, " (tool `{tool}`)")?;
        }
        write!(
            f,
            ": {} [{}: {}, {} in {}]; {}",
            self.found,
            self.rule,
            self.effect,
            self.evidence,
            self.source,
            self.instead()
        )
    }
}

/// How many findings are listed.
const MOST: usize = 10_000;

/// How many bytes of pointers and texts are listed: keys may be long, and each finding repeats those above it.
const MOST_BYTES: usize = 16 << 20;

/// How many characters of a value are shown.
const SHOWN: usize = 80;

/// Collects findings.
pub(super) struct Findings {
    list: Vec<Finding>,
    bytes: usize,
    left_out: usize,
    tool: Option<String>,
}

/// What one finding is about.
#[derive(Clone, Copy)]
pub(super) struct Fault<'k> {
    pub(super) rule: Rule,
    pub(super) effect: Effect,
    pub(super) because: Because,
    pub(super) keyword: &'k str,
}

impl<'k> Fault<'k> {
    pub(super) fn new(rule: Rule, because: Because, keyword: &'k str) -> Self {
        Fault {
            rule,
            effect: Effect::Refused,
            because,
            keyword,
        }
    }
}

impl Findings {
    pub(super) fn new() -> Self {
        Findings {
            list: Vec::new(),
            bytes: 0,
            left_out: 0,
            tool: None,
        }
    }

    /// Says in which tool the next ones stand.
    pub(super) fn in_tool(&mut self, name: Option<&str>) {
        self.tool = name.map(shortened);
    }

    /// Adds one; its pointer is only written where it is listed.
    pub(super) fn add(
        &mut self,
        fault: Fault<'_>,
        pointer: impl FnOnce() -> String,
        found: impl Into<String>,
    ) {
        if self.list.len() >= MOST || self.bytes >= MOST_BYTES {
            self.left_out += 1;
            return;
        }
        let finding = Finding {
            pointer: pointer(),
            tool: self.tool.clone(),
            keyword: shortened(fault.keyword),
            rule: fault.rule,
            effect: fault.effect,
            evidence: fault.because.0,
            source: fault.because.1,
            found: found.into(),
        };
        self.bytes += finding.pointer.len() + finding.found.len();
        self.list.push(finding);
    }

    /// How many are listed.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// For those listed since then: they stand in a text, which the pointer leads to and can't lead into.
    pub(super) fn in_text(&mut self, since: usize, pointer: &str) {
        for finding in self.list.iter_mut().skip(since) {
            let inner = mem::replace(&mut finding.pointer, pointer.to_owned());
            if !inner.is_empty() {
                finding.found = format!("{}, at {} in the text", finding.found, shortened(&inner));
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<Finding> {
        if self.left_out > 0 {
            self.list.push(Finding {
                pointer: String::new(),
                tool: None,
                keyword: String::new(),
                rule: Rule::More,
                effect: Effect::Refused,
                evidence: Evidence::Documented,
                source: "",
                found: format!("{} more findings", self.left_out),
            });
        }
        self.list
    }
}

/// A text, cut where it is long.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_owned(),
    }
}

/// A value, cut where it is long; of lists and objects only what they are.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(number) => format!("`{number}`"),
        Value::String(text) => format!("\"{}\"", shortened(text)),
        Value::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(map) if map.is_empty() => "an empty object".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
