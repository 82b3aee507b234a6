//! Schema constructs that providers reject, as data: one [`Profile`] for each way of reading
//! schemas.
//!
//! A [`Dialect`](super::Dialect) differs: it describes this crate's output, which avoids more than
//! is rejected. Limits, formats and names that both use are defined only in the dialect.

use super::{Citation, Effect, Keys, Limits, PatternRules, Provider};

/// A schema parser: the rules of one provider, with the mode, model or field that changes them.
#[derive(Clone, Copy)]
pub(crate) struct SchemaLanguage {
    pub(crate) profile: &'static Profile,
    /// The provider whose dialect has only what is read here.
    pub(crate) provider: Provider,
    /// That dialect is the one of strict mode.
    pub(crate) strict: bool,
}

impl SchemaLanguage {
    pub(super) const fn plain(profile: &'static Profile, provider: Provider) -> Self {
        SchemaLanguage {
            profile,
            provider,
            strict: false,
        }
    }

    pub(super) const fn strict(profile: &'static Profile, provider: Provider) -> Self {
        SchemaLanguage {
            profile,
            provider,
            strict: true,
        }
    }
}

/// The rules of one reader. `None` or an empty list means that the rule doesn't apply.
#[derive(Clone, Copy)]
pub(crate) struct Profile {
    /// Keyword values must be valid JSON Schema.
    pub(crate) values: Option<Citation>,
    /// The keywords whose values are checked; empty: all.
    pub(crate) known: &'static [&'static str],
    /// A list as `items` is accepted, as in drafts before 2020-12.
    pub(crate) item_lists: bool,
    /// The names in `type` must be those of JSON Schema.
    pub(crate) type_names: Option<Citation>,
    /// The root's `type` must be the literal `object`.
    pub(crate) root: Option<Citation>,
    /// Keywords that aren't allowed at the root.
    pub(crate) root_keys: &'static [(&'static [&'static str], Citation)],
    /// The root may be a union if all its alternatives are objects.
    pub(crate) root_unions: bool,
    /// Keywords that aren't allowed anywhere.
    pub(crate) banned: &'static [Ban],
    /// Keywords whose value 0 is read as absent.
    pub(crate) zeros: &'static [(&'static [&'static str], Citation)],
    /// The only keywords allowed.
    pub(crate) only: Option<(&'static [&'static [&'static str]], Citation)>,
    /// The keywords are fields of a proto: snake case is accepted, and `type` is a single type.
    pub(crate) proto: Option<Proto>,
    /// Every schema must have a `type`, or be a union or a reference.
    pub(crate) typed: Option<Citation>,
    /// `true` and `false` aren't accepted as schemas.
    pub(crate) booleans: Option<Citation>,
    /// Arrays must have `items`.
    pub(crate) items: Option<Citation>,
    /// Objects must have `properties`. In a proto this applies to all objects, and below the root
    /// the list can't be empty. Otherwise it applies to the root.
    pub(crate) properties: Option<Citation>,
    /// Objects below the root without `properties`, including maps, aren't shown to the model.
    pub(crate) hidden: Option<Citation>,
    /// The root must have `properties`.
    pub(crate) root_properties: Option<Citation>,
    pub(crate) closed: Option<Citation>,
    pub(crate) all_required: Option<Citation>,
    /// Each object must have a required property.
    pub(crate) some_required: Option<Citation>,
    /// Keywords allowed beside `$ref`, in addition to those with a `$` prefix.
    pub(crate) ref_alone: Option<(&'static [&'static str], Citation)>,
    /// `$ref` must refer to a schema of the same document.
    pub(crate) ref_target: Option<Citation>,
    /// `$ref` must refer to a definition or the root.
    pub(crate) ref_definition: Option<Citation>,
    pub(crate) recursion: Option<(Cycles, Citation)>,
    pub(crate) any_of_alone: Option<Citation>,
    pub(crate) keys: Option<(Keys, Citation)>,
    /// Supported string formats.
    pub(crate) formats: Option<(Formats, Citation)>,
    pub(crate) patterns: Option<(PatternRules, Citation)>,
    /// Enum values must be non-empty strings.
    pub(crate) enum_texts: Option<Citation>,
    /// Values of `enum` and `const` can't be lists or objects.
    pub(crate) plain_values: Option<Citation>,
    /// Values of `enum` and `const` must match the sibling `type`.
    pub(crate) typed_values: Option<Citation>,
    /// `allOf` can't contain a reference.
    pub(crate) all_of_plain: Option<Citation>,
    /// `minItems` must be 0 or 1.
    pub(crate) min_items: Option<Citation>,
    pub(crate) limits: Option<(Limits, Citation)>,
}

/// Keywords that aren't allowed, and the effect of using them.
pub(crate) struct Ban {
    pub(crate) keys: &'static [&'static str],
    pub(crate) because: Citation,
    pub(crate) effect: Effect,
}

/// The recursive references that are rejected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cycles {
    All,
    /// Cycles without an optional property.
    Required,
}

/// The string formats that are allowed.
#[derive(Clone, Copy)]
pub(crate) enum Formats {
    /// The formats of a dialect: the bits of `Format::bit`.
    Of(u16),
    /// These formats.
    These(&'static [&'static str]),
}

/// The features of a proto `Schema`.
#[derive(Clone, Copy)]
pub(crate) struct Proto {
    pub(crate) because: Citation,
    pub(crate) null_type: bool,
}

pub(crate) const fn refused(keys: &'static [&'static str], because: Citation) -> Ban {
    Ban {
        keys,
        because,
        effect: Effect::Rejected,
    }
}

pub(crate) const fn lost(keys: &'static [&'static str], because: Citation) -> Ban {
    Ban {
        keys,
        because,
        effect: Effect::Dropped,
    }
}

impl Profile {
    pub(crate) const NONE: Self = Profile {
        values: None,
        known: &[],
        item_lists: false,
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
}
