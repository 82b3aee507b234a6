//! `anyOf` and `oneOf`.

use std::borrow::Cow;

use super::choice;
use super::error::ImportError;
use super::keywords::{At, Keywords};
use super::merge::MergedMembers;
use super::node::{NodeId, NodeKind};
use super::origin::all_of;
use super::read::SchemaReader;
use super::self_reference::SELF_REFERENCE;
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::schema::Tagging;

const MORE_THAN_ONE: &str = "more than one of the alternatives may fit";

impl SchemaReader<'_> {
    /// `null`, or nothing at all.
    fn null_or_never(&mut self, null: bool) -> NodeId {
        self.kind(if null {
            NodeKind::Null
        } else {
            NodeKind::Never
        })
    }

    /// Describes alternatives that only require properties.
    fn words_of_required(&self, keyword: &str, items: &[JsonTree]) -> String {
        let words: Vec<String> = items
            .iter()
            .map(|item| required_words(self, item))
            .collect();
        match keyword {
            "oneOf" => format!("give exactly one of: {}", words.join("; ")),
            _ => format!("give {}", words.join(", or ")),
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
                let effective = match self.effective(&item, &at.step(&i.to_string())) {
                    Cow::Owned(effective) => Some(effective),
                    Cow::Borrowed(_) => None,
                };
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
        let (rest, places, mut nulls) = self.without_null(items, sheet, &at);
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
        if rest.is_empty() {
            return Ok((self.null_or_never(nulls > 0), false));
        }
        if beside.is_empty()
            && rest.len() > 1
            && let Some(list) = choice::constants(&rest)
        {
            return Ok((self.kind(NodeKind::Enum(list)), nulls > 0));
        }
        let mut variants = Vec::with_capacity(rest.len());
        let beside = JsonTree::Object(beside);
        for (item, place) in rest.iter().zip(places) {
            let at = at.step(&place.to_string());
            let id = self.alternative(item, &beside, at, sheet)?;
            match self.nodes[id].kind {
                NodeKind::Never => {}
                // `null` is an alternative of the whole.
                NodeKind::Null if types.is_some() => nulls += 1,
                NodeKind::Option(inner) if types.is_some() => {
                    nulls += 1;
                    variants.push(inner);
                }
                _ => variants.push(id),
            }
        }
        let tagging = self.union_losses(&variants, nulls, closed, keyword, &sheet.at.clone());
        let null = nulls > 0;
        match variants.as_slice() {
            [] => return Ok((self.null_or_never(null), false)),
            [one] => {
                // The description of a root is the tool's, with the constraints of the root.
                if self.is_root(sheet)
                    && let Some(described) = self.described.get(one)
                {
                    sheet.words.extend(described.words.iter().cloned());
                }
                return Ok((*one, null));
            }
            _ => {}
        }
        Ok((self.kind(NodeKind::Union { variants, tagging }), null))
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

    /// Separates `null` from the alternatives. Returns the others, their places in the list, and
    /// the number of alternatives that accept `null`.
    fn without_null(
        &mut self,
        items: Vec<JsonTree>,
        sheet: &Keywords,
        at: &At,
    ) -> (Vec<JsonTree>, Vec<usize>, usize) {
        let mut rest: Vec<JsonTree> = Vec::with_capacity(items.len());
        let mut places = Vec::with_capacity(items.len());
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
                rest.push(item);
                places.push(place);
            }
        }
        (rest, places, nulls)
    }

    /// Reads one alternative with the keywords beside them all.
    fn alternative(
        &mut self,
        item: &JsonTree,
        beside: &JsonTree,
        mut at: At,
        sheet: &Keywords,
    ) -> Result<NodeId, ImportError> {
        if matches!(beside, JsonTree::Object(members) if members.is_empty()) {
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
    let mut beside: MergedMembers = Vec::new();
    let mut keep = Vec::new();
    let in_words = sheet.evaluates_in_words();
    let mut closed = false;
    for (name, value) in core::mem::take(&mut sheet.members) {
        let unevaluated = name == "unevaluatedProperties";
        closed |= unevaluated && !in_words && value == JsonTree::Bool(false);
        if matches!(
            name.as_str(),
            "default" | "examples" | "example" | "description" | "oneOf" | "anyOf"
        ) || unevaluated && in_words
        {
            keep.push((name, value));
        } else {
            sheet.idle.push(name.clone());
            beside.push((name, value));
        }
    }
    sheet.members = keep;
    (beside, closed && !sheet.at.place.is_apart())
}

pub(super) fn is_null(schema: &JsonTree) -> bool {
    let JsonTree::Object(members) = schema else {
        return false;
    };
    let is_word = |value: &JsonTree| {
        let word = value.as_str();
        word.is_some_and(|word| word.eq_ignore_ascii_case("null"))
    };
    let mut found = false;
    members.iter().all(|(name, value)| {
        let is = match (name.as_str(), value) {
            // Not set.
            ("type" | "enum", JsonTree::Null) => return true,
            ("type", JsonTree::Array(items)) => {
                matches!(items.as_slice(), [one] if *one == JsonTree::Null || is_word(one))
            }
            ("type", value) => is_word(value),
            ("const", value) => *value == JsonTree::Null,
            ("enum", JsonTree::Array(items)) => *items == [JsonTree::Null],
            ("enum", _) => false,
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

fn required_words(reader: &SchemaReader<'_>, schema: &JsonTree) -> String {
    let names: Vec<&str> = match schema.get("required") {
        Some(JsonTree::Array(names)) => names.iter().filter_map(JsonTree::as_str).collect(),
        _ => Vec::new(),
    };
    let not = schema.get("not").map(|not| reader.spelled_out(not));
    let names = names.join(" and ");
    match (names.is_empty(), not) {
        (true, None) => "none of them".to_owned(),
        (true, Some(not)) => format!("nothing that fits {not}"),
        (false, None) => names,
        (false, Some(not)) => format!("{names} but nothing that fits {not}"),
    }
}
