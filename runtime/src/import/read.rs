//! Conversion of a schema's JSON to nodes.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use std::collections::{HashMap, HashSet};

use super::choice;
use super::definition::Open;
use super::demand::demands_unlisted;
use super::error::ImportError;
use super::merge::{Members, Merge};
use super::node::{Id, Kind, Node, Rules};
use super::patterns::Patterns;
use super::reference::{Document, escape};
use super::scalar;
use super::shadow::Described;
use super::types;
use super::words::with_words;
use crate::decode::Json;
use crate::render::{Outcome, ReportEntry};
use crate::schema::Tagging;

/// Maximum number of nodes with references expanded.
const MOST_NODES: usize = 50_000;

pub(super) struct Reader<'j> {
    pub(super) merge: Merge<'j>,
    pub(super) nodes: Vec<Node>,
    pub(super) losses: Vec<ReportEntry>,
    /// The nodes with a description, in a map because each reference asks for its target.
    pub(super) described: BTreeMap<Id, Described>,
    /// The pointers and keywords of the losses.
    lost: HashSet<(String, String)>,
    /// The definitions' names by number.
    pub(super) names: Vec<String>,
    pub(super) keys: HashMap<String, usize>,
    /// Finished definitions, which are read once.
    pub(super) done: HashMap<String, Id>,
    pub(super) open: Vec<Open>,
    pub(super) patterns: Patterns,
    /// Constraints of the root as text.
    pub(super) words: Vec<String>,
    /// The pointer to the root's members. Not empty if the root is a reference.
    root_at: String,
}

/// A location in the schema.
#[derive(Clone)]
pub(super) struct At {
    pub(super) pointer: String,
    pub(super) depth: usize,
}

impl At {
    pub(super) fn step(&self, name: &str) -> Self {
        At {
            pointer: format!("{}/{}", self.pointer, escape(name)),
            depth: self.depth + 1,
        }
    }

    pub(super) fn error(&self, reason: impl Into<String>) -> ImportError {
        ImportError::new(&self.pointer, reason)
    }
}

/// The keywords of one schema that were not consumed yet, and its constraints as text.
pub(super) struct Sheet {
    pub(super) members: Members,
    pub(super) words: Vec<String>,
    pub(super) at: At,
}

impl Sheet {
    pub(super) fn take(&mut self, name: &str) -> Option<Json> {
        let at = self.members.iter().position(|(key, _)| key == name)?;
        Some(self.members.remove(at).1)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(key, _)| key == name)
    }
}

