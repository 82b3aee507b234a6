//! The root of a schema: its texts, and the object that every provider requires there.

use super::error::ImportError;
use super::keywords::{At, Keywords};
use super::merge::MergedMembers;
use super::node::{NodeField, NodeId, NodeKind, NodeRules, OwnedNode};
use super::read::SchemaReader;
use crate::decode::{JsonTree, member};
use crate::schema::Field;

/// The texts of the root, or of the schemas that it refers to.
#[derive(Clone, Debug, Default)]
pub(super) struct RootTexts {
    pub(super) title: String,
    pub(super) description: String,
    /// The pointer to the schema with the description.
    pub(super) described_at: String,
    /// Constraints as text.
    pub(super) words: Vec<String>,
}

impl RootTexts {
    pub(super) fn of(sheet: &Keywords) -> Self {
        let mut texts = RootTexts::default();
        texts.replace(&sheet.members, &sheet.at);
        texts
    }

    /// Takes the texts of a schema that refers to the one with these texts.
    pub(super) fn replace(&mut self, members: &MergedMembers, at: &At) {
        let text = |name: &str| {
            let text = member(members, name).and_then(JsonTree::as_str);
            text.filter(|text| !text.is_empty()).map(ToOwned::to_owned)
        };
        if let Some(title) = text("title") {
            self.title = title;
        }
        if let Some(description) = text("description") {
            self.description = description;
            self.described_at = at.place.places("description")[0].to_string();
        }
    }
}

impl SchemaReader<'_> {
    /// Wraps the root in an object if it is not one.
    pub(super) fn wrap(
        &mut self,
        root: NodeId,
    ) -> Result<(NodeId, Option<&'static str>), ImportError> {
        if let Some(object) = self.root_object(root) {
            return Ok((object, None));
        }
        let mut inner = root;
        while let NodeKind::Ruled(next, _) = self.nodes[inner].kind {
            inner = next;
        }
        let under = match &self.nodes[root].kind {
            NodeKind::Never => return Err(ImportError::new("", "no value fits it")),
            // An empty schema: no parameters.
            NodeKind::Any => None,
            _ if matches!(self.nodes[inner].kind, NodeKind::Union { .. }) => Some("input"),
            _ => Some("value"),
        };
        let fields = under.map(|name| NodeField::of(name, root, Field::REQUIRED));
        let object = self.kind(NodeKind::Object {
            fields: fields.into_iter().collect(),
            closed: under.is_some(),
        });
        Ok((object, under))
    }

    /// Returns the object that the root is or refers to, with the outermost description. The
    /// references to it have no names then, since the tree begins at the object. `None` if it is
    /// not an object. Also if it contains itself with constraints, which only a name around them
    /// keeps.
    fn root_object(&mut self, root: NodeId) -> Option<NodeId> {
        let mut around = Vec::new();
        let mut object = root;
        while let NodeKind::Ruled(inner, _) = self.nodes[object].kind {
            around.push(object);
            object = inner;
        }
        let NodeKind::Object { .. } = self.nodes[object].kind else {
            return None;
        };
        let has_rules = |id: &NodeId| {
            let kind = &self.nodes[*id].kind;
            matches!(kind, NodeKind::Ruled(_, rules) if *rules != NodeRules::default())
        };
        let docs_of = |nodes: &[NodeId]| {
            let mut docs = nodes.iter().map(|id| self.nodes[*id].docs.clone());
            docs.find(|docs| !docs.is_empty())
        };
        // The definition that something inside refers to.
        let itself = around.iter().rposition(|id| {
            let name = self.nodes[*id].name;
            name.is_some_and(|name| self.names(object, name))
        });
        let itself = match itself {
            Some(place) if around[place..].iter().any(has_rules) => return None,
            Some(place) => Some((self.nodes[around[place]].name, docs_of(&around[place..]))),
            None => None,
        };
        let ruled = around.iter().position(has_rules);
        let docs = docs_of(&around[..ruled.unwrap_or(around.len())]);
        let inner = ruled.map_or(object, |place| around[place]);
        for id in around {
            self.nodes[id].name = None;
        }
        if let Some((name, docs)) = itself {
            self.nodes[object].name = name;
            if let Some(docs) = docs {
                self.nodes[object].docs = docs;
            }
        }
        Some(match docs {
            None => inner,
            Some(docs) => self.push(OwnedNode {
                docs,
                ..OwnedNode::of(NodeKind::Ruled(inner, NodeRules::default()))
            }),
        })
    }
}
