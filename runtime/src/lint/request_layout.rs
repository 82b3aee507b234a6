//! Locates the tools and the schemas of structured output in a request.

use serde_json::{Map, Value};

use super::walk::{below, find, push_index, push_key};
use crate::dialect::DECLARATIONS;
use crate::provider::{
    AnswerAt, AnswerReader, ChoiceForm, Google, ModelName, ModelRules, Provider, Refusal,
    SchemaLanguage, ToolFormat, ToolRules,
};

/// The kind of request.
#[derive(Clone, Copy)]
pub(super) struct RequestKind {
    pub(super) provider: Provider,
    /// A request of a Responses API, or of Gemini's Interactions: tools are flat.
    pub(super) flat: bool,
    pub(super) model: Option<&'static ModelRules>,
}

/// A list of tools.
pub(super) struct RequestToolList<'v> {
    pub(super) pointer: String,
    pub(super) value: &'v Value,
    /// The provider doesn't read this list.
    pub(super) misplaced: bool,
    /// The form of its entries.
    pub(super) format: ToolFormat,
}

/// The place of an entry of a list.
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

/// The schema of structured output.
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

    /// The rules for the request.
    pub(super) fn refusal(self) -> &'static Refusal {
        self.provider.refusal()
    }

    /// The rules for a declaration.
    pub(super) fn tool(self) -> &'static ToolRules {
        &self.provider.refusal().tool
    }

    /// The form of its tools.
    pub(super) fn format(self) -> ToolFormat {
        if self.flat {
            ToolFormat::OpenAiResponses
        } else {
            self.provider.tool_form().format
        }
    }

    /// The form of its tool choice.
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

    /// Returns the names of structured-output schemas if the provider requires them: the pointer of
    /// the object that has the name, and the name.
    pub(super) fn answer_names(self, request: &Value) -> Vec<(String, Option<&Value>)> {
        let named = self.refusal().answers.iter().filter(|at| at.named);
        let found = named.filter_map(|at| {
            let (key, path) = at.path.split_last()?;
            let format = find(request, path).and_then(Value::as_object)?;
            format
                .contains_key(*key)
                .then(|| (below("", path), format.get("name")))
        });
        found.collect()
    }

    /// The two fields for a schema, if this is one of Google's APIs.
    pub(super) fn google(self) -> Option<&'static Google> {
        self.refusal().google.as_ref()
    }

    pub(super) fn is_google(self) -> bool {
        self.google().is_some()
    }

    /// Returns the lists of tools, including those in members that this provider doesn't read.
    pub(super) fn lists(self, request: &Value) -> Vec<RequestToolList<'_>> {
        let format = self.format();
        let mut lists = Vec::new();
        if request.is_array() {
            lists.push(RequestToolList {
                pointer: String::new(),
                value: request,
                misplaced: false,
                format,
            });
            return lists;
        }
        let mut push = |path: &[&str], misplaced: bool, format: ToolFormat| {
            let value = find(request, path);
            if let Some(value) = value.filter(|value| !value.is_null()) {
                lists.push(RequestToolList {
                    pointer: below("", path),
                    value,
                    misplaced,
                    format,
                });
            }
        };
        let own = self.provider.request().tools.path;
        for path in PLACES {
            push(path, path != own, format);
        }
        if !self.flat {
            for (path, format) in self.refusal().lists {
                push(path, false, *format);
            }
        }
        lists
    }

    /// Returns the entries of a list with their places, including those of nested lists.
    pub(super) fn entries<'v>(self, list: &RequestToolList<'v>) -> Vec<(EntryPlace, &'v Value)> {
        let mut entries = Vec::new();
        let all = list.value.as_array().into_iter().flatten();
        for (i, value) in all.enumerate() {
            let mut place = EntryPlace {
                pointer: list.pointer.clone(),
                misplaced: false,
                declared: false,
                format: list.format,
                namespace: None,
            };
            push_index(&mut place.pointer, i);
            let Some((key, inner)) = inner(value) else {
                // Gemini's functions belong in nested lists and can't be siblings of them.
                place.misplaced = self.is_google() && !self.flat && value.is_object();
                entries.push((place, value));
                continue;
            };
            place.declared = key != "tools";
            place.misplaced = place.declared && (!self.is_google() || self.flat);
            place.namespace = (!place.declared).then_some(i);
            push_key(&mut place.pointer, key);
            for (i, value) in inner.iter().enumerate() {
                let mut place = place.clone();
                push_index(&mut place.pointer, i);
                entries.push((place, value));
            }
        }
        entries
    }

    /// Returns the schemas of structured output.
    pub(super) fn answers(self, request: &Value) -> Vec<OutputSchema<'_>> {
        let answer = |rules: &'static AnswerAt| {
            let schema = find(request, rules.path).filter(|value| !value.is_null())?;
            Some(OutputSchema {
                pointer: below("", rules.path),
                schema,
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
        };
        self.refusal().answers.iter().filter_map(answer).collect()
    }
}

/// Returns the rules of a request's model. An unknown name has none.
fn model_rules(provider: Provider, request: &Value) -> Option<&'static ModelRules> {
    let name = ["model", "modelId"]
        .iter()
        .find_map(|key| request.get(*key)?.as_str())?;
    let is = |part: &&str| base(name).to_ascii_lowercase().contains(part);
    let models = provider.refusal().models.iter();
    let mut models = models.filter(|model| match model.name {
        ModelName::Starts(start) => name.starts_with(start),
        ModelName::Has(parts) => parts.iter().any(is),
    });
    models.next()
}

/// Returns the base model of a name such as `ft:gpt-4o:team::id`, whose rules apply to it too.
/// Other names are returned unchanged.
fn base(name: &str) -> &str {
    match name.strip_prefix("ft:") {
        Some(tuned) => tuned.split(':').next().unwrap_or(tuned),
        None => name,
    }
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
