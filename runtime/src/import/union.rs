//! `anyOf` and `oneOf`.

use super::choice;
use super::definition::SELF_REFERENCE;
use super::error::ImportError;
use super::keywords::{At, Keywords};
use super::merge::{MergedMembers, accepts_anything};
use super::node::{NodeId, NodeKind};
use super::origin::all_of;
use super::read::SchemaReader;
use crate::decode::{JsonTree, member};
use crate::render::Outcome;
use crate::schema::Tagging;

const MORE_THAN_ONE: &str = "more than one of the alternatives may fit";

impl SchemaReader<'_> {
    /// Describes alternatives that only require properties.
    fn words_of_required(&self, keyword: &str, items: &[JsonTree]) -> String {
        let words = items.iter().map(|item| self.required_words(item));
        let words: Vec<String> = words.collect();
        match keyword {
            "oneOf" => format!("give exactly one of: {}", words.join("; ")),
            _ => format!("give {}", words.join(", or ")),
        }
    }

    fn required_words(&self, schema: &JsonTree) -> String {
        let names = schema.get("required").and_then(JsonTree::as_array);
        let names = names.unwrap_or_default().iter();
        let names: Vec<&str> = names.filter_map(JsonTree::as_str).collect();
        let names = names.join(" and ");
        let not = schema.get("not").map(|not| self.spelled_out(not));
        match (names.is_empty(), not) {
            (true, None) => "none of them".to_owned(),
            (true, Some(not)) => format!("nothing that fits {not}"),
            (false, None) => names,
            (false, Some(not)) => format!("{names} but nothing that fits {not}"),
        }
    }

    /// Reads `anyOf` or `oneOf`. The flag is true if `null` is an alternative.
    pub(super) fn alternatives(
        &mut self,
        sheet: &mut Keywords,
        types: Option<&[&'static str]>,
        nullable: bool,
    ) -> Result<(NodeId, bool), ImportError> {
        let keyword = if sheet.has("oneOf") { "oneOf" } else { "anyOf" };
        let at = sheet.at.schema(keyword);
        let Some(JsonTree::Array(items)) = sheet.take(keyword) else {
            return Err(at.error("it must be a list of schemas"));
        };
        if items.is_empty() {
            return Err(at.error("it has no alternative, so no value would fit"));
        }
        let items: Vec<JsonTree> = (items.into_iter().enumerate())
            .map(|(i, item)| {
                let effective = self.effective(&item, &at.step(&i.to_string()));
                effective.unwrap_or(item)
            })
            .collect();
        // Alternatives that only require properties go into the description, because there is a
        // single object.
        let base = match types {
            Some(types) => types == ["object"],
            None => sheet.has("properties"),
        };
        if base && items.iter().all(only_asks) {
            let words = self.words_of_required(keyword, &items);
            self.describe(sheet, keyword, words);
            return Ok((self.typed(sheet, types.map(<[_]>::to_vec))?, nullable));
        }
        let (rest, mut nulls) = self.without_null(items, sheet, &at);
        if rest.is_empty() && nulls == 0 {
            return Err(at.error(SELF_REFERENCE));
        }
        // Sibling keywords apply to each alternative.
        let (mut beside, closed) = take_beside(sheet);
        if let Some(types) = types {
            let names = types.iter().chain(nullable.then_some(&"null"));
            let names = names.map(|one| JsonTree::String((*one).to_owned()));
            beside.push(("type".to_owned(), JsonTree::Array(names.collect())));
            nulls *= usize::from(nullable);
        }
        if beside.is_empty()
            && rest.len() > 1
            && let Some(list) = choice::constants(rest.iter().map(|(_, item)| item))
        {
            return Ok((self.kind(NodeKind::Enum(list)), nulls > 0));
        }
        let mut variants = Vec::with_capacity(rest.len());
        let beside = JsonTree::Object(beside);
        for (place, item) in &rest {
            let at = at.step(&place.to_string());
            let id = self.alternative(item, &beside, at, sheet)?;
            match self.nodes[id].kind {
                NodeKind::Never => {}
                // A `null` alternative makes the whole union nullable.
                NodeKind::Null if types.is_some() => nulls += 1,
                NodeKind::Option(inner) if types.is_some() => {
                    nulls += 1;
                    variants.push(inner);
                }
                _ => variants.push(id),
            }
        }
        if !rest.is_empty() {
            let tagging = self.union_losses(&variants, nulls, closed, keyword, &sheet.at);
            if variants.len() > 1 {
                let union = NodeKind::Union { variants, tagging };
                return Ok((self.kind(union), nulls > 0));
            }
        }
        let Some(&one) = variants.first() else {
            let null = if nulls > 0 {
                NodeKind::Null
            } else {
                NodeKind::Never
            };
            return Ok((self.kind(null), false));
        };
        // The description of a root is the tool's, with the constraints of the root.
        if self.is_root(sheet)
            && let Some(described) = self.described.get(&one)
        {
            sheet.words.extend(described.words.iter().cloned());
        }
        Ok((one, nulls > 0))
    }

    /// Reports what a union accepts against its keyword, or rejects. Returns its discriminator.
    fn union_losses(
        &mut self,
        variants: &[NodeId],
        nulls: usize,
        closed: bool,
        keyword: &str,
        at: &At,
    ) -> Tagging {
        let tagging = if variants.len() > 1 {
            self.tagging(variants)
        } else {
            Tagging::Untagged
        };
        if keyword == "anyOf" {
            if closed && tagging != Tagging::Internal && !self.list_the_same_names(variants) {
                let reason = "an object that fits several alternatives has only the names of one";
                self.loss(at, "unevaluatedProperties", Outcome::Narrowed, reason);
            }
            return Tagging::Untagged;
        }
        let takes_null =
            |id: &&NodeId| matches!(self.nodes[**id].kind, NodeKind::Any | NodeKind::Option(_));
        let several_nulls = nulls > 0 && nulls + variants.iter().filter(takes_null).count() > 1;
        if several_nulls || variants.len() > 1 && tagging == Tagging::Untagged {
            self.loss(at, "oneOf", Outcome::Widened, MORE_THAN_ONE);
        }
        tagging
    }

    /// Separates `null` from the alternatives. Returns the others with their places in the list,
    /// and the number of alternatives that accept `null`.
    fn without_null(
        &mut self,
        items: Vec<JsonTree>,
        sheet: &Keywords,
        at: &At,
    ) -> (Vec<(usize, JsonTree)>, usize) {
        let mut rest = Vec::with_capacity(items.len());
        let mut nulls = 0;
        for (place, item) in items.into_iter().enumerate() {
            if is_null(&item) {
                nulls += 1;
                for name in ["description", "title"] {
                    if item.get(name).is_some() {
                        let at = at.step(&place.to_string());
                        let reason = "descriptions of `null` are not shown";
                        self.loss(&at, name, Outcome::Hidden, reason);
                    }
                }
            } else if !self.is_around(&item, &sheet.at) {
                rest.push((place, item));
            }
        }
        (rest, nulls)
    }

    /// Reads one alternative with the keywords beside them all.
    fn alternative(
        &mut self,
        item: &JsonTree,
        beside: &JsonTree,
        mut at: At,
        sheet: &Keywords,
    ) -> Result<NodeId, ImportError> {
        if accepts_anything(beside) {
            return self.non_empty(item, &at);
        }
        self.merge.copy(beside, at.pointer())?;
        let both = (beside.clone(), sheet.at.place.clone().around());
        let merged;
        (merged, at.place) = all_of((item.clone(), at.place), both);
        self.non_empty(&merged, &at)
    }
}

