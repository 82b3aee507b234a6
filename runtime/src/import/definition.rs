//! Reference targets: definitions, which are read once, and named if they contain themselves.

use super::cut::children;
use super::error::ImportError;
use super::keywords::At;
use super::merge::MergedMembers;
use super::node::{NodeId, NodeKind, NodeRules, OwnedNode};
use super::read::SchemaReader;
use super::reference::ALONE;
use super::resources::REFERENCES;
use super::unsupported::{DESCRIPTION_IS_USED, NOT_ABOUT_ARGUMENTS, NOT_FOR_THE_MODEL};
use super::unsupported::{annotation, is_annotation, reason, says_the_same, shortened, with_words};
use crate::decode::{JsonTree, member};
use crate::render::Outcome;

/// The reason for rejecting a schema that contains itself with no value in between.
pub(super) const SELF_REFERENCE: &str = "the reference refers to itself, with no value in between";

/// Maximum number of references to references.
const MAX_STEPS: usize = 100;

const TOO_MANY_STEPS: &str = "the reference refers to itself or through more than 100 others";

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
    /// `None` if it has none.
    pub(super) fn effective(&mut self, schema: &JsonTree, at: &At) -> Option<JsonTree> {
        let document = self.merge.document;
        let (kept, ignored) = document.without_siblings(schema.as_object()?)?;
        for (name, _) in ignored {
            self.loss(at, &name, Outcome::Hidden, ALONE);
        }
        Some(JsonTree::Object(kept))
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
        // `allOf` around one reference is a common way to add siblings.
        let is_beside = |keyword: &str| {
            let mut names = members.iter().map(|(name, _)| name.as_str());
            names.all(|name| name == keyword || is_annotation(name))
        };
        let wrapped = match schema.get("allOf").and_then(JsonTree::as_array) {
            Some([one]) if is_beside("allOf") => one.as_object(),
            _ => None,
        };
        let wrapped = wrapped.filter(|inner| matches!(inner, [(name, _)] if name == "$ref"));
        let own = wrapped.unwrap_or(members);
        let target = |name: &'static str| Some((name, member(own, name)?.as_str()?));
        let Some((keyword, target)) = REFERENCES.into_iter().find_map(target) else {
            return Ok(None);
        };
        // Another reference beside it is merged.
        if wrapped.is_none() && !is_beside(keyword) {
            return Ok(None);
        }
        // Follow references to references to the end.
        let found = self.merge.document.target(target);
        let (mut key, mut found) = found.map_err(|reason| {
            let wrapped = wrapped.map(|_| at.place.part(0));
            let place = wrapped.unwrap_or_else(|| at.place.clone());
            ImportError::new(&place.step(keyword).pointer, reason)
        })?;
        let mut steps = 0;
        while let JsonTree::Object(inner) = found
            && let [(name, JsonTree::String(next))] = inner.as_slice()
            && name == "$ref"
        {
            steps += 1;
            if steps > MAX_STEPS {
                return Err(at.error(TOO_MANY_STEPS));
            }
            let next = self.merge.document.target(next);
            (key, found) =
                next.map_err(|reason| ImportError::new(&format!("{key}/$ref"), reason))?;
        }
        if core::ptr::eq(found, self.merge.document.root()) {
            key = String::new();
        }
        Ok(Some((key, found, members)))
    }

    /// Follows a reference of the root, whose target is the root then.
    pub(super) fn follow_root(&mut self, key: &str, at: &At) -> Result<(), ImportError> {
        key.clone_into(&mut self.root_at);
        self.root_steps += 1;
        if self.root_steps > MAX_STEPS {
            return Err(at.error(TOO_MANY_STEPS));
        }
        Ok(())
    }

    /// Adds the annotations next to a reference to the node.
    pub(super) fn described(
        &mut self,
        inner: NodeId,
        rest: &MergedMembers,
        at: &At,
        is_root: bool,
    ) -> NodeId {
        let description = member(rest, "description").and_then(JsonTree::as_str);
        let mut docs = description.unwrap_or_default().to_owned();
        let mut words = Vec::new();
        for (name, value) in rest {
            match (name.as_str(), value) {
                ("title", JsonTree::String(title)) if !title.trim().is_empty() => {
                    if description.is_some() {
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
        if is_root {
            self.texts.replace(rest, at);
            self.texts.words.extend(words.iter().cloned());
        }
        let docs = docs.trim().to_owned();
        if docs.is_empty() && words.is_empty() {
            return inner;
        }
        words.extend(self.replaced_words(inner));
        let docs = if docs.is_empty() {
            self.nodes[self.shown(inner)].docs.clone()
        } else {
            docs
        };
        self.push(OwnedNode {
            docs: with_words(docs, &words),
            ..OwnedNode::of(NodeKind::Ruled(inner, NodeRules::default()))
        })
    }

    fn number_of(&mut self, key: &str, last: &str) -> usize {
        if let Some(&number) = self.keys.get(key) {
            return number;
        }
        let is_kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        let name = last.chars().map(|c| if is_kept(c) { c } else { '_' });
        let mut name: String = name.take(64).collect();
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
        // The target of a root that is a reference is the root.
        let inside = At::of(&key, at.depth + usize::from(key != self.root_at));
        let named = !key.is_empty();
        self.once(key, named, at, &inside, |reader| {
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
        self.once(key, false, at, at, |reader| reader.members(schema, at))
    }

    /// Returns a reference by name if the key is being read.
    fn open_reference(&mut self, key: &str, at: &At) -> Option<NodeId> {
        let place = self.open.iter().position(|open| open.key == *key)?;
        let (around, inside) = self.open.split_at_mut(place + 1);
        let open = &mut around[place];
        // The definitions in between can't have their own names, because they would refer to
        // something outside.
        if open.named && inside.iter().all(|open| !open.back) {
            for open in inside {
                open.named = false;
            }
            open.back = true;
            let name = open.name;
            return Some(self.kind(NodeKind::Back(name)));
        }
        let docs = format!("a {}", self.names[open.name]);
        self.loss(
            at,
            "$ref",
            Outcome::Widened,
            "definitions that contain one another in more than one way: any value is accepted here",
        );
        Some(self.push(OwnedNode {
            docs,
            ..OwnedNode::of(NodeKind::Any)
        }))
    }

    /// Reads a schema that may refer to itself.
    fn once(
        &mut self,
        key: String,
        named: bool,
        at: &At,
        inside: &At,
        read: impl FnOnce(&mut Self) -> Result<NodeId, ImportError>,
    ) -> Result<NodeId, ImportError> {
        if let Some(id) = self.open_reference(&key, at) {
            return Ok(id);
        }
        let last = inside.pointer().rsplit('/').next();
        let name = self.number_of(&key, last.unwrap_or_default());
        self.open.push(OpenDefinition {
            key,
            name,
            named: true,
            back: false,
        });
        let read = read(self);
        let Some(open) = self.open.pop() else {
            return read;
        };
        let id = read?;
        if open.back && !self.without_itself(id, name) {
            return Err(inside.error(SELF_REFERENCE));
        }
        let needs_name = named || open.back && self.names(id, name);
        if !(open.named && needs_name) {
            return Ok(id);
        }
        let node = &self.nodes[id];
        let around = if node.name.is_none()
            && !matches!(node.kind, NodeKind::Back(_) | NodeKind::Option(_))
            && id + 1 == self.nodes.len()
        {
            self.nodes[id].name = Some(name);
            id
        } else {
            // Another definition, a shared part, or an option (which is resolved before names are):
            // wrap it in a node with the name.
            self.push(OwnedNode {
                name: Some(name),
                ..OwnedNode::of(NodeKind::Ruled(id, NodeRules::default()))
            })
        };
        self.done.insert(open.key, around);
        Ok(around)
    }

    /// Returns true if an alternative refers to the schema that contains it, with only alternatives
    /// in between. A reference to nothing is reported when the alternative is read.
    pub(super) fn is_around(&self, item: &JsonTree, at: &At) -> bool {
        let Ok(Some((key, ..))) = self.reference(item, at) else {
            return false;
        };
        let choices = |path: &str| {
            (path.is_empty() || path.starts_with('/'))
                && path.split('/').all(|part| {
                    matches!(part, "" | "allOf" | "anyOf" | "oneOf") || part.parse::<u32>().is_ok()
                })
        };
        at.pointer().strip_prefix(&key).is_some_and(choices)
    }

    /// Removes the alternatives that are the named definition itself, with nothing in between.
    /// Returns false if nothing remains.
    pub(super) fn without_itself(&mut self, id: NodeId, name: usize) -> bool {
        // A named node is complete, and nothing in it refers to an enclosing definition.
        if self.nodes[id].name.is_some() {
            return true;
        }
        match &self.nodes[id].kind {
            NodeKind::Back(of) => *of != name,
            NodeKind::Ruled(inner, _) => {
                let inner = *inner;
                self.without_itself(inner, name)
            }
            NodeKind::Option(inner) => {
                let inner = *inner;
                if !self.without_itself(inner, name) {
                    self.nodes[id].kind = NodeKind::Null;
                }
                true
            }
            NodeKind::Union { variants, tagging } => {
                let (all, tagging) = (variants.clone(), *tagging);
                let left: Vec<NodeId> = (all.iter().copied())
                    .filter(|variant| self.without_itself(*variant, name))
                    .collect();
                if left.len() < all.len() {
                    self.nodes[id].kind = match left.as_slice() {
                        [one] => NodeKind::Ruled(*one, NodeRules::default()),
                        _ => NodeKind::Union {
                            variants: left.clone(),
                            tagging,
                        },
                    };
                }
                !left.is_empty()
            }
            _ => true,
        }
    }

    /// Returns true if something in the node refers to the definition.
    pub(super) fn names(&self, id: NodeId, name: usize) -> bool {
        let node = &self.nodes[id];
        if let NodeKind::Back(of) = node.kind {
            return of == name;
        }
        let mut found = false;
        if node.name.is_none() {
            children(&node.kind, |child| found = found || self.names(child, name));
        }
        found
    }
}
