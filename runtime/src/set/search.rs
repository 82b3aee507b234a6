//! The search tool of a set with deferred tools, for providers without a search of their own.

use core::convert::Infallible;
use core::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::entry::SharedTool;
use super::member::{Member, Role};
use super::{DynamicTool, ToolInfo};
use crate::call::{Artifact, CallContext, ToolOutput};
use crate::render::Form;
use crate::schema::{Field, Key, Kind, Link, Object, Schema, SchemaRef, ToolSchema, UnknownNames};
use crate::spec::ToolAnnotations;
use crate::text::excerpt;

/// The search tool's name.
const NAME: &str = "search_tools";

// The text is the same for every set, so that a changed set doesn't change the prompt's beginning.
const DESCRIPTION: &str = "Search for further tools by what they do. The tools that are found can be called from the next turn on.";

/// Maximum number of tools that one search loads.
const MAX_HITS: usize = 5;

/// Maximum number of words of a query that are used.
const MAX_WORDS: usize = 32;

/// Maximum bytes of a tool's description in the answer. The next request has the whole.
const MAX_SUMMARY: usize = 200;

/// The arguments of the search tool.
#[derive(Deserialize)]
struct Query {
    query: String,
}

impl ToolSchema for Query {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Object(Object {
        fields: &[Field {
            key: Key::new("query", "\"query\":", 0),
            ty: Link::Static(<String as ToolSchema>::SCHEMA),
            docs: "Words for the task: `create issue github`",
            more: None,
            flags: 0,
        }],
        unknown_names: UnknownNames::Rejected,
    })));
}

/// The artifact of the search tool: the names of the tools that it found.
struct Hits(Vec<String>);

/// Takes the names of the tools that a search has found from the artifact of its answer.
pub(super) fn take_hits(artifact: &mut Option<Artifact>) -> Vec<String> {
    let hits = artifact.take_if(|artifact| artifact.is::<Hits>());
    let hits = hits.and_then(|hits| hits.downcast::<Hits>().ok());
    hits.map_or_else(Vec::new, |hits| hits.0)
}

/// Creates the search tool of a set, which has no tools to find yet.
pub(crate) fn member() -> Member {
    Member::new(tool(Vec::new()), Arc::default()).with_role(Role::Search)
}

/// Gives the search tool the current deferred tools, after each change of a set.
pub(crate) fn update_search_tool(members: &mut [(Arc<Member>, bool)]) {
    let is_search = |(member, _): &(Arc<Member>, bool)| member.role == Role::Search;
    let Some(at) = members.iter().position(is_search) else {
        return;
    };
    let found = members
        .iter()
        .filter(|(member, on)| *on && member.role == Role::Deferred);
    let found = found.map(|(member, _)| Arc::clone(member)).collect();
    members[at].0 = Arc::new(members[at].0.with_tool(tool(found)));
}

fn tool(members: Vec<Arc<Member>>) -> SharedTool {
    let index = OnceLock::new();
    let search = move |Query { query }: Query, context: &CallContext| {
        let index: &Index = index.get_or_init(|| Index::of(&members));
        // Tools that the provider would reject aren't in the next request.
        let is_shown = |hit: usize| {
            members[hit]
                .declaration(context.provider(), Form::Own)
                .is_ok()
        };
        let hits = index.hits(&query, is_shown);
        let names = hits.iter().map(|hit| members[*hit].name.to_string());
        let names = Hits(names.collect());
        let text = answer(&hits, &members, context);
        Ok::<_, Infallible>(ToolOutput::new(text, names))
    };
    let hints = ToolAnnotations::new().read_only(true).open_world(false);
    Arc::new(DynamicTool::new(NAME, DESCRIPTION, search).annotations(hints))
}

/// Lists the tools that were found for the model.
fn answer(hits: &[usize], members: &[Arc<Member>], context: &CallContext) -> String {
    if hits.is_empty() {
        return "No tool fits these words. Try other ones.".to_owned();
    }
    let mut text = String::from("These tools can be called from the next turn on:");
    for hit in hits {
        let member = &members[*hit];
        let summary = excerpt(member.tool.spec().description.raw(), MAX_SUMMARY);
        let name = member.name_for(context.provider());
        let _ = write!(text, "\n- `{name}`: {summary}");
    }
    text
}

/// The words of each tool.
struct Index(Vec<IndexEntry>);

struct IndexEntry {
    /// The words of its name.
    name: Vec<String>,
    /// Those of its title, description and source.
    text: Vec<String>,
}

impl Index {
    fn of(members: &[Arc<Member>]) -> Self {
        let entries = members.iter().map(|member| {
            let info = ToolInfo::of(member, true);
            let mut text = words(info.description());
            text.extend(words(info.title().unwrap_or_default()));
            text.extend(words(info.source().unwrap_or_default()));
            IndexEntry {
                name: words(info.name()),
                text,
            }
        });
        Index(entries.collect())
    }

    /// Returns the tools that fit best and are shown, best first. Tools that fit equally keep their
    /// order. A word counts more if fewer tools have it, as in BM25.
    fn hits(&self, query: &str, is_shown: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut scores = vec![0.0_f64; self.0.len()];
        let mut asked = words(query);
        asked.truncate(MAX_WORDS);
        for word in asked {
            let found: Vec<f64> = self.0.iter().map(|entry| entry.weight(&word)).collect();
            let with = found.iter().filter(|weight| **weight > 0.0).count();
            #[allow(clippy::cast_precision_loss)] // A set has fewer than 2^52 tools.
            let (all, with) = (self.0.len() as f64, with as f64);
            let rare = (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
            for (score, weight) in scores.iter_mut().zip(found) {
                *score += rare * weight / (weight + 1.2);
            }
        }
        let mut hits = Vec::with_capacity(MAX_HITS);
        while hits.len() < MAX_HITS {
            let mut best: Option<usize> = None;
            for (i, score) in scores.iter().enumerate() {
                if *score > best.map_or(0.0, |best| scores[best]) {
                    best = Some(i);
                }
            }
            let Some(best) = best else { break };
            scores[best] = 0.0;
            if is_shown(best) {
                hits.push(best);
            }
        }
        hits
    }
}

impl IndexEntry {
    /// How often the tool has a word. One in its name counts three times; a word that only begins
    /// like it counts half.
    fn weight(&self, word: &str) -> f64 {
        let of = |words: &[String]| -> f64 {
            let each = words.iter().map(|one| {
                if one == word {
                    1.0
                } else if word.len() >= 3 && one.starts_with(word) {
                    0.5
                } else {
                    0.0
                }
            });
            each.sum()
        };
        3.0 * of(&self.name) + of(&self.text)
    }
}

/// Splits a text into lower-case words, also at the capitals of `camelCase`. A plural is its
/// singular.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut small = false;
    for char in text.chars().chain([' ']) {
        let begins = char.is_uppercase() && small;
        if (begins || !char.is_alphanumeric()) && !word.is_empty() {
            if word.len() > 2 && word.ends_with('s') && !word.ends_with("ss") {
                word.pop();
            }
            words.push(core::mem::take(&mut word));
        }
        if char.is_alphanumeric() {
            word.extend(char.to_lowercase());
        }
        small = char.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_end_at_signs_and_capitals_and_lose_their_plural() {
        assert_eq!(
            words("listPullRequests: GitHub's open PRs, class_ids (v2)"),
            [
                "list", "pull", "request", "git", "hub", "s", "open", "pr", "class", "id", "v2"
            ]
        );
    }
}