/// Takes the keywords that apply to each alternative. The flag is true if `unevaluatedProperties`
/// closes each of them, though it is about the names of all.
fn take_beside(sheet: &mut Keywords) -> (MergedMembers, bool) {
    let in_words = sheet.evaluates_in_words();
    let members = core::mem::take(&mut sheet.members).into_iter();
    let (keep, beside): (_, MergedMembers) = members.partition(|(name, _)| match name.as_str() {
        "default" | "examples" | "example" | "description" | "oneOf" | "anyOf" => true,
        name => name == "unevaluatedProperties" && in_words,
    });
    sheet.members = keep;
    sheet
        .idle
        .extend(beside.iter().map(|(name, _)| name.clone()));
    let closed = member(&beside, "unevaluatedProperties") == Some(&JsonTree::Bool(false));
    (beside, closed && !sheet.at.place.is_apart())
}

pub(super) fn is_null(schema: &JsonTree) -> bool {
    let is_word = |value: &JsonTree| {
        let word = value.as_str();
        word.is_some_and(|word| word.eq_ignore_ascii_case("null"))
    };
    let mut found = false;
    let mut members = schema.as_object().unwrap_or_default().iter();
    members.all(|(name, value)| {
        let is = match (name.as_str(), value) {
            // Not set.
            ("type" | "enum", JsonTree::Null) => return true,
            ("type", JsonTree::Array(items)) => {
                matches!(items.as_slice(), [one] if *one == JsonTree::Null || is_word(one))
            }
            ("type", value) => is_word(value),
            ("const", value) => *value == JsonTree::Null,
            ("enum", value) => value.as_array() == Some(&[JsonTree::Null][..]),
            _ => return true,
        };
        found = true;
        is
    }) && found
}

/// Returns true if a schema only requires properties.
fn only_asks(schema: &JsonTree) -> bool {
    matches!(schema, JsonTree::Object(members) if !members.is_empty() && members.iter().all(|(name, value)| {
        matches!(name.as_str(), "required" | "not" | "description" | "title")
            || name == "type" && value.as_str() == Some("object")
    }))
}
