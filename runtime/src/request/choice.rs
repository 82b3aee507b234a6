//! Tool choice, and its parts in a provider's request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::WireError;
use crate::json_index::retain_members;
use crate::provider::{ChoiceFormat, ChoiceText, NamedTools, ParallelFlag, Provider};

/// Tools that a model may or must call.
///
/// ```
/// use toolcast::{Provider, ToolChoice, set::RequestOptions, tool, toolset};
///
/// /// Searches the index.
/// #[tool]
/// fn search(query: String) {}
///
/// let tools = toolset![search].build()?;
/// let options = RequestOptions::new().tool_choice(ToolChoice::Tool("search".into()));
/// let request = tools.request_fragment_with(Provider::Anthropic, &options)?;
/// assert!(request.contains(r#""tool_choice":{"type":"tool","name":"search"}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides; every provider's default.
    Auto,
    /// The model may not call a tool.
    None,
    /// The model must call at least one tool.
    Required,
    /// The model must call this tool.
    Tool(String),
    /// The model must call at least one of these tools and no others. If the provider has no list
    /// for this, only these tools are declared and a call is required.
    AnyOf(Vec<String>),
}

/// The choice and the flag for parallel calls that a request should have.
#[derive(Clone, Copy)]
pub(crate) struct RequestedChoice<'a> {
    pub(crate) provider: Provider,
    pub(crate) format: &'a ChoiceFormat,
    pub(crate) choice: Option<&'a ToolChoice>,
    pub(crate) parallel: Option<bool>,
}

impl RequestedChoice<'_> {
    /// Encodes the choice and the flag for parallel calls.
    pub(crate) fn encoded(self) -> Result<EncodedChoice, WireError> {
        let format = self.format;
        if format.parallel == ParallelFlag::None && self.parallel == Some(false) {
            return Err(self.unsupported("one call a turn"));
        }
        let mut chosen = match self.choice {
            // A flag inside the choice needs one.
            None => match (format.parallel, self.parallel) {
                (ParallelFlag::Disabled(_), Some(_)) => self.value(format.auto)?,
                _ => EncodedChoice::default(),
            },
            Some(ToolChoice::Auto) => self.value(format.auto)?,
            Some(ToolChoice::None) => self.value(format.none)?,
            Some(ToolChoice::Required) => self.value(format.required)?,
            Some(ToolChoice::Tool(name)) => self.named(format.tool, core::slice::from_ref(name))?,
            Some(ToolChoice::AnyOf(names)) => self.named(format.any_of, names)?,
        };
        match (format.parallel, self.parallel) {
            (ParallelFlag::Member(key), Some(on)) => chosen.members.push((key, on.to_string())),
            // `none` has no flag, since it allows no calls.
            (ParallelFlag::Disabled(key), Some(on)) if self.choice != Some(&ToolChoice::None) => {
                if let Some((_, text)) = chosen.members.last_mut() {
                    text.truncate(text.len() - 1);
                    text.extend([r#",""#, key, r#"":"#, if on { "false}" } else { "true}" }]);
                }
            }
            _ => {}
        }
        Ok(chosen)
    }

    fn value(self, text: ChoiceText) -> Result<EncodedChoice, WireError> {
        let mut chosen = EncodedChoice::default();
        match text {
            ChoiceText::Value(text) => chosen.members.push((self.format.key, text.to_owned())),
            ChoiceText::Default => {}
            ChoiceText::NoTools => chosen.none = true,
            ChoiceText::Unsupported(what) => return Err(self.unsupported(what)),
        }
        Ok(chosen)
    }

    fn named(
        self,
        texts: Option<NamedTools>,
        names: &[String],
    ) -> Result<EncodedChoice, WireError> {
        let mut chosen = EncodedChoice::default();
        if let Some(texts) = texts {
            chosen.members.push((self.format.key, texts.text(names)));
        } else {
            chosen = self.value(self.format.required)?;
            chosen.only = Some(names.to_vec());
        }
        Ok(chosen)
    }

    fn unsupported(self, what: &str) -> WireError {
        WireError::Unsupported {
            provider: self.provider,
            feature: what.into(),
        }
    }
}

/// A choice in a provider's format.
#[derive(Debug, Default)]
pub(crate) struct EncodedChoice {
    /// Members of the request as JSON text. Bedrock's `toolChoice` goes into `toolConfig`.
    pub(crate) members: Vec<(&'static str, String)>,
    /// The tools to declare, if the choice is expressed by the list of declarations.
    pub(super) only: Option<Vec<String>>,
    /// Declares no tools: expresses `None` for a provider without a value for it.
    pub(super) none: bool,
}

/// The members of a choice, whichever its kind.
const MEMBERS: [&str; 9] = [
    "type",
    "name",
    "function",
    "custom",
    "server_label",
    "mode",
    "tools",
    "allowed_tools",
    "allowedFunctionNames",
];

/// Removes the choice of a request that gets another one. The kinds have different members, which
/// must not be mixed. Others of the same object stay, such as a flag for parallel calls.
pub(crate) fn forget_choice(provider: Provider, request: &mut Value) {
    let key = provider.request().api.tool_choice().key;
    let Value::Object(request) = request else {
        return;
    };
    let Some(member) = request.get_mut(key) else {
        return;
    };
    let inside = "functionCallingConfig";
    let is_inside = member.get(inside).is_some();
    let choice = if is_inside {
        &mut member[inside]
    } else {
        member
    };
    let is_empty = match choice {
        Value::Object(choice) => {
            retain_members(choice, &mut |key, _| !MEMBERS.contains(&key));
            choice.is_empty()
        }
        _ => true,
    };
    if is_empty && !is_inside {
        retain_members(request, &mut |name, _| name != key);
    }
}

/// Puts a request's own choice in place of the one that a flag inside it needs.
pub(crate) fn keep_choice(provider: Provider, own: &Value, request: &mut Value) {
    let format = provider.request().api.tool_choice();
    let ParallelFlag::Disabled(flag) = format.parallel else {
        return;
    };
    let choices = (own.get(format.key), request.get_mut(format.key));
    let (Some(Value::Object(own)), Some(Value::Object(made))) = choices else {
        return;
    };
    // `none` has no flag, since it allows no calls.
    let is_none = own.get("type").is_some_and(|kind| kind == "none");
    let is_choice = |key: &str| MEMBERS.contains(&key) || is_none && key == flag;
    retain_members(made, &mut |key, _| !is_choice(key));
    for key in MEMBERS {
        if let Some(value) = own.get(key) {
            made.insert(key.into(), value.clone());
        }
    }
}
