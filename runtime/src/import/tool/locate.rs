//! Finds definitions in the input: a single one, a list, or a request or response that contains
//! some.

use core::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use super::ToolDefinition;
use super::detect::own_tool;
use super::input::{DefinitionInput, InputMembers};
use super::short::MAX_CHARS;
use crate::dialect::DECLARATIONS;
use crate::import::ImportError;
use crate::import::pointer::escape;
use crate::render::{Outcome, ReportEntry};

/// A definition that is not parsed yet.
pub(super) struct LocatedDefinition<'s> {
    /// Its JSON Pointer in the input.
    pub(super) pointer: String,
    pub(super) part: DefinitionInput<'s>,
    /// The namespace that contains it.
    pub(super) namespace: Option<Rc<Namespace>>,
    /// The reason why it is not a definition, if its location implies that.
    pub(super) refused: Option<String>,
}

impl<'s> LocatedDefinition<'s> {
    fn new(pointer: String, part: DefinitionInput<'s>) -> Self {
        LocatedDefinition {
            pointer,
            part,
            namespace: None,
            refused: None,
        }
    }
}

/// Members that may contain lists of tools.
const INSIDE: [&str; 4] = ["result", "params", "toolConfig", "config"];

/// Maximum of such members in one another. Each is parsed with all that is inside.
const MAX_INSIDE: usize = 3;

/// Members that are lists of tools.
const LISTS: [&str; 2] = ["tools", "functions"];

/// Finds all definitions, in order.
pub(super) fn locate(
    given: DefinitionInput<'_>,
) -> Result<Vec<LocatedDefinition<'_>>, ImportError> {
    given.check()?;
    let mut found = DefinitionList(Vec::new());
    if let Some(items) = given.items() {
        found.entries(items, "");
        return Ok(found.0);
    }
    let Some(members) = given.members() else {
        let reason = "expected a tool, a list of tools or a request with tools";
        return Err(ImportError::new("", reason));
    };
    if !found.namespace(&members, "") && !found.lists(&members, "", 0)? {
        found.add(String::new(), given);
    }
    Ok(found.0)
}

struct DefinitionList<'s>(Vec<LocatedDefinition<'s>>);

impl<'s> DefinitionList<'s> {
    fn add(&mut self, pointer: String, part: DefinitionInput<'s>) {
        self.0.push(LocatedDefinition::new(pointer, part));
    }

    /// Collects the definitions in lists. Returns true if there was a list.
    fn lists(
        &mut self,
        members: &InputMembers<'s>,
        pointer: &str,
        depth: usize,
    ) -> Result<bool, ImportError> {
        if depth > MAX_INSIDE {
            let reason =
                format!("lists of tools nest deeper than the {MAX_INSIDE} levels that are read");
            return Err(ImportError::new(pointer, reason));
        }
        let mut any = false;
        // A tool may have a member of such a name too, but it does not contain a list there.
        for name in INSIDE {
            if let Some(inner) = members.get(name)
                && let Some(inner) = inner.members()
                && LISTS.iter().any(|list| inner.contains_key(*list))
            {
                any |= self.lists(&inner, &format!("{pointer}/{name}"), depth + 1)?;
            }
        }
        for name in LISTS {
            let Some(list) = members.get(name) else {
                continue;
            };
            let at = format!("{pointer}/{name}");
            any = true;
            match list.items() {
                Some(items) => self.entries(items, &at),
                None if list.is_null() => {}
                None => return Err(ImportError::new(&at, "it must be a list of tools")),
            }
        }
        if self.declarations(members, pointer) {
            any = true;
            if is_entry(members) {
                self.built_in(members, pointer);
            }
        }
        Ok(any)
    }

    /// Collects the declarations of an entry of Gemini's list. Returns true if it is one.
    fn declarations(&mut self, members: &InputMembers<'s>, pointer: &str) -> bool {
        let items = |name: &'static str| Some((name, members.get(name)?.items()?));
        let Some((name, items)) = DECLARATIONS.into_iter().find_map(items) else {
            return false;
        };
        for (i, part) in items.into_iter().enumerate() {
            self.add(format!("{pointer}/{name}/{i}"), part);
        }
        true
    }

    fn entries(&mut self, items: Vec<DefinitionInput<'s>>, pointer: &str) {
        for (i, part) in items.into_iter().enumerate() {
            let pointer = format!("{pointer}/{i}");
            if let Some(members) = part.members() {
                if self.declarations(&members, &pointer) {
                    self.built_in(&members, &pointer);
                    continue;
                }
                if self.namespace(&members, &pointer) {
                    continue;
                }
            }
            self.add(pointer, part);
        }
    }