impl<'j> Reader<'j> {
    pub(super) fn new(document: &'j Document<'j>, patterns: Patterns) -> Self {
        Reader {
            patterns,
            words: Vec::new(),
            root_at: String::new(),
            merge: Merge::new(document),
            nodes: Vec::new(),
            losses: Vec::new(),
            described: BTreeMap::new(),
            lost: HashSet::new(),
            names: Vec::new(),
            keys: HashMap::new(),
            done: HashMap::new(),
            open: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    pub(super) fn kind(&mut self, kind: Kind) -> Id {
        self.push(Node::of(kind))
    }

    pub(super) fn loss(&mut self, at: &At, keyword: &str, outcome: Outcome, reason: &str) {
        // The same place may be reached in several ways.
        if self.lost.insert((at.pointer.clone(), keyword.to_owned())) {
            self.losses.push(ReportEntry {
                pointer: at.pointer.clone(),
                keyword: keyword.to_owned(),
                outcome,
                reason: reason.to_owned(),
            });
        }
    }

    /// Reads the whole schema.
    pub(super) fn root(&mut self) -> Result<Id, ImportError> {
        let root = self.merge.document.root;
        let at = At {
            pointer: String::new(),
            depth: 0,
        };
        self.definition(String::new(), root, &at)
    }

    /// Reads a schema.
    pub(super) fn schema(&mut self, schema: &Json, at: &At) -> Result<Id, ImportError> {
        if at.depth > super::MOST_DEPTH {
            return Err(at.error(format!(
                "it nests deeper than the {} levels that are read",
                super::MOST_DEPTH
            )));
        }
        if self.nodes.len() > MOST_NODES {
            return Err(at.error(format!(
                "with its references written out it has more than {MOST_NODES} parts"
            )));
        }
        if let Some((key, target, rest)) = self.reference(schema, at)? {
            if self.open.len() <= 1 && at.pointer == self.root_at {
                self.root_at.clone_from(&key);
            }
            let inner = self.definition(key, target, at)?;
            return Ok(self.described(inner, rest));
        }
        // A reference with siblings may contain itself, too. Its text is its key then.
        if refers(schema) && at.pointer != self.root_at {
            return self.sibling(schema.text(), schema, at);
        }
        self.members(schema, at)
    }

    /// Reads a schema after merging its `allOf` and references.
    pub(super) fn members(&mut self, schema: &Json, at: &At) -> Result<Id, ImportError> {
        let left = self.merge.left.len();
        let Some(members) = self.merge.members(schema, &at.pointer)? else {
            return Ok(self.kind(Kind::Never));
        };
        let mut sheet = Sheet {
            members,
            words: Vec::new(),
            at: at.clone(),
        };
        for (keyword, value) in self.merge.left.split_off(left) {
            if keyword == "additionalProperties" {
                self.loss(at, "allOf", Outcome::Widened, "a part that accepts no other names is read as one that accepts the names of all parts");
            } else {
                self.say(&mut sheet, &keyword, format!("{keyword}: {}", value.text()));
            }
        }
        self.sheet(sheet)
    }

    /// Reads a schema. If no value can match it, the result is a `Never` node instead of an error.
    pub(super) fn possible(&mut self, schema: &Json, at: &At) -> Result<Id, ImportError> {
        match self.schema(schema, at) {
            Err(error) if error.never => {
                let keyword = error
                    .pointer
                    .rsplit('/')
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                self.loss(at, &keyword, Outcome::Hidden, &error.reason);
                Ok(self.kind(Kind::Never))
            }
            read => read,
        }
    }

    /// Returns true if no value can match.
    pub(super) fn is_never(&self, id: Id) -> bool {
        matches!(self.nodes[id].kind, Kind::Never)
    }

    /// Reads a schema whose `allOf` and references are merged.
    pub(super) fn sheet(&mut self, mut sheet: Sheet) -> Result<Id, ImportError> {
        self.annotations(&mut sheet);
        let opens = sheet.at.depth == 0 && demands_unlisted(&sheet.members);
        let nullable = matches!(sheet.take("nullable"), Some(Json::Bool(true)));
        let mut types = types::types(self, &mut sheet)?;
        let before = types.as_ref().map_or(0, Vec::len);
        if let Some(types) = &mut types {
            types.retain(|one| *one != "null");
        }
        let mut null = nullable || types.as_ref().is_some_and(|types| types.len() < before);
        let only_null = types.as_ref().is_some_and(Vec::is_empty);
        let docs = match sheet.take("description") {
            Some(Json::String(text)) => text,
            _ => String::new(),
        };
        let own = !docs.is_empty();
        self.objects_in_words(&mut sheet);
        if types.as_deref() == Some(&["integer"]) {
            scalar::two_ranges(&mut sheet);
        }
        let id = if only_null {
            null = false;
            self.kind(Kind::Null)
        } else if sheet.has("const") || sheet.has("enum") {
            let (id, with_null) = choice::choice(self, &mut sheet, types.as_deref())?;
            null = nullable || with_null && (null || types.is_none());
            id
        } else if sheet.has("anyOf") || sheet.has("oneOf") {
            let (id, with_null) = self.alternatives(&mut sheet, types.as_deref())?;
            null |= with_null;
            id
        } else {
            self.typed(&mut sheet, types)?
        };
        let id = if opens { self.opened(id) } else { id };
        self.leftovers(&mut sheet);
        if sheet.at.pointer == self.root_at {
            self.words.clone_from(&sheet.words);
        }
        let mut words = sheet.words;
        if own {
            words.extend(self.replaced_words(id));
        }
        let id = self.with_docs(id, with_words(docs, &words));
        if !self.nodes[id].docs.is_empty() {
            let at = sheet.at.clone();
            self.described.insert(id, Described { at, words, own });
        }
        if null
            && !matches!(
                self.nodes[id].kind,
                Kind::Any | Kind::Null | Kind::Option(_)
            )
        {
            return Ok(self.kind(Kind::Option(id)));
        }
        Ok(id)
    }

    /// Moves object values of `const` and `enum` in a root to the description, so that the root
    /// keeps its properties.
    fn objects_in_words(&mut self, sheet: &mut Sheet) {
        if sheet.at.pointer != self.root_at {
            return;
        }
        for (keyword, what) in [("const", "always"), ("enum", "one of")] {
            let values = sheet.members.iter().find(|(name, _)| name == keyword);
            let words: Vec<String> = match values {
                Some((_, one @ Json::Object(_))) => vec![one.text()],
                Some((_, Json::Array(all)))
                    if keyword == "enum"
                        && all.iter().all(|one| matches!(one, Json::Object(_))) =>
                {
                    all.iter().map(Json::text).collect()
                }
                _ => continue,
            };
            if !words.is_empty() {
                sheet.take(keyword);
                self.say(sheet, keyword, format!("{what} {}", words.join(" | ")));
            }
        }
    }

    /// Adds a description to a node.
    pub(super) fn with_docs(&mut self, id: Id, mut docs: String) -> Id {
        if docs.is_empty() {
            return id;
        }
        // The node was just created and is not shared.
        if id + 1 == self.nodes.len()
            && self.nodes[id].name.is_none()
            && self.nodes[id].docs.is_empty()
            && !matches!(self.nodes[id].kind, Kind::Back(_))
        {
            if let Kind::Enum(list) = &mut self.nodes[id].kind {
                choice::take_docs(list, &mut docs);
            }
            self.nodes[id].docs = docs;
            return id;
        }
        self.push(Node {
            kind: Kind::Ruled(id, Rules::default()),
            docs,
            name: None,
        })
    }

    /// Reads a schema with several types or without a type.
    pub(super) fn typed(
        &mut self,
        sheet: &mut Sheet,
        types: Option<Vec<&'static str>>,
    ) -> Result<Id, ImportError> {
        let types = match types {
            Some(types) => types,
            None => {
                match types::implied(sheet) {
                    Some(one) => {
                        let at = sheet.at.clone();
                        if at.depth > 0 {
                            self.loss(&at, "type", Outcome::Narrowed, "no type is given: the one that the other keywords apply to is used");
                        }
                        vec![one]
                    }
                    None => return Ok(self.kind(Kind::Any)),
                }
            }
        };
        if let [one] = types.as_slice() {
            return self.one_type(sheet, one);
        }
        // Each type gets the keywords that apply to it.
        let all = core::mem::take(&mut sheet.members);
        let mut variants = Vec::new();
        let mut used: Vec<bool> = vec![false; all.len()];
        for one in types {
            for (i, (name, _)) in all.iter().enumerate() {
                if types::is_about(name, one) {
                    used[i] = true;
                }
            }
            let mut part = Sheet {
                members: all
                    .iter()
                    .filter(|(name, _)| types::is_about(name, one))
                    .cloned()
                    .collect(),
                words: Vec::new(),
                at: sheet.at.clone(),
            };
            let id = self.one_type(&mut part, one)?;
            self.leftovers(&mut part);
            let docs = part.words.join(", ");
            variants.push(self.with_docs(id, docs));
        }
        sheet.members = all
            .into_iter()
            .zip(used)
            .filter(|(_, used)| !used)
            .map(|(member, _)| member)
            .collect();
        Ok(self.kind(Kind::Union {
            variants,
            tagging: Tagging::Untagged,
        }))
    }

    pub(super) fn one_type(&mut self, sheet: &mut Sheet, name: &str) -> Result<Id, ImportError> {
        match name {
            "boolean" => Ok(self.kind(Kind::Boolean)),
            "string" => Ok(scalar::string(self, sheet)),
            "integer" | "number" => Ok(scalar::number(self, sheet, name == "integer")),
            "array" => super::array::array(self, sheet),
            "object" => super::object::object(self, sheet),
            "null" => Ok(self.kind(Kind::Null)),
            _ => Ok(self.kind(Kind::Any)),
        }
    }

    /// Returns true if the schema also accepts `null`.
    pub(super) fn is_option(&self, id: Id) -> bool {
        match self.nodes[id].kind {
            Kind::Option(_) => true,
            Kind::Ruled(inner, _) => self.is_option(inner),
            _ => false,
        }
    }

    /// Wraps a node in rules, if there are any.
    pub(super) fn ruled(&mut self, id: Id, rules: Rules) -> Id {
        if rules == Rules::default() {
            return id;
        }
        self.kind(Kind::Ruled(id, rules))
    }
}

/// Returns true if a schema includes another by a reference, possibly in its `allOf`.
fn refers(schema: &Json) -> bool {
    let named = ["$ref", "$dynamicRef", "$recursiveRef"];
    let by = |name: &&str| matches!(schema.get(name), Some(Json::String(_)));
    named.iter().any(by)
        || matches!(schema.get("allOf"), Some(Json::Array(all)) if all.iter().any(refers))
}
