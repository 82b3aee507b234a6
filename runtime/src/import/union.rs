//! `anyOf` and `oneOf`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::collections::HashMap;

use super::choice;
use super::error::ImportError;
use super::itself::ITSELF;
use super::merge::Members;
use super::node::{self, Id, Kind, Value};
use super::origin::all_of;
use super::read::Reader;
use super::sheet::{At, Sheet};
use crate::decode::Json;
use crate::render::Outcome;
use crate::schema::Tagging;

const MORE_THAN_ONE: &str = "more than one of the alternatives may fit";

impl Reader<'_> {
    /// Reads `anyOf` or `oneOf`. The flag is true if `null` is an alternative.
    pub(super) fn alternatives(
        &mut self,
        sheet: &mut Sheet,
        types: Option<&[&'static str]>,
        nullable: bool,
    ) -> Result<(Id, bool), ImportError> {
        let keyword = if sheet.has("oneOf") { "oneOf" } else { "anyOf" };
        let at = sheet.at.schema(keyword);
        let Some(Json::Array(items)) = sheet.take(keyword) else {
            return Err(at.error("it must be a list of schemas"));
        };
        if items.is_empty() {
            return Err(at.error("it has no alternative, so no value would fit"));
        }
        // Alternatives that only require properties go into the description, because there is a
        // single object.
        let base = sheet.has("properties") || types == Some(&["object"]);
        if base && items.iter().all(only_asks) {
            let words: Vec<String> = items.iter().map(asked).collect();
            self.say(sheet, keyword, format!("give {}", words.join(", or ")));
            return Ok((self.typed(sheet, types.map(<[_]>::to_vec))?, nullable));
        }
        let (rest, places, mut nulls) = self.without_null(items, sheet, &at)?;
        if rest.is_empty() && nulls == 0 {
            return Err(at.error(ITSELF));
        }
        // Sibling keywords apply to each alternative.
        let mut beside = take_beside(sheet);
        if let Some(types) = types {
            let names = types.iter().chain(nullable.then_some(&"null"));
            let names = names.map(|one| Json::String((*one).to_owned()));
            beside.push(("type".to_owned(), Json::Array(names.collect())));
            nulls *= usize::from(nullable);
        }
        if rest.is_empty() {
            let kind = if nulls > 0 { Kind::Null } else { Kind::Never };
            return Ok((self.kind(kind), false));
        }
        if beside.is_empty()
            && rest.len() > 1
            && let Some(list) = choice::constants(&rest)
        {
            return Ok((self.kind(Kind::Enum(list)), nulls > 0));
        }
        let mut variants = Vec::with_capacity(rest.len());
        let beside = Json::Object(beside);
        for (item, place) in rest.iter().zip(places) {
            let at = at.step(&place.to_string());
            let id = self.alternative(item, &beside, at, sheet)?;
            match self.nodes[id].kind {
                Kind::Never => {}
                // `null` is an alternative of the whole.
                Kind::Null if types.is_some() => nulls += 1,
                Kind::Option(inner) if types.is_some() => {
                    nulls += 1;
                    variants.push(inner);
                }
                _ => variants.push(id),
            }
        }
        let null = nulls > 0;
        let takes_null = |id: &&Id| matches!(self.nodes[**id].kind, Kind::Any | Kind::Option(_));
        if keyword == "oneOf" && null && nulls + variants.iter().filter(takes_null).count() > 1 {
            let schema = sheet.at.clone();
            self.loss(&schema, "oneOf", Outcome::Widened, MORE_THAN_ONE);
        }
        match variants.as_slice() {
            [] if null => return Ok((self.kind(Kind::Null), false)),
            [] => return Ok((self.kind(Kind::Never), false)),
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
        let tagging = if keyword == "oneOf" {
            self.tagging(&variants)
        } else {
            Tagging::Untagged
        };
        if keyword == "oneOf" && tagging == Tagging::Untagged {
            let schema = sheet.at.clone();
            self.loss(&schema, "oneOf", Outcome::Widened, MORE_THAN_ONE);
        }
        Ok((self.kind(Kind::Union { variants, tagging }), null))
    }

    /// Separates `null` from the alternatives. Returns the others, their places in the list, and the
    /// number of alternatives that accept `null`.
    fn without_null(
        &mut self,
        items: Vec<Json>,
        sheet: &Sheet,
        at: &At,
    ) -> Result<(Vec<Json>, Vec<usize>, usize), ImportError> {
        let mut rest: Vec<Json> = Vec::with_capacity(items.len());
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
            } else if !self.is_around(&item, &sheet.at)? {
                rest.push(item);
                places.push(place);
            }
        }
        Ok((rest, places, nulls))
    }

    /// Reads one alternative with the keywords beside them all.
    fn alternative(
        &mut self,
        item: &Json,
        beside: &Json,
        mut at: At,
        sheet: &Sheet,
    ) -> Result<Id, ImportError> {
        if matches!(beside, Json::Object(members) if members.is_empty()) {
            return self.possible(item, &at);
        }
        self.merge.copy(beside, at.pointer())?;
        let both = (beside.clone(), sheet.at.place.clone());
        let merged;
        (merged, at.place) = all_of((item.clone(), at.place), both);
        self.possible(&merged, &at)
    }

    /// Returns the discriminator of exclusive alternatives.
    pub(super) fn tagging(&mut self, variants: &[Id]) -> Tagging {
        let external = variants.iter().all(|id| match &self.nodes[*id].kind {
            Kind::Object { fields, closed } => {
                *closed
                    && fields.len() == 1
                    && fields[0].flags & crate::schema::Field::REQUIRED != 0
            }
            Kind::Enum(list) => list
                .iter()
                .all(|one| matches!(one.value, node::Literal::String(_))),
            _ => false,
        });
        if external
            && distinct(
                variants
                    .iter()
                    .filter_map(|id| match &self.nodes[*id].kind {
                        Kind::Object { fields, .. } => Some(fields[0].name.clone()),
                        _ => None,
                    }),
            )
        {
            return Tagging::External;
        }
        let tags = |id: &Id| -> Vec<(String, String)> {
            match &self.nodes[*id].kind {
                Kind::Object { fields, .. } => {
                    fields.iter().filter_map(|field| self.tag(field)).collect()
                }
                _ => Vec::new(),
            }
        };
        let all: Vec<HashMap<String, String>> = (variants.iter())
            .map(|id| tags(id).into_iter().collect())
            .collect();
        for (name, _) in tags(&variants[0]) {
            let values: Option<Vec<String>> =
                all.iter().map(|tags| tags.get(&name).cloned()).collect();
            if values.is_some_and(|all| distinct(all.into_iter())) {
                return Tagging::Internal;
            }
        }
        Tagging::Untagged
    }

    /// Returns the name and value of a required property with a single value.
    pub(super) fn tag(&self, field: &node::Field) -> Option<(String, String)> {
        match &self.nodes[field.ty].kind {
            Kind::Enum(list) if field.flags & crate::schema::Field::REQUIRED != 0 => {
                match list.as_slice() {
                    [
                        Value {
                            value: node::Literal::String(text),
                            ..
                        },
                    ] => Some((field.name.clone(), text.raw().as_ref().to_owned())),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Takes the keywords that apply to each alternative.
fn take_beside(sheet: &mut Sheet) -> Members {
    let mut beside: Members = Vec::new();
    let mut keep = Vec::new();
    for (name, value) in core::mem::take(&mut sheet.members) {
        if matches!(
            name.as_str(),
            "default" | "examples" | "example" | "description" | "oneOf" | "anyOf"
        ) {
            keep.push((name, value));
        } else {
            sheet.idle.push(name.clone());
            beside.push((name, value));
        }
    }
    sheet.members = keep;
    beside
}

fn distinct(all: impl Iterator<Item = String>) -> bool {
    let mut seen = std::collections::HashSet::new();
    all.into_iter().all(|one| seen.insert(one))
}

pub(super) fn is_null(schema: &Json) -> bool {
    let Json::Object(members) = schema else {
        return false;
    };
    let null = |value: &Json| match value {
        Json::Null => true,
        Json::String(name) => name == "null",
        Json::Array(items) => {
            items.len() == 1 && (items[0] == Json::Null || items[0].as_str() == Some("null"))
        }
        _ => false,
    };
    let mut found = false;
    members.iter().all(|(name, value)| {
        let is = match name.as_str() {
            "type" => {
                value.as_str() == Some("null") || matches!(value, Json::Array(_)) && null(value)
            }
            "const" => *value == Json::Null,
            "enum" => {
                matches!(value, Json::Array(items) if items.len() == 1 && items[0] == Json::Null)
            }
            _ => return true,
        };
        found = true;
        is
    }) && found
}

/// Returns true if a schema only requires properties.
fn only_asks(schema: &Json) -> bool {
    matches!(schema, Json::Object(members) if !members.is_empty() && members.iter().all(|(name, value)| {
        matches!(name.as_str(), "required" | "not" | "description" | "title")
            || name == "type" && value.as_str() == Some("object")
    }))
}

fn asked(schema: &Json) -> String {
    let mut out = match schema.get("required") {
        Some(Json::Array(names)) if !names.is_empty() => names
            .iter()
            .filter_map(Json::as_str)
            .collect::<Vec<_>>()
            .join(" and "),
        _ => "none of them".to_owned(),
    };
    if let Some(not) = schema.get("not") {
        out.push_str(" but nothing that fits ");
        out.push_str(&not.text());
    }
    out
}
