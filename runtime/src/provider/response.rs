//! The request members around the schema of structured output.

/// The text around a schema, and the dialect of the schema.
#[derive(Clone, Copy)]
pub(crate) struct OutputMembers {
    /// The text up to the opening quote of the name, or up to the schema if there is no name.
    pub(crate) open: &'static str,
    /// The text from the closing quote of the name to the schema.
    pub(crate) after_name: Option<&'static str>,
    /// The text after the schema, without and with strict mode.
    pub(crate) close: [&'static str; 2],
    /// The schema is JSON text inside a string.
    pub(crate) quoted: bool,
    /// Every schema is compiled to a grammar, so there is only strict mode.
    pub(crate) always_strict: bool,
}

impl OutputMembers {
    /// The schema alone between two texts, the same in both modes.
    pub(super) const fn around(open: &'static str, close: &'static str) -> Self {
        OutputMembers {
            open,
            after_name: None,
            close: [close, close],
            quoted: false,
            always_strict: false,
        }
    }
}

/// The members of a request that are a response format. A format's other members, such as
/// `generationConfig`, contain it beside other options.
#[cfg(feature = "chat")]
pub(crate) const FORMAT_MEMBERS: [&str; 2] = ["response_format", "format"];

/// The members, or the reason why a provider has no structured output.
pub(crate) type StructuredOutput = Result<OutputMembers, &'static str>;
