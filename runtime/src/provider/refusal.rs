//! The rules of a provider for a finished request, other than those of its dialect.

use super::{COMMON, Citation, Provider, SchemaLanguage, ToolFormat};

/// The rules for a request.
#[derive(Clone, Copy)]
pub(crate) struct Refusal {
    /// How a tool's parameters are read without strict mode.
    pub(crate) plain: SchemaLanguage,
    /// How they are read in strict mode.
    pub(crate) strict: SchemaLanguage,
    /// The models with rules of their own.
    pub(crate) models: &'static [ModelRules],
    /// The two fields for a schema, if this is one of Google's APIs.
    pub(crate) google: Option<Google>,
    pub(crate) tool: ToolRules,
    /// Lists of tools besides [`ToolList`](super::ToolList), and the shape of their entries.
    pub(crate) lists: &'static [(&'static [&'static str], ToolFormat)],
    /// A list without tools is accepted.
    pub(crate) empty_list: bool,
    /// The places of schemas of structured output.
    pub(crate) answers: &'static [AnswerAt],
    pub(crate) choice: ChoiceForm,
    pub(crate) sources: LimitSources,
    /// The provider whose rules apply to a request of a Responses API, or of Gemini's Interactions,
    /// if this one has such an API beside its own. Its tools are flat.
    pub(crate) flat: Option<Provider>,
}

impl Refusal {
    /// One reader for both modes, and no rules but those of most hosts.
    pub(super) const fn of(reader: SchemaLanguage) -> Self {
        Refusal {
            plain: reader,
            strict: reader,
            models: &[],
            google: None,
            tool: ToolRules::HOST,
            lists: &[],
            empty_list: true,
            answers: &[],
            choice: ChoiceForm::Unchecked,
            sources: LimitSources::COMMON,
            flat: None,
        }
    }
}

/// A provider's requirements for a declaration, apart from its schema.
#[derive(Clone, Copy)]
pub(crate) struct ToolRules {
    /// The evidence for its form.
    pub(crate) because: Citation,
    /// The evidence for its rule on names.
    pub(crate) names: Citation,
    /// The schema is optional.
    pub(crate) optional: bool,
    /// The allowed members; empty if they aren't documented.
    pub(crate) members: &'static [&'static str],
    pub(crate) kind: KindMember,
    /// An empty description is accepted.
    pub(crate) empty_description: bool,
    /// The evidence for the dialect's limit on the description's length, if it is refused.
    pub(crate) length: Option<Citation>,
    /// The evidence that a strict tool can't be called by code.
    pub(crate) code_calls: Option<Citation>,
    /// Members other than the tool's parts that are accepted from a tool in another's envelope.
    pub(crate) carried: &'static [&'static str],
    /// Strict mode is attempted if `strict` is omitted.
    pub(crate) strict_if_omitted: bool,
}

impl ToolRules {
    /// The rules of most hosts with OpenAI's envelope.
    pub(super) const HOST: Self = ToolRules {
        because: COMMON,
        names: COMMON,
        optional: true,
        members: &[],
        kind: KindMember::Required,
        empty_description: true,
        length: None,
        code_calls: None,
        carried: &[],
        strict_if_omitted: false,
    };
}

/// The rule for `"type": "function"` in an entry with `function`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum KindMember {
    Required,
    /// The default is `function`.
    IfPresent,
    Ignored,
}

/// A model whose rules differ from those of the provider's other models, recognised by its name.
#[derive(Clone, Copy)]
pub(crate) struct ModelRules {
    pub(crate) name: ModelName,
    /// How it reads parameters, if not as the others.
    pub(crate) plain: Option<SchemaLanguage>,
    /// The same in strict mode.
    pub(crate) strict: Option<SchemaLanguage>,
    /// The evidence that it rejects the member `strict`.
    pub(crate) never_strict: Option<Citation>,
}

/// The way to recognise a model.
#[derive(Clone, Copy)]
pub(crate) enum ModelName {
    Starts(&'static str),
    /// The base model's name has one of these parts, in any case.
    Has(&'static [&'static str]),
}

/// Google's two fields for a schema.
#[derive(Clone, Copy)]
pub(crate) struct Google {
    /// The reader of `parameters`.
    pub(crate) proto: SchemaLanguage,
    /// The reader of `parametersJsonSchema`.
    pub(crate) json: SchemaLanguage,
    /// The evidence from the official SDK.
    pub(crate) docs: Citation,
    /// The evidence that all functions must be in one list.
    pub(crate) one_list: Option<Citation>,
}

/// A place of a schema of structured output.
#[derive(Clone, Copy)]
pub(crate) struct AnswerAt {
    pub(crate) path: &'static [&'static str],
    pub(crate) reader: AnswerReader,
    /// The rules for a tool's root apply to it.
    pub(crate) root: bool,
    /// A name beside it is required.
    pub(crate) named: bool,
    pub(crate) text: AnswerText,
}

impl AnswerAt {
    pub(super) const ROOT: Self = AnswerAt {
        path: &[],
        reader: AnswerReader::Plain,
        root: true,
        named: false,
        text: AnswerText::Refused,
    };
}

/// How a schema of structured output is read.
#[derive(Clone, Copy)]
pub(crate) enum AnswerReader {
    /// Like the parameters of a tool.
    Plain,
    /// Like the parameters of a tool, which is strict if this member is true.
    Flag(&'static [&'static str]),
    Always(SchemaLanguage),
}

/// The meaning of a string in place of a schema.
#[derive(Clone, Copy)]
pub(crate) enum AnswerText {
    Refused,
    /// The schema, which has to be JSON text, with the evidence for it.
    Json(Citation),
    /// A word with a meaning of its own.
    Word,
}

/// The form of a tool choice.
#[derive(Clone, Copy)]
pub(crate) enum ChoiceForm {
    /// One of these words, or an object in the form of one of OpenAI's APIs.
    Words {
        /// Empty if they aren't documented.
        words: &'static [&'static str],
        /// The form of the other API is rejected.
        one_form: bool,
    },
    Anthropic,
    Bedrock,
    Google {
        /// The words of the Interactions API.
        flat: &'static [&'static str],
    },
    Cohere,
    /// There is none, or it isn't checked.
    Unchecked,
}

/// The evidence for the rules on all tools together.
#[derive(Clone, Copy)]
pub(crate) struct LimitSources {
    /// For the rule that names differ.
    pub(crate) duplicates: Citation,
    /// For the number of tools.
    pub(crate) tools: Citation,
    /// For the rules on all strict tools.
    pub(crate) strict: Citation,
    /// For the number of optional properties.
    pub(crate) optional: Citation,
}

impl LimitSources {
    pub(super) const COMMON: Self = LimitSources {
        duplicates: COMMON,
        tools: COMMON,
        strict: COMMON,
        optional: COMMON,
    };
}
