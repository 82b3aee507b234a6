//! Locates the tools and the schemas of structured output in a request.

use serde_json::{Map, Value};

use super::walk::{below, find, push_index, push_key};
use crate::dialect::DECLARATIONS;
use crate::provider::{
    AnswerAt, AnswerReader, ChoiceForm, Google, ModelName, ModelRules, Provider, Refusal,
    SchemaLanguage, ToolFormat, ToolRules,
};

#[derive(Clone, Copy)]
pub(super) struct RequestKind {
    pub(super) provider: Provider,
    /// A request of a Responses API, or of Gemini's Interactions: tools are flat.
    pub(super) flat: bool,
    pub(super) model: Option<&'static ModelRules>,
}

pub(super) struct RequestToolList {
    pub(super) path: &'static [&'static str],
    /// The provider doesn't read this list.
    pub(super) misplaced: bool,
    /// The form of its entries.
    pub(super) format: ToolFormat,
}

#[derive(Clone)]
pub(super) struct EntryPlace {
    pub(super) pointer: String,
    /// The provider expects other nesting around it, or none.
    pub(super) misplaced: bool,
    /// It is in a list of declarations, which may contain only functions.
    pub(super) declared: bool,
    /// The form expected here.
    pub(super) format: ToolFormat,
    /// The index of the list entry that is its namespace.
    pub(super) namespace: Option<usize>,
}

impl EntryPlace {
    /// Returns the place of an entry of the list that is here.
    pub(super) fn at(&self, index: usize) -> Self {
        let mut place = self.clone();
        push_index(&mut place.pointer, index);
        place
    }
}

pub(super) struct OutputSchema<'v> {
    pub(super) pointer: String,
    pub(super) schema: &'v Value,
    pub(super) reader: SchemaLanguage,
    pub(super) rules: &'static AnswerAt,
    /// It counts as the schema of a strict tool.
    pub(super) counts: bool,
}

impl RequestKind {
    pub(super) fn of(provider: Provider, request: &Value) -> Self {
        let responses = request.get("input").is_some()
            && request.get("messages").is_none()
            && request.get("contents").is_none();
        let flat = provider.refusal().flat.filter(|_| responses);
        RequestKind {
            provider: flat.unwrap_or(provider),
            flat: flat.is_some() || provider.tool_form().format == ToolFormat::OpenAiResponses,
            model: model_rules(provider, request),
        }
    }

