//! Reference targets: definitions, which are read once, and named if they contain themselves.

use std::borrow::Cow;

use super::error::ImportError;
use super::keywords::At;
use super::merge::MergedMembers;
use super::node::{NodeId, NodeKind, NodeRules, OwnedNode};
use super::read::SchemaReader;
use super::reference::{ALONE, REFERENCES};
use super::self_reference::SELF_REFERENCE;
use super::unsupported::{DESCRIPTION_IS_USED, NOT_ABOUT_ARGUMENTS, NOT_FOR_THE_MODEL};
use super::unsupported::{annotation, is_annotation, reason, says_the_same, shortened, with_words};
use crate::decode::JsonTree;
use crate::render::Outcome;

/// A definition that is being read.
pub(super) struct OpenDefinition {
    pub(super) key: String,
    pub(super) name: usize,
    /// True if it can be written under its name. False if something inside refers to an enclosing
    /// definition.
    pub(super) named: bool,
    /// True if something inside refers to it.
    pub(super) back: bool,
}

impl<'j> SchemaReader<'j> {
    /// Returns a schema without the siblings of `$ref` that the draft ignores, and reports them.
    pub(super) fn effective<'s>(&mut self, schema: &'s JsonTree, at: &At) -> Cow<'s, JsonTree> {
        let found = match schema {
            JsonTree::Object(members) => self.merge.document.without_siblings(members),
            _ => None,
        };
        let Some((kept, ignored)) = found else {
            return Cow::Borrowed(schema);
        };
        for (name, _) in ignored {
            self.loss(at, &name, Outcome::Hidden, ALONE);
        }
        Cow::Owned(JsonTree::Object(kept))
    }

    /// Resolves a reference whose siblings are only annotations.
    pub(super) fn reference<'s>(
        &self,
        schema: &'s JsonTree,
        at: &At,
    ) -> Result<Option<(String, &'j JsonTree, &'s MergedMembers)>, ImportError> {
        let JsonTree::Object(members) = schema else {
            return Ok(None);
        };
        let mut schema = schema;
        let mut wrapped = false;
        // `allOf` around one reference is a common way to add siblings.
        if let Some(JsonTree::Array(items)) = schema.get("allOf")
            && let [one] = items.as_slice()
            && members
                .iter()
                .all(|(name, _)| name == "allOf" || is_annotation(name))
            && let JsonTree::Object(inner) = one
            && inner.iter().all(|(name, _)| name == "$ref")
        {
            schema = one;
            wrapped = true;
        }
        let target = |name: &'static str| Some((name, schema.get(name)?.as_str()?));
        let Some((keyword, target)) = REFERENCES.into_iter().find_map(target) else {
            return Ok(None);
        };
        // Another reference beside it is merged.
        let is_known =
            |name: &str| name == keyword || wrapped && name == "allOf" || is_annotation(name);
        if !members.iter().all(|(name, _)| is_known(name)) {
            return Ok(None);
        }
        // Follow references to references to the end.
        let found = self.merge.document.find(target);
        let (mut key, mut found) = found.map_err(|reason| {
            let place = if wrapped {
                at.place.part(0)
            } else {
                at.place.clone()
            };
            ImportError::new(&place.step(keyword).pointer, reason)
        })?;
        let mut steps = 0;
        while let JsonTree::Object(inner) = found
            && let [(name, JsonTree::String(next))] = inner.as_slice()
            && name == "$ref"
        {
            steps += 1;
            if steps > 100 {
                return Err(
                    at.error("the reference refers to itself or through more than 100 others")
                );
            }
            (key, found) = self
                .merge
                .document
                .find(next)
                .map_err(|reason| ImportError::new(&format!("{key}/$ref"), reason))?;
        }
        if core::ptr::eq(found, self.merge.document.root) {
            key = String::new();
        }
        Ok(Some((key, found, members)))
    }

    /// Adds the annotations next to a reference to the node.
    pub(super) fn described(&mut self, inner: NodeId, rest: &MergedMembers, at: &At) -> NodeId {
        let text = |name: &str| {
            let found = rest.iter().find(|(one, _)| one == name);
            found.and_then(|(_, value)| value.as_str())
        };
        let mut docs = text("description").unwrap_or_default().to_owned();
        let mut words = Vec::new();
        for (name, value) in rest {
            match (name.as_str(), value) {
                ("title", JsonTree::String(title)) if !title.trim().is_empty() => {
                    if text("description").is_some() {
                        self.loss(at, "title", Outcome::Hidden, DESCRIPTION_IS_USED);
                    } else if !says_the_same(title, at.pointer()) {
                        docs.clone_from(title);
                    }
                }
                ("default" | "examples" | "example", value) => {
                    if let Some(text) = annotation(name, value) {
                        self.loss(at, name, Outcome::Described, reason(&text));
                        words.push(shortened(text));
                    }
                }
                ("deprecated", JsonTree::Bool(true)) => words.push("deprecated".to_owned()),
                ("readOnly" | "writeOnly", JsonTree::Bool(true)) => {
                    self.loss(at, name, Outcome::Hidden, NOT_ABOUT_ARGUMENTS);
                }
                (name, _) if name.starts_with("x-") => {
                    self.loss(at, name, Outcome::Hidden, NOT_FOR_THE_MODEL);
                }
                _ => {}
            }
        }
        let docs = docs.trim().to_owned();
        if docs.is_empty() && words.is_empty() {
            return inner;
        }
        words.extend(self.replaced_words(inner));
        let docs = if docs.is_empty() {
            self.docs_of(inner).to_owned()
        } else {
            docs
        };
        self.push(OwnedNode {
            kind: NodeKind::Ruled(inner, NodeRules::default()),
            docs: with_words(docs, &words),
            name: None,
        })
    }

    /// The description that a node is shown with.
    fn docs_of(&self, mut id: NodeId) -> &str {
        loop {
            let node = &self.nodes[id];
            match node.kind {
                NodeKind::Ruled(inner, _) | NodeKind::Option(inner) if node.docs.is_empty() => {
                    id = inner;
                }
                _ => return &node.docs,
            }
        }
    }

    fn number_of(&mut self, key: &str, last: &str) -> usize {
        if let Some(&number) = self.keys.get(key) {
            return number;
        }
        let mut name: String = last
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') {
                    c
                } else {
                    '_'
                }
            })
            .take(64)
            .collect();
        if name.is_empty() {
            name.push_str("Root");
        }
        self.names.push(name);
        self.keys.insert(key.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// Reads a definition, or refers to it by name if it is being read.
    pub(super) fn definition(
        &mut self,
        key: String,
        schema: &JsonTree,
        at: &At,
    ) -> Result<NodeId, ImportError> {
        if let Some(&id) = self.done.get(&key) {
            return Ok(id);
        }
        if let Some(id) = self.open_reference(&key, at) {
            return Ok(id);
        }
        // The target of a root that is a reference is the root.
        let inside = At::of(&key, at.depth + usize::from(key != self.root_at));
        let last = key.rsplit('/').next().unwrap_or_default().to_owned();
        let named = !key.is_empty();
        self.once(key, &last, named, &inside, |reader| {
            reader.schema(schema, &inside)
        })
    }

    /// Reads a reference with siblings, or refers to it by name if it is being read. Only then it
    /// gets a name.
    pub(super) fn sibling(
        &mut self,
        key: String,
        schema: &JsonTree,
        at: &At,
    ) -> Result<NodeId, ImportError> {
        if let Some(id) = self.open_reference(&key, at) {
            return Ok(id);
        }
        let last = at
            .pointer()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        self.once(key, &last, false, at, |reader| reader.members(schema, at))
    }

    /// Returns a reference by name if the key is being read.
    fn open_reference(&mut self, key: &str, at: &At) -> Option<NodeId> {
        if let Some(place) = self.open.iter().position(|open| open.key == *key) {
            let name = self.open[place].name;
            // The definitions in between can't have their own names, because they would refer to
            // something outside.
            if self.open[place].named && self.open[place + 1..].iter().all(|open| !open.back) {
                for open in &mut self.open[place + 1..] {
                    open.named = false;
                }
                self.open[place].back = true;
                return Some(self.kind(NodeKind::Back(name)));
            }
            let docs = format!("a {}", self.names[name]);
            self.loss(at, "$ref", Outcome::Widened, "definitions that contain one another in more than one way: any value is accepted here");
            return Some(self.push(OwnedNode {
                docs,
                ..OwnedNode::of(NodeKind::Any)
            }));
        }
        None
    }

    /// Reads a schema that may refer to itself.
    fn once(
        &mut self,
        key: String,
        last: &str,
        named: bool,
        inside: &At,
        read: impl FnOnce(&mut Self) -> Result<NodeId, ImportError>,
    ) -> Result<NodeId, ImportError> {
        let name = self.number_of(&key, last);
        self.open.push(OpenDefinition {
            key: key.clone(),
            name,
            named: true,
            back: false,
        });
        let read = read(self);
        let open = self.open.pop();
        let id = read?;
        let back = match &open {
            Some(open) if open.back => {
                if !self.without_itself(id, open.name) {
                    return Err(inside.error(SELF_REFERENCE));
                }
                self.names(id, open.name)
            }
            _ => false,
        };
        if open.is_some_and(|open| open.named && (back || named)) {
            if self.nodes[id].name.is_none()
                && !matches!(self.nodes[id].kind, NodeKind::Back(_) | NodeKind::Option(_))
                && id + 1 == self.nodes.len()
            {
                self.nodes[id].name = Some(name);
                self.done.insert(key, id);
                return Ok(id);
            }
            // Another definition, a shared part, or an option (which is resolved before names are):
            // wrap it in a node with the name.
            let around = self.push(OwnedNode {
                kind: NodeKind::Ruled(id, NodeRules::default()),
                docs: String::new(),
                name: Some(name),
            });
            self.done.insert(key, around);
            return Ok(around);
        }
        Ok(id)
    }
}
