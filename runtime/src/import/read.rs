//! From the schema's JSON to nodes.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use std::collections::HashMap;

use super::error::ImportError;
use super::merge::{Members, Merge, all_of};
use super::node::{Id, Kind, Node, Rules, Value};
use super::reference::{Document, escape};
use super::values;
use crate::decode::Json;
use crate::render::{Outcome, ReportEntry};
use crate::schema::Tagging;

/// How many nodes a schema may come to, with its references written out.
const MOST_NODES: usize = 50_000;

/// How long a thing that is kept in words may be.
const MOST_WORDS: usize = 1000;

/// Keywords that say nothing about values.
const ANNOTATIONS: [&str; 17] = [
    "description",
    "title",
    "default",
    "examples",
    "example",
    "$id",
    "id",
    "$schema",
    "$comment",
    "$anchor",
    "$dynamicAnchor",
    "$defs",
    "definitions",
    "deprecated",
    "readOnly",
    "writeOnly",
    "externalDocs",
];

pub(super) fn is_annotation(name: &str) -> bool {
    ANNOTATIONS.contains(&name) || name.starts_with("x-")
}

/// A definition that is being read.
struct Open {
    key: String,
    name: usize,
    /// Written under its name; not, where something inside names a definition further out.
    named: bool,
    /// Something inside names it.
    back: bool,
}

pub(super) struct Reader<'j> {
    pub(super) merge: Merge<'j>,
    pub(super) nodes: Vec<Node>,
    pub(super) losses: Vec<ReportEntry>,
    /// The definitions' names by number.
    pub(super) names: Vec<String>,
    keys: HashMap<String, usize>,
    /// Definitions that stand on their own, read once.
    done: HashMap<String, Id>,
    open: Vec<Open>,
}

/// Where something stands.
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