    pub(super) fn refusal(self) -> &'static Refusal {
        self.provider.refusal()
    }

    pub(super) fn tool(self) -> &'static ToolRules {
        &self.provider.refusal().tool
    }

    pub(super) fn format(self) -> ToolFormat {
        if self.flat {
            ToolFormat::OpenAiResponses
        } else {
            self.provider.tool_form().format
        }
    }

    pub(super) fn choice(self) -> ChoiceForm {
        match self.refusal().choice {
            ChoiceForm::Google { flat } if self.flat => ChoiceForm::Words {
                words: flat,
                one_form: false,
            },
            choice => choice,
        }
    }

    /// Returns the reader of a tool's parameters, or of a structured-output schema with the same
    /// rules.
    pub(super) fn reader(self, strict: bool) -> SchemaLanguage {
        let rules = self.refusal();
        if strict {
            let model = self.model.and_then(|model| model.strict);
            model.unwrap_or(rules.strict)
        } else {
            let model = self.model.and_then(|model| model.plain);
            model.unwrap_or(rules.plain)
        }
    }

    /// Returns the name of a structured-output schema if the provider requires one: the pointer of
    /// the object that has the name, and the name.
    pub(super) fn answer_name<'v>(
        request: &'v Value,
        rules: &AnswerAt,
    ) -> Option<(String, Option<&'v Value>)> {
        let (key, path) = rules.path.split_last().filter(|_| rules.named)?;
        let format = find(request, path)?.as_object()?;
        format
            .contains_key(*key)
            .then(|| (below("", path), format.get("name")))
    }

    /// The two fields for a schema, if this is one of Google's APIs.
    pub(super) fn google(self) -> Option<&'static Google> {
        self.refusal().google.as_ref()
    }

    pub(super) fn is_google(self) -> bool {
        self.google().is_some()
    }

    /// Returns `true` if the request uses Google's lists of declarations, which flat requests
    /// don't.
    pub(super) fn has_declarations(self) -> bool {
        self.is_google() && !self.flat
    }

    /// Returns the lists of tools, including those in members that this provider doesn't read.
    pub(super) fn lists(self, request: &Value) -> Vec<RequestToolList> {
        let format = self.format();
        let list = |path, misplaced, format| RequestToolList {
            path,
            misplaced,
            format,
        };
        if request.is_array() {
            return Vec::from([list(&[], false, format)]);
        }
        let own = self.provider.request().tools.path;
        let all = PLACES.map(|path| list(path, path != own, format));
        let more = self.refusal().lists.iter().filter(|_| !self.flat);
        let more = more.map(|(path, format)| list(path, false, *format));
        let has = |one: &RequestToolList| find(request, one.path).is_some_and(|it| !it.is_null());
        all.into_iter().chain(more).filter(has).collect()
    }

    /// Returns the place of an entry of a list. If it has a list inside, returns the place of that
    /// one, and its key.
    pub(super) fn place(
        self,
        list: &RequestToolList,
        index: usize,
        entry: &Value,
    ) -> (EntryPlace, Option<&'static str>) {
        let mut pointer = below("", list.path);
        push_index(&mut pointer, index);
        let mut place = EntryPlace {
            pointer,
            // Gemini's functions belong in nested lists and can't be siblings of them.
            misplaced: self.has_declarations() && entry.is_object(),
            declared: false,
            format: list.format,
            namespace: None,
        };
        let key = inner(entry).map(|(key, _)| key);
        if let Some(key) = key {
            place.declared = key != "tools";
            place.misplaced = place.declared && !self.has_declarations();
            place.namespace = (!place.declared).then_some(index);
            push_key(&mut place.pointer, key);
        }
        (place, key)
    }

    /// Returns the entries of a list with their places, including those of nested lists.
    pub(super) fn entries<'v>(
        self,
        request: &'v Value,
        list: &RequestToolList,
    ) -> Vec<(EntryPlace, &'v Value)> {
        let mut entries = Vec::new();
        let all = find(request, list.path).and_then(Value::as_array);
        for (i, value) in all.into_iter().flatten().enumerate() {
            let (place, _) = self.place(list, i, value);
            match inner(value) {
                None => entries.push((place, value)),
                Some((_, inner)) => {
                    entries.extend(inner.iter().enumerate().map(|(i, one)| (place.at(i), one)));
                }
            }
        }
        entries
    }

    pub(super) fn all_entries(self, request: &Value) -> Vec<(EntryPlace, &Value)> {
        let lists = self.lists(request).into_iter();
        lists
            .flat_map(|list| self.entries(request, &list))
            .collect()
    }

    /// Returns the places of structured output that the request has, in its order. Each has its
    /// number in the provider's list.
    pub(super) fn answers(self, request: &Value) -> Vec<(usize, &'static AnswerAt)> {
        let all = self.refusal().answers.iter().enumerate();
        let mut all: Vec<_> = all
            .filter_map(|(number, rules)| Some((steps(request, rules.path)?, number, rules)))
            .collect();
        all.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        let all = all.into_iter();
        all.map(|(_, number, rules)| (number, rules)).collect()
    }

    /// Returns a schema of structured output, if the request has it.
    pub(super) fn answer<'v>(
        self,
        request: &'v Value,
        rules: &'static AnswerAt,
    ) -> Option<OutputSchema<'v>> {
        Some(OutputSchema {
            pointer: below("", rules.path),
            schema: find(request, rules.path).filter(|value| !value.is_null())?,
            reader: match rules.reader {
                AnswerReader::Plain => self.reader(false),
                AnswerReader::Flag(path) => {
                    self.reader(find(request, path) == Some(&Value::Bool(true)))
                }
                AnswerReader::Always(reader) => reader,
            },
            rules,
            counts: self.provider.request().limits.answers.contains(&rules.path),
        })
    }
}

/// Returns the position of each key of a path in its object.
fn steps(request: &Value, path: &[&str]) -> Option<Vec<usize>> {
    let mut at = request;
    let steps = path.iter().map(|key| {
        let map = at.as_object()?;
        at = map.get(*key)?;
        map.keys().position(|known| known == key)
    });
    steps.collect()
}

/// Returns the rules of a request's model. An unknown name has none.
fn model_rules(provider: Provider, request: &Value) -> Option<&'static ModelRules> {
    let name = ["model", "modelId"]
        .iter()
        .find_map(|key| request.get(*key)?.as_str())?;
    // The base model of a name such as `ft:gpt-4o:team::id`, whose rules apply to it too.
    let tuned = name
        .strip_prefix("ft:")
        .map(|tuned| tuned.split(':').next());
    let base = tuned.flatten().unwrap_or(name).to_ascii_lowercase();
    let is = |part: &&str| base.contains(part);
    let models = provider.refusal().models.iter();
    let mut models = models.filter(|model| match model.name {
        ModelName::Starts(start) => name.starts_with(start),
        ModelName::Has(parts) => parts.iter().any(is),
    });
    models.next()
}

/// The places of the tools in any provider's request.
const PLACES: [&[&str]; 3] = [
    &["tools"],
    &["toolConfig", "tools"],
    &["tool_config", "tools"],
];

/// Returns the list in a list's entry: Gemini's declarations, or a namespace's tools.
pub(super) fn inner(entry: &Value) -> Option<(&'static str, &Vec<Value>)> {
    let map: &Map<String, Value> = entry.as_object()?;
    let list = |key: &'static str| Some((key, map.get(key)?.as_array()?));
    if map.get("type").and_then(Value::as_str) == Some("namespace") {
        return list("tools");
    }
    DECLARATIONS.into_iter().find_map(list)
}

/// Returns the key of Gemini's declarations in an entry that has something else than a list there.
pub(super) fn no_list(entry: &Map<String, Value>) -> Option<&'static str> {
    let is_other = |value: &Value| !value.is_null() && !value.is_array();
    DECLARATIONS
        .into_iter()
        .find(|key| entry.get(*key).is_some_and(is_other))
}
