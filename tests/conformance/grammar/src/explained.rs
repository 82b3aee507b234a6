//! Known disagreements, each with the source that explains it.

use regex::Regex;
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// At which question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Step {
    /// The text is compiled.
    Compile,
    /// A string that the grammar accepts is read by us.
    Sample,
    /// A value as we write it is shown to the grammar.
    Encode,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// A regular expression on the judge's name.
    judge: String,
    step: Step,
    /// A regular expression that the judge's message must match.
    reason: String,
    /// A regular expression on the provider's name, with ` strict` for strict mode; matches all by
    /// default.
    #[serde(default)]
    provider: String,
    /// A regular expression on the tool's name; matches all by default.
    #[serde(default)]
    tool: String,
    /// The cause, in a sentence.
    why: String,
    /// The source: a document, an issue, a file of the engine.
    source: String,
}

struct Compiled {
    entry: Entry,
    judge: Regex,
    reason: Regex,
    provider: Regex,
    tool: Regex,
    /// The reason and its source.
    said: String,
    used: AtomicBool,
}

/// The entries of `explained.json`.
pub(crate) struct Explained(Vec<Compiled>);

impl Explained {
    pub(crate) fn read() -> Result<Self, String> {
        let entries: Vec<Entry> = serde_json::from_str(include_str!("../explained.json"))
            .map_err(|error| format!("explained.json: {error}"))?;
        let regex =
            |text: &str| Regex::new(text).map_err(|error| format!("explained.json: {error}"));
        let compiled = entries.into_iter().map(|entry| {
            if entry.why.is_empty() || entry.source.is_empty() {
                return Err(format!(
                    "explained.json: `{}` lacks its reason or its source",
                    entry.reason
                ));
            }
            Ok(Compiled {
                judge: regex(&entry.judge)?,
                reason: regex(&entry.reason)?,
                provider: regex(&entry.provider)?,
                tool: regex(&entry.tool)?,
                said: format!("{} ({})", entry.why, entry.source),
                used: AtomicBool::new(false),
                entry,
            })
        });
        compiled.collect::<Result<_, _>>().map(Explained)
    }

    /// Returns the explanation, if there is one.
    pub(crate) fn find(
        &self,
        judge: &str,
        step: Step,
        provider: &str,
        tool: &str,
        reason: &str,
    ) -> Option<&str> {
        let found = self.0.iter().find(|known| {
            known.entry.step == step
                && known.judge.is_match(judge)
                && known.reason.is_match(reason)
                && known.provider.is_match(provider)
                && known.tool.is_match(tool)
        })?;
        found.used.store(true, Ordering::Relaxed);
        Some(&found.said)
    }

    /// Lists entries of these judges that explained nothing.
    pub(crate) fn unused(&self, judges: &[&str]) -> Vec<String> {
        let unused = self.0.iter().filter(|known| {
            judges.iter().any(|judge| known.judge.is_match(judge))
                && !known.used.load(Ordering::Relaxed)
        });
        unused
            .map(|known| {
                format!(
                    "{}, {:?}: {}",
                    known.entry.judge, known.entry.step, known.entry.reason
                )
            })
            .collect()
    }
}
