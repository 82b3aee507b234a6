//! Conversion of a schema's JSON to nodes.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::choice;
use super::definition::OpenDefinition;
use super::demand::demands_unlisted;
use super::error::ImportError;
use super::keywords::{At, Keywords, evaluates};
use super::losses::ReadDescription;
use super::merge::Merge;
use super::merged::Unmerged;
use super::node::{NodeId, NodeKind, NodeRules, OwnedNode};
use super::patterns::SchemaPatterns;
use super::resources::{REFERENCES, Resources};
use super::root::RootTexts;
use super::scalar;
use super::tagging::Comparisons;
use super::types;
use super::unsupported::{is_annotation, reason, shortened, with_words};
use crate::decode::JsonTree;
use crate::render::{Outcome, ReportEntry};
use crate::schema::Tagging;

/// Maximum number of nodes with references expanded.
const MAX_NODES: usize = 50_000;

pub(super) struct SchemaReader<'j> {
    pub(super) merge: Merge<'j>,
    pub(super) nodes: Vec<OwnedNode>,
    pub(super) losses: Vec<ReportEntry>,
    /// The bytes of the pointers in them.
    pub(super) reported: usize,
    /// The bytes of the descriptions. References copy those of their targets.
    pub(super) documented: usize,
    /// The nodes with a description, in a map because each reference asks for its target.
    pub(super) described: BTreeMap<NodeId, ReadDescription>,
    /// The schemas whose description the description of a schema around them replaces.
    pub(super) replaced: Vec<Rc<str>>,
    /// The keywords of schemas that are read more than once, with an effect at least once.
    pub(super) used: HashSet<(Rc<str>, String)>,
    /// The indices of the losses, by pointer and keyword. A keyword has at most two: the text may
    /// accept both values that the schema rejects and fewer than it accepts.
    pub(super) lost: HashMap<(String, String), Vec<usize>>,
    /// The definitions' names by number.
    pub(super) names: Vec<String>,
    pub(super) keys: HashMap<String, usize>,
    /// Finished definitions, which are read once.
    pub(super) done: HashMap<String, NodeId>,
    pub(super) open: Vec<OpenDefinition>,
    pub(super) patterns: SchemaPatterns,
    pub(super) comparisons: Comparisons,
    pub(super) texts: RootTexts,
    /// The pointer to the root's members. Not empty if the root is a reference.
    pub(super) root_at: String,
    /// The number of references that lead there.
    pub(super) root_steps: usize,
}

