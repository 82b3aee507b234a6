//! Schemas without alternatives: one type or several.

use super::array::array;
use super::error::ImportError;
use super::keywords::{Keywords, evaluates};
use super::node::{NodeId, NodeKind};
use super::object::object;
use super::read::SchemaReader;
use super::scalar;
use super::types;
use crate::render::Outcome;
use crate::schema::Tagging;

impl SchemaReader<'_> {
    /// Reads a schema with several types or without a type.
    pub(super) fn typed(
        &mut self,
        sheet: &mut Keywords,
        types: Option<Vec<&'static str>>,
    ) -> Result<NodeId, ImportError> {
        let types = match types {
            Some(types) => types,
            None => match types::implied(sheet) {
                Some((one, keyword)) => {
                    let at = sheet.at.clone();
                    self.loss(&at, keyword, Outcome::Narrowed, "no type is given: values of the other types, which it doesn't apply to, are rejected");
                    vec![one]
                }
                None => return Ok(self.kind(NodeKind::Any)),
            },
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
            let mut part = Keywords {
                members: all
                    .iter()
                    .filter(|(name, _)| types::is_about(name, one))
                    .cloned()
                    .collect(),
                words: Vec::new(),
                at: sheet.at.clone(),
                idle: Vec::new(),
                names_in_words: sheet.names_in_words || all.iter().any(|(name, _)| evaluates(name)),
            };
            let read = self.one_type(&mut part, one);
            let id = match self.or_never(read)? {
                id if self.is_never(id) => continue,
                id => id,
            };
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
        Ok(match variants.as_slice() {
            [] => self.kind(NodeKind::Never),
            [one] => *one,
            _ => self.kind(NodeKind::Union {
                variants,
                tagging: Tagging::Untagged,
            }),
        })
    }

    pub(super) fn one_type(
        &mut self,
        sheet: &mut Keywords,
        name: &str,
    ) -> Result<NodeId, ImportError> {
        match name {
            "boolean" => Ok(self.kind(NodeKind::Boolean)),
            "string" => Ok(scalar::string(self, sheet)),
            "integer" | "number" => Ok(scalar::number(self, sheet, name == "integer")),
            "array" => array(self, sheet),
            "object" => object(self, sheet),
            "null" => Ok(self.kind(NodeKind::Null)),
            _ => Ok(self.kind(NodeKind::Any)),
        }
    }
}
