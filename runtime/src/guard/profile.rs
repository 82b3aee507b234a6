//! What a provider refuses in a schema, as data: one [`Profile`] for each way that it reads schemas.
//!
//! It is no [`Dialect`]: that has what this crate writes, which keeps clear of more than what is refused. What both know, limits, formats and names,
//! stands in the dialect alone.

use crate::dialect::{Dialect, Keys, Limits, Patterns};

use super::rule::{Because, Effect};

/// Who reads a schema, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    OpenAi,
    OpenAiStrict,
    /// A model of OpenAI's that somebody trained further.
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
    /// The fields of the Gemini API that are JSON Schema.
    GeminiJson,
    /// Those of Vertex AI.
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

/// The rules of one reader. What is `None` or empty is no rule there.
#[derive(Clone, Copy)]
pub(super) struct Profile {
    /// The values of keywords are those of JSON Schema.
    pub(super) values: Option<Because>,
    /// The keywords whose values are looked at; empty: all.
    pub(super) known: &'static [&'static str],
    /// The names in `type` are those of JSON Schema.
    pub(super) type_names: Option<Because>,
    /// The root's `type` is the literal `object`.
    pub(super) root: Option<Because>,
    /// Keywords that may not stand at the root.
    pub(super) root_keys: &'static [(&'static [&'static str], Because)],
    /// A root may be a union where all of it are objects.
    pub(super) root_unions: bool,
    /// Keywords that may not stand.
    pub(super) banned: &'static [Ban],
    /// Keywords of which 0 is the same as none.
    pub(super) zeros: &'static [(&'static [&'static str], Because)],
    /// The keywords that may stand alone.
    pub(super) only: Option<(&'static [&'static str], Because)>,
    /// The keywords are fields of a proto: snake case is the same, and there is one type.
    pub(super) proto: Option<Proto>,
    /// Every schema has a `type`, or is a union or a reference.
    pub(super) typed: Option<Because>,
    /// `true` and `false` are no schemas.
    pub(super) booleans: Option<Because>,
    /// Arrays have `items`.
    pub(super) items: Option<Because>,
    /// Objects have `properties`: of a proto, below the root and one at least; else the root.
    pub(super) properties: Option<Because>,
    /// Objects below the root without `properties` are not shown to the model, maps among them.
    pub(super) hidden: Option<Because>,
    /// The root has `properties`.
    pub(super) root_properties: Option<Because>,
    pub(super) closed: Option<Because>,
    pub(super) all_required: Option<Because>,
    /// Each object has a required property.
    pub(super) some_required: Option<Because>,
    /// What may stand beside `$ref`, besides keys with `$`.
    pub(super) ref_alone: Option<(&'static [&'static str], Because)>,
    /// `$ref` leads to a schema of the same document.
    pub(super) ref_target: Option<Because>,
    /// And to no other than a definition or the root.
    pub(super) ref_definition: Option<Because>,
    pub(super) recursion: Option<(Cycles, Because)>,
    pub(super) any_of_alone: Option<Because>,
    pub(super) keys: Option<(Keys, Because)>,
    /// Formats of strings.
    pub(super) formats: Option<(Formats, Because)>,
    pub(super) patterns: Option<(Patterns, Because)>,
    /// Enums hold strings, none of them empty.
    pub(super) enum_texts: Option<Because>,
    /// Values of `enum` and `const` are no lists and no objects.
    pub(super) plain_values: Option<Because>,
    /// Values of `enum` and `const` are of the `type` beside them.
    pub(super) typed_values: Option<Because>,
    /// No reference stands in an `allOf`.
    pub(super) all_of_plain: Option<Because>,
    /// `minItems` is 0 or 1.
    pub(super) min_items: Option<Because>,
    pub(super) limits: Option<(Limits, Because)>,
}

/// Keywords that may not stand.
pub(super) struct Ban {
    pub(super) keys: &'static [&'static str],
    pub(super) because: Because,
    pub(super) effect: Effect,
}

/// Which references back are refused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cycles {
    All,
    /// Those that pass no property that may be absent.
    Required,
}

/// Which formats of strings may stand.
#[derive(Clone, Copy)]
pub(super) enum Formats {
    /// Those of the dialect.
    Of(&'static Dialect),
    /// These.
    These(&'static [&'static str]),
}

/// What a proto `Schema` has.
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

    /// The rule against a keyword.
    pub(super) fn ban(&self, key: &str) -> Option<(Because, Effect)> {
        if let Some((only, because)) = self.only {
            let known = only.iter().any(|name| self.same(name, key));
            return (!known).then_some((because, Effect::Refused));
        }
        let ban = self.banned.iter().find(|ban| ban.keys.contains(&key))?;
        Some((ban.because, ban.effect))
    }

    /// The rule against 0 as a keyword's value.
    pub(super) fn zero(&self, key: &str) -> Option<Because> {
        let mut all = self.zeros.iter();
        let (_, because) =
            all.find(|(keys, _)| keys.iter().any(|keyword| self.same(keyword, key)))?;
        Some(*because)
    }

    /// Whether a key is the keyword: a proto's JSON takes the field's own name too.
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

    /// Whether what a keyword holds is looked into: what a provider doesn't know has no rules.
    pub(super) fn opens(&self, key: &str) -> bool {
        const UNIONS: [&str; 4] = ["oneOf", "allOf", "prefixItems", "items"];
        self.ban(key).is_none() || self.only.is_none() && UNIONS.contains(&key)
    }
}
