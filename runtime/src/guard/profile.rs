//! Schema constructs that providers reject, as data: one [`Profile`] for each way of reading
//! schemas.
//!
//! A [`Dialect`] differs: it describes this crate's output, which avoids more than is rejected.
//! Limits, formats and names that both use are defined only in the dialect.

use crate::dialect::{Dialect, Keys, Limits, Patterns};

use super::rule::{Because, Effect};

/// A schema parser: a provider, with the mode, model or field that changes its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    OpenAi,
    OpenAiStrict,
    /// A fine-tuned OpenAI model.
    OpenAiTuned,
    AzureStrict,
    /// Grok on Azure.
    AzureGrok,
    Claude,
    ClaudeStrict,
    /// The proto of the Gemini API.
    Gemini,
    /// The proto of Vertex AI.
    Vertex,
    /// The JSON Schema fields of the Gemini API.
    GeminiJson,
    /// The JSON Schema fields of Vertex AI.
    VertexJson,
    Mistral,
    Cohere,
    CohereStrict,
    XAi,
    DeepSeek,
    DeepSeekStrict,
    Groq,
    /// gpt-oss on Groq.
    GroqOss,
    Ollama,
    Mcp,
    /// An `outputSchema`.
    McpOutput,
    JsonSchema,
    Portable,
}

/// The rules of one reader. `None` or an empty list means that the rule doesn't apply.
#[derive(Clone, Copy)]
pub(super) struct Profile {
    /// Keyword values must be valid JSON Schema.
    pub(super) values: Option<Because>,
    /// The keywords whose values are checked; empty: all.
    pub(super) known: &'static [&'static str],
    /// The names in `type` must be those of JSON Schema.
    pub(super) type_names: Option<Because>,
    /// The root's `type` must be the literal `object`.
    pub(super) root: Option<Because>,
    /// Keywords that aren't allowed at the root.
    pub(super) root_keys: &'static [(&'static [&'static str], Because)],
    /// The root may be a union if all its alternatives are objects.
    pub(super) root_unions: bool,
    /// Keywords that aren't allowed anywhere.
    pub(super) banned: &'static [Ban],
    /// Keywords whose value 0 is read as absent.
    pub(super) zeros: &'static [(&'static [&'static str], Because)],
    /// The only keywords allowed.
    pub(super) only: Option<(&'static [&'static [&'static str]], Because)>,
    /// The keywords are fields of a proto: snake case is accepted, and `type` is a single type.
    pub(super) proto: Option<Proto>,
    /// Every schema must have a `type`, or be a union or a reference.
    pub(super) typed: Option<Because>,
    /// `true` and `false` aren't accepted as schemas.
    pub(super) booleans: Option<Because>,
    /// Arrays must have `items`.
    pub(super) items: Option<Because>,
    /// Objects must have `properties`. In a proto this applies to all objects, and below the root
    /// the list can't be empty. Otherwise it applies to the root.
    pub(super) properties: Option<Because>,
    /// Objects below the root without `properties`, including maps, aren't shown to the model.
    pub(super) hidden: Option<Because>,
    /// The root must have `properties`.
    pub(super) root_properties: Option<Because>,
    pub(super) closed: Option<Because>,
    pub(super) all_required: Option<Because>,
    /// Each object must have a required property.
    pub(super) some_required: Option<Because>,
    /// Keywords allowed beside `$ref`, in addition to those with a `$` prefix.
    pub(super) ref_alone: Option<(&'static [&'static str], Because)>,
    /// `$ref` must refer to a schema of the same document.
    pub(super) ref_target: Option<Because>,
    /// `$ref` must refer to a definition or the root.
    pub(super) ref_definition: Option<Because>,
    pub(super) recursion: Option<(Cycles, Because)>,
    pub(super) any_of_alone: Option<Because>,
    pub(super) keys: Option<(Keys, Because)>,
    /// Supported string formats.
    pub(super) formats: Option<(Formats, Because)>,
    pub(super) patterns: Option<(Patterns, Because)>,
    /// Enum values must be non-empty strings.
    pub(super) enum_texts: Option<Because>,
    /// Values of `enum` and `const` can't be lists or objects.
    pub(super) plain_values: Option<Because>,
    /// Values of `enum` and `const` must match the sibling `type`.
    pub(super) typed_values: Option<Because>,
    /// `allOf` can't contain a reference.
    pub(super) all_of_plain: Option<Because>,
    /// `minItems` must be 0 or 1.
    pub(super) min_items: Option<Because>,
    pub(super) limits: Option<(Limits, Because)>,
}

/// Keywords that aren't allowed, and the effect of using them.
pub(super) struct Ban {
    pub(super) keys: &'static [&'static str],
    pub(super) because: Because,
    pub(super) effect: Effect,
}

/// The recursive references that are rejected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cycles {
    All,
    /// Cycles without an optional property.
    Required,
}