impl<'j> SchemaReader<'j> {
    pub(super) fn new(document: &'j Resources<'j>, patterns: SchemaPatterns) -> Self {
        SchemaReader {
            patterns,
            comparisons: Comparisons::new(),
            texts: RootTexts::default(),
            root_at: String::new(),
            root_steps: 0,
            merge: Merge::new(document),
            nodes: Vec::new(),
            losses: Vec::new(),
            reported: 0,
            documented: 0,
            described: BTreeMap::new(),
            replaced: Vec::new(),
            used: HashSet::new(),
            lost: HashMap::new(),
            names: Vec::new(),
            keys: HashMap::new(),
            done: HashMap::new(),
            open: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, node: OwnedNode) -> NodeId {
        self.documented += node.docs.len();
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    pub(super) fn kind(&mut self, kind: NodeKind) -> NodeId {
        self.push(OwnedNode::of(kind))
    }

    pub(super) fn root(&mut self) -> Result<NodeId, ImportError> {
        let root = self.merge.document.root();
        self.definition(String::new(), root, &At::of("", 0))
    }

    pub(super) fn schema(&mut self, schema: &JsonTree, at: &At) -> Result<NodeId, ImportError> {
        self.check_texts(at)?;
        self.merge.point(at.pointer(), 1)?;
        if at.depth > super::MAX_DEPTH {
            let most = super::MAX_DEPTH;
            return Err(at.error(format!(
                "it nests deeper than the {most} levels that are read"
            )));
        }
        if self.nodes.len() > MAX_NODES {
            let reason =
                format!("with its references written out it has more than {MAX_NODES} parts");
            return Err(at.error(reason));
        }
        let effective = self.effective(schema, at);
        let schema = effective.as_ref().unwrap_or(schema);
        if let Some((key, target, rest)) = self.reference(schema, at)? {
            let is_root = at.depth == 0 && at.pointer() == self.root_at;
            if is_root {
                self.follow_root(&key, at)?;
            }
            let inner = self.definition(key, target, at)?;
            return Ok(self.described(inner, rest, at, is_root));
        }
        // A reference with siblings may contain itself, too. Its text is its key then.
        if refers(schema) && at.pointer() != self.root_at {
            return self.sibling(schema.text(), schema, at);
        }
        self.members(schema, at)
    }

    /// Reads a schema after merging its `allOf` and references.
    pub(super) fn members(&mut self, schema: &JsonTree, at: &At) -> Result<NodeId, ImportError> {
        let left = self.merge.left.len();
        let Some((members, place)) = self.merge.members(schema, &at.place)? else {
            return Ok(self.kind(NodeKind::Never));
        };
        let at = At {
            shared: at.shared || place.origins.is_some(),
            depth: at.depth,
            place,
        };
        let mut sheet = Keywords::of(members, at);
        for left in self.merge.left.split_off(left) {
            self.left(&mut sheet, left);
        }
        let shared = Self::shared(&sheet);
        let read = self.keywords(&mut sheet);
        self.use_shared(&sheet, &shared);
        read
    }

    /// Handles a keyword that could not be merged.
    fn left(&mut self, sheet: &mut Keywords, left: Unmerged) {
        let Unmerged {
            keyword,
            value,
            place,
            no_effect,
        } = left;
        if let Some(reason) = no_effect {
            return self.loss_at(&place, &keyword, Outcome::Hidden, reason);
        }
        sheet.names_in_words |= evaluates(&keyword);
        match keyword.as_str() {
            "additionalProperties" | "unevaluatedProperties" => self.loss_at(
                &place,
                &keyword,
                Outcome::Widened,
                "it is read as if it were about the names that no part of the schema lists",
            ),
            "description" => self.replaced.push(place),
            keyword if is_annotation(keyword) => self.loss_at(
                &place,
                keyword,
                Outcome::Hidden,
                "that of the schema around it is used",
            ),
            _ => {
                let words = format!("{keyword}: {}", self.spelled_out(&value));
                self.loss_at(&place, &keyword, Outcome::Described, reason(&words));
                sheet.words.push(shortened(words));
            }
        }
    }

    /// Reads a schema. If no value can match it, the result is a `Never` node instead of an error.
    pub(super) fn non_empty(&mut self, schema: &JsonTree, at: &At) -> Result<NodeId, ImportError> {
        let read = self.schema(schema, at);
        self.or_never(read)
    }

    pub(super) fn or_never(
        &mut self,
        read: Result<NodeId, ImportError>,
    ) -> Result<NodeId, ImportError> {
        match read {
            Err(ImportError {
                reason,
                never: Some((place, keyword)),
                ..
            }) => {
                self.loss_at(&place, keyword, Outcome::Rewritten, &reason);
                Ok(self.kind(NodeKind::Never))
            }
            read => read,
        }
    }

    pub(super) fn is_root(&self, sheet: &Keywords) -> bool {
        sheet.at.pointer() == self.root_at
    }

    pub(super) fn is_never(&self, id: NodeId) -> bool {
        matches!(self.nodes[id].kind, NodeKind::Never)
    }

    fn keywords(&mut self, sheet: &mut Keywords) -> Result<NodeId, ImportError> {
        if self.is_root(sheet) {
            self.texts = RootTexts::of(sheet);
        }
        let titled = self.annotations(sheet);
        let opens = sheet.at.depth == 0 && demands_unlisted(&sheet.members);
        let nullable = matches!(sheet.take("nullable"), Some(JsonTree::Bool(true)));
        let mut types = types::types(self, sheet)?;
        let mut null = nullable;
        if let Some(types) = &mut types {
            null |= types.contains(&"null");
            types.retain(|one| *one != "null");
        }
        let only_null = types.as_ref().is_some_and(Vec::is_empty);
        let docs = match sheet.take("description") {
            Some(JsonTree::String(text)) => text,
            _ => String::new(),
        };
        let keyword = if titled { "title" } else { "description" };
        let keyword = (!docs.is_empty()).then_some(keyword);
        self.objects_in_words(sheet);
        if types.as_deref() == Some(&["integer"]) {
            scalar::two_ranges(sheet);
        }
        let id = if sheet.has("const") || sheet.has("enum") {
            let allowed = null || types.is_none();
            let (id, with_null) = choice::choice(self, sheet, types.as_deref(), allowed)?;
            null = nullable || with_null;
            id
        } else if only_null {
            null = false;
            self.kind(NodeKind::Null)
        } else if sheet.has("anyOf") || sheet.has("oneOf") {
            let allowed = types.is_some() && null;
            let (id, with_null) = self.alternatives(sheet, types.as_deref(), allowed)?;
            null = nullable || with_null;
            id
        } else {
            let read = self.typed(sheet, types);
            if null { self.or_never(read)? } else { read? }
        };
        let id = if null && self.is_never(id) {
            null = false;
            self.kind(NodeKind::Null)
        } else {
            id
        };
        let id = if opens { self.opened(id) } else { id };
        self.leftovers(sheet);
        if self.is_root(sheet) {
            self.texts.words.clone_from(&sheet.words);
        }
        let mut words = core::mem::take(&mut sheet.words);
        if keyword.is_some() {
            words.extend(self.replaced_words(id));
        }
        let id = self.with_docs(id, with_words(docs, &words));
        if !self.nodes[id].docs.is_empty() {
            let at = sheet.at.clone();
            self.described
                .insert(id, ReadDescription { at, words, keyword });
        }
        Ok(match self.nodes[id].kind {
            NodeKind::Any | NodeKind::Null | NodeKind::Option(_) => id,
            _ if null => self.kind(NodeKind::Option(id)),
            _ => id,
        })
    }

    /// Moves object values of `const` and `enum` in a root to the description, so that the root
    /// keeps its properties.
    fn objects_in_words(&mut self, sheet: &mut Keywords) {
        if !self.is_root(sheet) {
            return;
        }
        for (keyword, what) in [("const", "always"), ("enum", "one of")] {
            let values = match sheet.get(keyword) {
                Some(JsonTree::Array(all)) if keyword == "enum" => all.as_slice(),
                Some(one) => core::slice::from_ref(one),
                None => continue,
            };
            if !values.is_empty() && values.iter().all(|one| matches!(one, JsonTree::Object(_))) {
                let words: Vec<String> = values.iter().map(JsonTree::text).collect();
                sheet.take(keyword);
                self.describe(sheet, keyword, format!("{what}: {}", words.join(" | ")));
            }
        }
    }

    pub(super) fn with_docs(&mut self, id: NodeId, mut docs: String) -> NodeId {
        if docs.is_empty() {
            return id;
        }
        // The node was just created and is not shared.
        if id + 1 == self.nodes.len()
            && self.nodes[id].name.is_none()
            && self.nodes[id].docs.is_empty()
            && !matches!(self.nodes[id].kind, NodeKind::Back(_))
        {
            self.documented += docs.len();
            if let NodeKind::Enum(list) = &mut self.nodes[id].kind {
                choice::take_docs(list, &mut docs);
            }
            self.nodes[id].docs = docs;
            return id;
        }
        self.push(OwnedNode {
            kind: NodeKind::Ruled(id, NodeRules::default()),
            docs,
            name: None,
        })
    }

    /// Returns true if the schema also accepts `null`.
    pub(super) fn is_option(&self, id: NodeId) -> bool {
        match self.nodes[id].kind {
            NodeKind::Option(_) => true,
            NodeKind::Ruled(inner, _) => self.is_option(inner),
            _ => false,
        }
    }

    /// Adds a node with rules, if there are any.
    pub(super) fn ruled(&mut self, kind: NodeKind, rules: NodeRules) -> NodeId {
        let id = self.kind(kind);
        if rules == NodeRules::default() {
            return id;
        }
        self.kind(NodeKind::Ruled(id, rules))
    }

    /// Any of some nodes, without a discriminator.
    pub(super) fn any_of(&mut self, variants: Vec<NodeId>) -> NodeId {
        match variants.as_slice() {
            [] => self.kind(NodeKind::Never),
            [one] => *one,
            _ => self.kind(NodeKind::Union {
                variants,
                tagging: Tagging::Untagged,
            }),
        }
    }
}

/// Returns true if a schema includes another by a reference, possibly in its `allOf`.
fn refers(schema: &JsonTree) -> bool {
    let by = |name: &&str| matches!(schema.get(name), Some(JsonTree::String(_)));
    REFERENCES.iter().any(by)
        || matches!(schema.get("allOf"), Some(JsonTree::Array(all)) if all.iter().any(refers))
}
