//! Findings, and the limits on their number and size.

use core::fmt;
use core::mem;

use serde::Serialize;
use serde_json::Value;

use super::rule::{Citation, Effect, Evidence, Rule};
use crate::text::beginning;

/// A problem in a request: the provider would reject it, or silently drop it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// A JSON Pointer to the faulty schema or member; empty for the whole request.
    pub pointer: String,
    /// The name of the tool that contains it, if any.
    pub tool: Option<String>,
    /// The keyword or member; empty if there isn't a single one.
    pub keyword: String,
    /// The rule that is broken.
    pub rule: Rule,
    /// The provider's reaction to it.
    pub effect: Effect,
    /// The kind of evidence for the rule.
    pub evidence: Evidence,
    /// The tag of the rule's source. `docs/providers.md` lists all sources with places and dates.
    pub source: &'static str,
    /// A description of the offending value, truncated if long.
    pub found: String,
}

impl Finding {
    /// Returns a short instruction that repairs the finding.
    pub fn suggestion(&self) -> &'static str {
        self.rule.suggestion()
    }
}

impl fmt::Display for Finding {
    /// Writes one line: pointer, finding, rule with its evidence, and repair.
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
            self.suggestion()
        )
    }
}

const MAX_FINDINGS: usize = 10_000;

/// Maximum number of bytes in pointers and texts. Keys may be long, and each pointer repeats the
/// keys above it.
const MAX_BYTES: usize = 16 << 20;

#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
    bytes: usize,
    left_out: usize,
    tool: Option<String>,
}

impl Findings {
    /// Returns the findings of one check.
    pub(super) fn of<R>(check: impl FnOnce(&mut Findings) -> R) -> Vec<Finding> {
        let mut findings = Findings::default();
        check(&mut findings);
        findings.finish()
    }

    /// Sets the tool of the following findings.
    pub(super) fn in_tool(&mut self, name: Option<&str>) {
        self.tool = name.map(beginning);
    }

    /// Adds a part that the provider rejects.
    pub(super) fn add(
        &mut self,
        rule: Rule,
        because: Citation,
        pointer: &str,
        keyword: &str,
        found: impl Into<String>,
    ) {
        let effect = Effect::Rejected;
        self.push(rule, effect, because, keyword, || pointer.into(), found);
    }

    /// Adds a finding. The pointer is built only if the finding is listed.
    pub(super) fn push(
        &mut self,
        rule: Rule,
        effect: Effect,
        (evidence, source): Citation,
        keyword: &str,
        pointer: impl FnOnce() -> String,
        found: impl Into<String>,
    ) {
        if self.list.len() >= MAX_FINDINGS || self.bytes >= MAX_BYTES {
            self.left_out += 1;
            return;
        }
        let finding = Finding {
            pointer: pointer(),
            tool: self.tool.clone(),
            keyword: beginning(keyword),
            rule,
            effect,
            evidence,
            source,
            found: found.into(),
        };
        self.bytes += finding.pointer.len() + finding.found.len();
        self.list.push(finding);
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Adjusts findings listed since then: they are in JSON text within a string. The pointer
    /// refers to the string, because it can't continue inside.
    pub(super) fn in_text(&mut self, since: usize, pointer: &str) {
        for finding in self.list.iter_mut().skip(since) {
            let inner = mem::replace(&mut finding.pointer, pointer.to_owned());
            if !inner.is_empty() {
                finding.found = format!("{}, at {} in the text", finding.found, beginning(&inner));
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<Finding> {
        if self.left_out > 0 {
            self.list.push(Finding {
                pointer: String::new(),
                tool: None,
                keyword: String::new(),
                rule: Rule::FindingLimit,
                effect: Effect::Rejected,
                evidence: Evidence::Documented,
                source: "",
                found: format!("{} more findings", self.left_out),
            });
        }
        self.list
    }
}

/// Describes a value, truncated if long. Lists and objects are only named.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(number) => format!("`{number}`"),
        Value::String(text) => format!("\"{}\"", beginning(text)),
        Value::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(map) if map.is_empty() => "an empty object".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