/// The string formats that are allowed.
#[derive(Clone, Copy)]
pub(super) enum Formats {
    /// The formats of the dialect.
    Of(&'static Dialect),
    /// These formats.
    These(&'static [&'static str]),
}

/// The features of a proto `Schema`.
#[derive(Clone, Copy)]
pub(super) struct Proto {
    pub(super) because: Because,
    pub(super) null_type: bool,
}

pub(super) const fn refused(keys: &'static [&'static str], because: Because) -> Ban {
    Ban {
        keys,
        because,
        effect: Effect::Refused,
    }
}

pub(super) const fn lost(keys: &'static [&'static str], because: Because) -> Ban {
    Ban {
        keys,
        because,
        effect: Effect::Lost,
    }
}

impl Profile {
    pub(super) const NONE: Self = Profile {
        values: None,
        known: &[],
        type_names: None,
        root: None,
        root_keys: &[],
        root_unions: false,
        banned: &[],
        zeros: &[],
        only: None,
        proto: None,
        typed: None,
        booleans: None,
        items: None,
        properties: None,
        hidden: None,
        root_properties: None,
        closed: None,
        all_required: None,
        some_required: None,
        ref_alone: None,
        ref_target: None,
        ref_definition: None,
        recursion: None,
        any_of_alone: None,
        keys: None,
        formats: None,
        patterns: None,
        enum_texts: None,
        plain_values: None,
        typed_values: None,
        all_of_plain: None,
        min_items: None,
        limits: None,
    };

    /// Returns the rule against a keyword.
    pub(super) fn ban(&self, key: &str) -> Option<(Because, Effect)> {
        if let Some((only, because)) = self.only {
            let known = only
                .iter()
                .copied()
                .flatten()
                .any(|name| self.same(name, key));
            return (!known).then_some((because, Effect::Refused));
        }
        let ban = self.banned.iter().find(|ban| ban.keys.contains(&key))?;
        Some((ban.because, ban.effect))
    }

    /// Returns the rule against 0 as a keyword's value.
    pub(super) fn zero(&self, key: &str) -> Option<Because> {
        let mut all = self.zeros.iter();
        let (_, because) =
            all.find(|(keys, _)| keys.iter().any(|keyword| self.same(keyword, key)))?;
        Some(*because)
    }

    /// Returns `true` if a key names the keyword. A proto's JSON also accepts the field's own name.
    fn same(&self, keyword: &str, key: &str) -> bool {
        if self.proto.is_none() || !key.contains('_') {
            return keyword == key;
        }
        let mut camel = keyword.chars();
        for c in key.chars().filter(|c| *c != '_') {
            if camel.next().is_none_or(|k| !k.eq_ignore_ascii_case(&c)) {
                return false;
            }
        }
        camel.next().is_none()
    }

    /// Returns `true` if a keyword's value is checked. A keyword unknown to the provider has no
    /// rules.
    pub(super) fn opens(&self, key: &str) -> bool {
        const UNIONS: [&str; 4] = ["oneOf", "allOf", "prefixItems", "items"];
        self.ban(key).is_none() || self.only.is_none() && UNIONS.contains(&key)
    }
}
