//! Finds definitions in the input: a single one, a list, or a request or response that contains
//! some.

use std::rc::Rc;

use super::detect::own_tool;
use super::input::{DefinitionInput, InputMembers};
use super::namespace::Namespace;
use crate::dialect::DECLARATIONS;
use crate::import::ImportError;
use crate::import::pointer::escape;

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
    let mut found = Vec::new();
    if let Some(items) = given.items() {
        entries(items, "", &mut found);
        return Ok(found);
    }
    let Some(members) = given.members() else {
        return Err(ImportError::new(
            "",
            "expected a tool, a list of tools or a request with tools",
        ));
    };
    if !namespace(&members, "", &mut found) && !lists(&members, "", 0, &mut found)? {
        found.push(LocatedDefinition::new(String::new(), given));
    }
    Ok(found)
}

/// Collects the definitions in lists. Returns true if there was a list.
fn lists<'s>(
    members: &InputMembers<'s>,
    pointer: &str,
    depth: usize,
    found: &mut Vec<LocatedDefinition<'s>>,
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
            any |= lists(&inner, &format!("{pointer}/{name}"), depth + 1, found)?;
        }
    }
    for name in LISTS {
        let at = format!("{pointer}/{name}");
        match members.get(name) {
            None => {}
            Some(list) if list.is_null() => any = true,
            Some(list) => match list.items() {
                Some(items) => {
                    any = true;
                    entries(items, &at, found);
                }
                None => return Err(ImportError::new(&at, "it must be a list of tools")),
            },
        }
    }
    if declarations(members, pointer, found) {
        any = true;
        if is_entry(members) {
            built_in(members, pointer, found);
        }
    }
    Ok(any)
}

/// Returns true if an object with declarations is an entry of Gemini's list, which has nothing but
/// objects beside them.
fn is_entry(members: &InputMembers<'_>) -> bool {
    members.iter().all(|(name, part)| {
        DECLARATIONS.contains(&name.as_str())
            || !INSIDE.contains(&name.as_str()) && (part.is_null() || part.members().is_some())
    })
}

/// Collects the declarations of an entry of Gemini's list. Returns true if it is one.
fn declarations<'s>(
    members: &InputMembers<'s>,
    pointer: &str,
    found: &mut Vec<LocatedDefinition<'s>>,
) -> bool {
    for name in DECLARATIONS {
        if let Some(items) = members.get(name).and_then(|list| list.items()) {
            let at = format!("{pointer}/{name}");
            let items = items.into_iter().enumerate();
            found.extend(items.map(|(i, part)| LocatedDefinition::new(format!("{at}/{i}"), part)));
            return true;
        }
    }
    false
}

fn entries<'s>(
    items: Vec<DefinitionInput<'s>>,
    pointer: &str,
    found: &mut Vec<LocatedDefinition<'s>>,
) {
    for (i, part) in items.into_iter().enumerate() {
        let pointer = format!("{pointer}/{i}");
        if let Some(members) = part.members() {
            if declarations(&members, &pointer, found) {
                built_in(&members, &pointer, found);
                continue;
            }
            if namespace(&members, &pointer, found) {
                continue;
            }
        }
        found.push(LocatedDefinition::new(pointer, part));
    }
}

/// Collects the siblings of Gemini's declarations in an entry of its list: built-in tools, which
/// are not definitions.
fn built_in<'s>(members: &InputMembers<'s>, pointer: &str, found: &mut Vec<LocatedDefinition<'s>>) {
    for (name, part) in members {
        if !part.is_null() && !DECLARATIONS.contains(&name.as_str()) {
            found.push(LocatedDefinition {
                refused: Some(own_tool(name)),
                ..LocatedDefinition::new(format!("{pointer}/{}", escape(name)), *part)
            });
        }
    }
}

/// Collects the tools of a namespace of OpenAI's Responses. Returns true if it is one.
fn namespace<'s>(
    members: &InputMembers<'s>,
    pointer: &str,
    found: &mut Vec<LocatedDefinition<'s>>,
) -> bool {
    let kind = members.get("type").and_then(|kind| kind.string());
    let items = members.get("tools").and_then(|tools| tools.items());
    let Some(items) = items.filter(|_| kind.as_deref() == Some("namespace")) else {
        return false;
    };
    let around = Rc::new(Namespace::of(members, pointer));
    let items = items.into_iter().enumerate();
    found.extend(items.map(|(i, part)| LocatedDefinition {
        namespace: Some(Rc::clone(&around)),
        ..LocatedDefinition::new(format!("{pointer}/tools/{i}"), part)
    }));
    true
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