    /// Collects the siblings of Gemini's declarations in an entry of its list: built-in tools,
    /// which are not definitions.
    fn built_in(&mut self, members: &InputMembers<'s>, pointer: &str) {
        for (name, part) in members {
            if !part.is_null() && !DECLARATIONS.contains(&name.as_str()) {
                self.0.push(LocatedDefinition {
                    refused: Some(own_tool(name)),
                    ..LocatedDefinition::new(format!("{pointer}/{}", escape(name)), *part)
                });
            }
        }
    }

    /// Collects the tools of a namespace of OpenAI's Responses. Returns true if it is one.
    fn namespace(&mut self, members: &InputMembers<'s>, pointer: &str) -> bool {
        let kind = members.get("type").and_then(|kind| kind.string());
        let tools = members.get("tools");
        let tools = tools.filter(|_| kind.as_deref() == Some("namespace"));
        let Some(items) = tools.and_then(|tools| tools.items()) else {
            return false;
        };
        let around = Rc::new(Namespace::of(members, pointer));
        let items = items.into_iter().enumerate();
        self.0.extend(items.map(|(i, part)| LocatedDefinition {
            namespace: Some(Rc::clone(&around)),
            ..LocatedDefinition::new(format!("{pointer}/tools/{i}"), part)
        }));
        true
    }
}

/// Returns true if an object with declarations is an entry of Gemini's list, which has nothing but
/// objects beside them.
fn is_entry(members: &InputMembers<'_>) -> bool {
    members.iter().all(|(name, part)| {
        DECLARATIONS.contains(&name.as_str())
            || !INSIDE.contains(&name.as_str()) && (part.is_null() || part.members().is_some())
    })
}

/// The name of a definition that can't be read.
pub(super) fn name_of(part: DefinitionInput<'_>) -> Option<String> {
    let members = part.members()?;
    let inner = ["function", "toolSpec"]
        .iter()
        .find_map(|key| members.get(*key)?.members());
    let own = inner.as_ref().unwrap_or(&members);
    ["name", "title"]
        .iter()
        .find_map(|key| own.get(*key)?.string())
}

/// A group of tools in OpenAI's Responses: `{"type": "namespace", "name", "description", "tools"}`.
/// No other provider has them, so the group's description is added to each of its tools.
pub(super) struct Namespace {
    name: Arc<str>,
    /// The text appended to the description of each tool. `None` if it is too long for any.
    words: Option<String>,
    pointer: String,
    /// Members of the group that are not used. Reported once, with the first of its tools.
    unused: Vec<ReportEntry>,
    reported: Cell<bool>,
}

impl Namespace {
    pub(super) fn of(members: &InputMembers<'_>, pointer: &str) -> Self {
        let text = |name: &str| members.get(name)?.string();
        let unused = members.iter().filter_map(|(name, value)| {
            let reason = match name.as_str() {
                "type" | "tools" => return None,
                "name" | "description" if value.string().is_some() => return None,
                _ if value.is_null() => return None,
                "name" | "description" => "it is not a string",
                _ => "it can't be part of a tool",
            };
            let pointer = format!("{pointer}/{}", escape(name));
            Some(ReportEntry::new(pointer, name, Outcome::Hidden, reason))
        });
        let name = text("name").unwrap_or_default();
        let description = text("description").unwrap_or_default();
        let words = match description.trim() {
            "" => Some(String::new()),
            // A group may have many tools, each of which would repeat the text.
            description if name.len() + description.len() > 4 * MAX_CHARS => None,
            description => Some(format!("\n\nPart of `{name}`: {description}")),
        };
        Namespace {
            name: name.into(),
            words,
            pointer: pointer.to_owned(),
            unused: unused.collect(),
            reported: Cell::new(false),
        }
    }

    /// Adds a tool to the group.
    pub(super) fn around(&self, tool: &mut ToolDefinition) {
        tool.namespace = Some(Arc::clone(&self.name));
        if !self.reported.replace(true) {
            tool.losses.extend(self.unused.iter().cloned());
        }
        if self.words.as_deref() == Some("") {
            return;
        }
        let words = self.words.as_deref().filter(|words| {
            tool.description().chars().count() + words.chars().count() <= MAX_CHARS
        });
        let (outcome, reason) = if let Some(words) = words {
            tool.describe(&format!("{}{words}", tool.description()));
            (Outcome::Described, "it is in the tool's description")
        } else {
            let reason = "it is too long to be in the tool's description too";
            (Outcome::Hidden, reason)
        };
        let entry = ReportEntry::new(self.pointer.clone(), "description", outcome, reason);
        tool.losses.push(entry);
    }
}