/// The members of one schema as they are used up, and what is said of it in words.
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
    pub(super) fn new(document: &'j Document<'j>) -> Self {
        Reader {
            merge: Merge::new(document),
            nodes: Vec::new(),
            losses: Vec::new(),
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
        // One thing may be met on several ways.
        let known = self
            .losses
            .iter()
            .rev()
            .take(64)
            .any(|one| one.pointer == at.pointer && one.keyword == keyword);
        if !known {
            self.losses.push(ReportEntry {
                pointer: at.pointer.clone(),
                keyword: keyword.to_owned(),
                outcome,
                reason: reason.to_owned(),
            });
        }
    }

    /// Keeps a keyword in words.
    pub(super) fn say(&mut self, sheet: &mut Sheet, keyword: &str, words: String) {
        let at = sheet.at.clone();
        if words.len() > MOST_WORDS {
            let mut end = MOST_WORDS;
            while !words.is_char_boundary(end) {
                end -= 1;
            }
            sheet.words.push(format!("{}…", &words[..end]));
            self.loss(
                &at,
                keyword,
                Outcome::Text,
                "the tree has no place for it: its beginning stands in the description",
            );
        } else {
            sheet.words.push(words);
            self.loss(
                &at,
                keyword,
                Outcome::Text,
                "the tree has no place for it: it stands in the description",
            );
        }
    }

    /// Reads the whole.
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
            let inner = self.definition(key, target, at)?;
            return Ok(self.described(inner, rest, at));
        }
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
                self.loss(at, "allOf", Outcome::Widened, "a part that takes no other names is taken as one that takes those of all parts");
            } else {
                self.say(&mut sheet, &keyword, format!("{keyword}: {}", value.text()));
            }
        }
        self.sheet(sheet)
    }

    /// The target of a reference with nothing beside it but what is said about the place.
    fn reference<'s>(
        &self,
        schema: &'s Json,
        at: &At,
    ) -> Result<Option<(String, &'j Json, &'s Members)>, ImportError> {
        let Json::Object(members) = schema else {
            return Ok(None);
        };
        let mut schema = schema;
        let mut rest = members;
        // `allOf` around one reference is the way to write something beside it.
        if let Some(Json::Array(items)) = schema.get("allOf")
            && let [one] = items.as_slice()
            && members
                .iter()
                .all(|(name, _)| name == "allOf" || is_annotation(name))
            && let Json::Object(inner) = one
            && inner.iter().all(|(name, _)| name == "$ref")
        {
            schema = one;
        }
        let Some(target) = ["$ref", "$dynamicRef", "$recursiveRef"]
            .iter()
            .find_map(|name| schema.get(name)?.as_str())
        else {
            return Ok(None);
        };
        if !rest.iter().all(|(name, _)| {
            matches!(
                name.as_str(),
                "$ref" | "$dynamicRef" | "$recursiveRef" | "allOf"
            ) || is_annotation(name)
        }) {
            return Ok(None);
        }
        // References to references, to the end.
        let (mut key, mut found) = self
            .merge
            .document
            .find(target)
            .map_err(|reason| at.step("$ref").error(reason))?;
        let mut steps = 0;
        while let Json::Object(inner) = found
            && let [(name, Json::String(next))] = inner.as_slice()
            && name == "$ref"
        {
            steps += 1;
            if steps > 100 {
                return Err(
                    at.error("the reference leads to itself or through more than 100 others")
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
        if steps > 0 {
            rest = members;
        }
        Ok(Some((key, found, rest)))
    }

    /// A node with what stands beside the reference to it.
    fn described(&mut self, inner: Id, rest: &Members, at: &At) -> Id {
        let mut docs = String::new();
        for (name, value) in rest {
            match (name.as_str(), value) {
                ("description", Json::String(text)) => docs.clone_from(text),
                ("deprecated", Json::Bool(true)) => docs.push_str(" (deprecated)"),
                _ => {}
            }
        }
        let docs = docs.trim().to_owned();
        let _ = at;
        if docs.is_empty() {
            return inner;
        }
        self.push(Node {
            kind: Kind::Ruled(inner, Rules::default()),
            docs,
            name: None,
        })
    }

    fn number_of(&mut self, key: &str) -> usize {
        if let Some(&number) = self.keys.get(key) {
            return number;
        }
        let last = key.rsplit('/').next().unwrap_or_default();
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

    /// Reads a definition, or names it where it stands inside itself.
    fn definition(&mut self, key: String, schema: &Json, at: &At) -> Result<Id, ImportError> {
        if let Some(&id) = self.done.get(&key) {
            return Ok(id);
        }
        if let Some(place) = self.open.iter().position(|open| open.key == key) {
            let name = self.open[place].name;
            // What stands between can't be written under a name of its own: it would name something outside.
            if self.open[place].named && self.open[place + 1..].iter().all(|open| !open.back) {
                for open in &mut self.open[place + 1..] {
                    open.named = false;
                }
                self.open[place].back = true;
                return Ok(self.kind(Kind::Back(name)));
            }
            let docs = format!("a {}", self.names[name]);
            self.loss(at, "$ref", Outcome::Widened, "definitions that contain one another in more than one way: any value is taken here");
            return Ok(self.push(Node {
                docs,
                ..Node::of(Kind::Any)
            }));
        }
        let name = self.number_of(&key);
        self.open.push(Open {
            key: key.clone(),
            name,
            named: true,
            back: false,
        });
        let inside = At {
            pointer: key.clone(),
            depth: at.depth + usize::from(!key.is_empty()),
        };
        let read = self.schema(schema, &inside);
        let open = self.open.pop();
        let id = read?;
        if open.is_some_and(|open| open.named && (open.back || !key.is_empty())) {
            if self.nodes[id].name.is_none()
                && !matches!(self.nodes[id].kind, Kind::Back(_) | Kind::Option(_))
                && id + 1 == self.nodes.len()
            {
                self.nodes[id].name = Some(name);
                self.done.insert(key, id);
                return Ok(id);
            }
            // Another definition, a part that is shared, or an option, which is looked through before names are: a name of its own around it.
            let around = self.push(Node {
                kind: Kind::Ruled(id, Rules::default()),
                docs: String::new(),
                name: Some(name),
            });
            self.done.insert(key, around);
            return Ok(around);
        }
        Ok(id)
    }

    /// Reads a schema whose `allOf` and references are in it.
    fn sheet(&mut self, mut sheet: Sheet) -> Result<Id, ImportError> {
        let at = sheet.at.clone();
        self.annotations(&mut sheet);
        let nullable = matches!(sheet.take("nullable"), Some(Json::Bool(true)));
        let mut types = values::types(self, &mut sheet)?;
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
        let id = if only_null {
            null = false;
            self.kind(Kind::Null)
        } else if sheet.has("const") || sheet.has("enum") {
            let (id, with_null) = values::choice(self, &mut sheet, types.as_deref())?;
            null = nullable || with_null && (null || types.is_none());
            id
        } else if sheet.has("anyOf") || sheet.has("oneOf") {
            let (id, with_null) = self.alternatives(&mut sheet, types.as_deref())?;
            null |= with_null;
            id
        } else {
            self.typed(&mut sheet, types)?
        };
        self.leftovers(&mut sheet);
        let docs = with_words(docs, &sheet.words);
        let id = self.with_docs(id, docs);
        if null
            && !matches!(
                self.nodes[id].kind,
                Kind::Any | Kind::Null | Kind::Option(_)
            )
        {
            return Ok(self.kind(Kind::Option(id)));
        }
        let _ = at;
        Ok(id)
    }

    /// Puts a description on a node.
    fn with_docs(&mut self, id: Id, mut docs: String) -> Id {
        if docs.is_empty() {
            return id;
        }
        // A node that was just made is nobody else's.
        if id + 1 == self.nodes.len()
            && self.nodes[id].name.is_none()
            && self.nodes[id].docs.is_empty()
            && !matches!(self.nodes[id].kind, Kind::Back(_))
        {
            if let Kind::Enum(list) = &mut self.nodes[id].kind {
                values::take_docs(list, &mut docs);
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

    /// What is said about the place and not about the value.
    fn annotations(&mut self, sheet: &mut Sheet) {
        let at = sheet.at.clone();
        for name in [
            "$id",
            "id",
            "$schema",
            "$comment",
            "$anchor",
            "$dynamicAnchor",
            "$defs",
            "definitions",
            "externalDocs",
            "$vocabulary",
            "$recursiveAnchor",
        ] {
            sheet.take(name);
        }
        if let Some(Json::String(title)) = sheet.take("title") {
            let described = sheet.has("description");
            if !described && !title.trim().is_empty() && !says_the_same(&title, &at.pointer) {
                sheet
                    .members
                    .push(("description".to_owned(), Json::String(title)));
            } else if described {
                self.loss(&at, "title", Outcome::Hidden, "the description says more");
            }
        }
        if sheet.take("deprecated") == Some(Json::Bool(true)) {
            sheet.words.push("deprecated".to_owned());
        }
        for name in ["readOnly", "writeOnly"] {
            if sheet.take(name) == Some(Json::Bool(true)) {
                self.loss(
                    &at,
                    name,
                    Outcome::Hidden,
                    "it says nothing about arguments",
                );
            }
        }
        let others: Vec<String> = sheet
            .members
            .iter()
            .filter(|(name, _)| {
                name.starts_with("x-") || matches!(name.as_str(), "discriminator" | "xml")
            })
            .map(|(name, _)| name.clone())
            .collect();
        for name in others {
            sheet.take(&name);
            self.loss(&at, &name, Outcome::Hidden, "it is not for the model");
        }
    }

    /// What nobody has read.
    fn leftovers(&mut self, sheet: &mut Sheet) {
        let at = sheet.at.clone();
        for (name, value) in core::mem::take(&mut sheet.members) {
            match name.as_str() {
                "default" | "examples" | "example" => {
                    let words = match (&value, name.as_str()) {
                        (Json::Array(items), "examples") => items
                            .iter()
                            .map(values::plain)
                            .collect::<Vec<_>>()
                            .join(", "),
                        _ => values::plain(&value),
                    };
                    // `null` says that there is none.
                    if value != Json::Null && !words.is_empty() {
                        let what = if name == "default" {
                            "default"
                        } else {
                            "example"
                        };
                        self.say(sheet, &name, format!("{what}: {words}"));
                    }
                }
                "not" => self.say(sheet, "not", format!("must not fit {}", value.text())),
                "required" if value == Json::Array(Vec::new()) => {}
                "if"
                | "then"
                | "else"
                | "propertyNames"
                | "patternProperties"
                | "dependencies"
                | "dependentRequired"
                | "dependentSchemas"
                | "unevaluatedProperties"
                | "unevaluatedItems"
                | "contains"
                | "minContains"
                | "maxContains"
                | "contentEncoding"
                | "contentMediaType"
                | "contentSchema"
                | "oneOf"
                | "anyOf"
                | "format"
                | "pattern"
                | "minProperties"
                | "maxProperties"
                | "additionalItems"
                | "items"
                | "prefixItems" => {
                    let text = match &value {
                        Json::String(text) => text.clone(),
                        other => other.text(),
                    };
                    self.say(sheet, &name, format!("{name}: {text}"));
                }
                "type"
                | "required"
                | "properties"
                | "additionalProperties"
                | "minLength"
                | "maxLength"
                | "minimum"
                | "maximum"
                | "exclusiveMinimum"
                | "exclusiveMaximum"
                | "multipleOf"
                | "minItems"
                | "maxItems"
                | "uniqueItems" => {
                    self.loss(
                        &at,
                        &name,
                        Outcome::Hidden,
                        "it has no effect on values of this type",
                    );
                }
                _ => self.loss(&at, &name, Outcome::Hidden, "no keyword of JSON Schema"),
            }
        }
    }

    /// `anyOf` and `oneOf`; whether `null` is one of them.
    fn alternatives(
        &mut self,
        sheet: &mut Sheet,
        types: Option<&[&'static str]>,
    ) -> Result<(Id, bool), ImportError> {
        let keyword = if sheet.has("oneOf") { "oneOf" } else { "anyOf" };
        let at = sheet.at.step(keyword);
        let Some(Json::Array(items)) = sheet.take(keyword) else {
            return Err(at.error("it must be a list of schemas"));
        };
        if items.is_empty() {
            return Err(at.error("it has no alternative, so nothing would fit"));
        }
        // Alternatives that only ask for properties stay in words: the object is one.
        let base = sheet.has("properties") || types == Some(&["object"]);
        if base && items.iter().all(only_asks) {
            let words: Vec<String> = items.iter().map(asked).collect();
            self.say(sheet, keyword, format!("give {}", words.join(", or ")));
            return Ok((self.typed(sheet, types.map(<[_]>::to_vec))?, false));
        }
        let count = items.len();
        let mut rest: Vec<Json> = Vec::with_capacity(count);
        let mut null = false;
        for item in items {
            if is_null(&item) {
                null = true;
            } else {
                rest.push(item);
            }
        }
        // What stands beside holds for each of them.
        let mut beside: Members = Vec::new();
        let mut keep = Vec::new();
        for (name, value) in core::mem::take(&mut sheet.members) {
            if matches!(
                name.as_str(),
                "default" | "examples" | "example" | "description" | "oneOf" | "anyOf"
            ) {
                keep.push((name, value));
            } else {
                beside.push((name, value));
            }
        }
        sheet.members = keep;
        if let Some(types) = types {
            let names = types
                .iter()
                .map(|one| Json::String((*one).to_owned()))
                .collect();
            beside.push(("type".to_owned(), Json::Array(names)));
            null = false;
        }
        if rest.is_empty() {
            return Ok((self.kind(Kind::Null), false));
        }
        if beside.is_empty()
            && rest.len() > 1
            && let Some(list) = values::constants(&rest)
        {
            return Ok((self.kind(Kind::Enum(list)), null));
        }
        let mut variants = Vec::with_capacity(rest.len());
        for (i, item) in rest.iter().enumerate() {
            let merged;
            let item = if beside.is_empty() {
                item
            } else {
                merged = all_of(item.clone(), Json::Object(beside.clone()));
                &merged
            };
            let id = self.schema(item, &at.step(&i.to_string()))?;
            if !matches!(self.nodes[id].kind, Kind::Never) {
                variants.push(id);
            }
        }
        match variants.as_slice() {
            [] => return Ok((self.kind(Kind::Never), null)),
            [one] => {
                let one = *one;
                return Ok((one, null));
            }
            _ => {}
        }
        if variants
            .iter()
            .any(|id| matches!(self.nodes[*id].kind, Kind::Any))
        {
            self.loss(
                &at,
                keyword,
                Outcome::Hidden,
                "one of the alternatives takes any value",
            );
        }
        let tagging = if keyword == "oneOf" {
            self.tagging(&variants)
        } else {
            Tagging::Untagged
        };
        if keyword == "oneOf" && tagging == Tagging::Untagged {
            self.loss(
                &at,
                "oneOf",
                Outcome::Widened,
                "more than one of the alternatives may fit",
            );
        }
        Ok((self.kind(Kind::Union { variants, tagging }), null))
    }

    /// How alternatives of which one fits are told apart.
    fn tagging(&mut self, variants: &[Id]) -> Tagging {
        let external = variants.iter().all(|id| match &self.nodes[*id].kind {
            Kind::Object { fields, closed } => {
                *closed
                    && fields.len() == 1
                    && fields[0].flags & crate::schema::Field::REQUIRED != 0
            }
            Kind::Enum(list) => list
                .iter()
                .all(|one| matches!(one.value, super::node::Literal::String(_))),
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
        let tags: Vec<(String, String)> = match &self.nodes[variants[0]].kind {
            Kind::Object { fields, .. } => {
                fields.iter().filter_map(|field| self.tag(field)).collect()
            }
            _ => Vec::new(),
        };
        for (name, _) in tags {
            let all: Option<Vec<String>> = variants
                .iter()
                .map(|id| match &self.nodes[*id].kind {
                    Kind::Object { fields, .. } => fields
                        .iter()
                        .find(|field| field.name == name)
                        .and_then(|field| self.tag(field))
                        .map(|(_, value)| value),
                    _ => None,
                })
                .collect();
            if all.is_some_and(|all| distinct(all.into_iter())) {
                return Tagging::Internal;
            }
        }
        Tagging::Untagged
    }

    /// Name and value of a property that has to be there and has one value.
    fn tag(&self, field: &super::node::Field) -> Option<(String, String)> {
        match &self.nodes[field.ty].kind {
            Kind::Enum(list) if field.flags & crate::schema::Field::REQUIRED != 0 => {
                match list.as_slice() {
                    [
                        Value {
                            value: super::node::Literal::String(text),
                            ..
                        },
                    ] => Some((field.name.clone(), text.raw().as_ref().to_owned())),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What is of some types, or of any.
    pub(super) fn typed(
        &mut self,
        sheet: &mut Sheet,
        types: Option<Vec<&'static str>>,
    ) -> Result<Id, ImportError> {
        let types = match types {
            Some(types) => types,
            None => {
                match values::implied(sheet) {
                    Some(one) => {
                        let at = sheet.at.clone();
                        if at.depth > 0 {
                            self.loss(&at, "type", Outcome::Narrowed, "no type is given: the one that the other keywords are about is taken");
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
        // Each type takes the keywords that are about it.
        let all = core::mem::take(&mut sheet.members);
        let mut variants = Vec::new();
        let mut used: Vec<bool> = vec![false; all.len()];
        for one in types {
            for (i, (name, _)) in all.iter().enumerate() {
                if values::is_about(name, one) {
                    used[i] = true;
                }
            }
            let mut part = Sheet {
                members: all
                    .iter()
                    .filter(|(name, _)| values::is_about(name, one))
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

    fn one_type(&mut self, sheet: &mut Sheet, name: &str) -> Result<Id, ImportError> {
        match name {
            "boolean" => Ok(self.kind(Kind::Boolean)),
            "string" => Ok(values::string(self, sheet)),
            "integer" | "number" => Ok(values::number(self, sheet, name == "integer")),
            "array" => super::containers::array(self, sheet),
            "object" => super::containers::object(self, sheet),
            "null" => Ok(self.kind(Kind::Null)),
            _ => Ok(self.kind(Kind::Any)),
        }
    }

    /// Whether `null` may stand for it.
    pub(super) fn is_option(&self, id: Id) -> bool {
        match self.nodes[id].kind {
            Kind::Option(_) => true,
            Kind::Ruled(inner, _) => self.is_option(inner),
            _ => false,
        }
    }

    /// A node with rules on it, where there are any.
    pub(super) fn ruled(&mut self, id: Id, rules: Rules) -> Id {
        if rules == Rules::default() {
            return id;
        }
        self.kind(Kind::Ruled(id, rules))
    }
}

fn distinct(all: impl Iterator<Item = String>) -> bool {
    let mut seen = std::collections::HashSet::new();
    all.into_iter().all(|one| seen.insert(one))
}

fn is_null(schema: &Json) -> bool {
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
    members.iter().any(|(name, value)| match name.as_str() {
        "type" => value.as_str() == Some("null") || matches!(value, Json::Array(_)) && null(value),
        "const" => *value == Json::Null,
        "enum" => matches!(value, Json::Array(items) if items.len() == 1 && items[0] == Json::Null),
        _ => false,
    })
}

/// Whether a schema does nothing but ask for properties.
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

/// The text with words behind it.
fn with_words(mut docs: String, words: &[String]) -> String {
    if words.is_empty() {
        return docs;
    }
    let words = words.join(", ");
    if docs.is_empty() {
        return words;
    }
    docs.push_str(" (");
    docs.push_str(&words);
    docs.push(')');
    docs
}

/// Whether a title says no more than the name of the property that it stands on.
fn says_the_same(title: &str, pointer: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let name = pointer.rsplit('/').next().unwrap_or_default();
    pointer.is_empty() || plain(title) == plain(name)
}
