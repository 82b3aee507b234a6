//! The text around the parameters: the declaration of a tool in a request.

use crate::json::Short;

/// The pieces of a declaration, in order: `open`, name, [`DESCRIPTION`], description, `parameters`,
/// the parameters, closing braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Envelope {
    /// Text up to the name's opening quote.
    pub(crate) open: Short,
    /// Text from the description's closing quote to the parameters.
    pub(crate) parameters: Short,
    /// The parameters are in an object of their own, whose brace is closed after them.
    pub(crate) wrapped: bool,
    /// The tool is in an object of its own, whose brace is closed after it.
    pub(crate) nested: bool,
    /// Condition for writing `"strict"`.
    pub(crate) strict: StrictKey,
    /// MCP's `title`, `annotations` and `outputSchema` are written.
    pub(crate) mcp: bool,
    /// The declaration is the parameters' schema itself, with name and description as `title` and
    /// `description`.
    pub(crate) bare: bool,
    /// A number below [`Envelope::HEADS`], shared by envelopes that are alike up to the parameters.
    pub(crate) head: usize,
}

/// Condition for writing `"strict"` in a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrictKey {
    /// Always, `true` or `false`.
    Always,
    /// Only if it is `true`.
    WhenOn,
    /// Never.
    Never,
}

/// The key of Gemini's list of declarations in a tool, in both spellings. The first is written.
#[cfg(feature = "call")]
pub(crate) const DECLARATIONS: [&str; 2] = ["functionDeclarations", "function_declarations"];

/// The text from the name's closing quote to the description's opening quote, in every envelope.
pub(crate) const DESCRIPTION: &str = r#"","description":""#;

impl Envelope {
    /// Number of different beginnings.
    pub(crate) const HEADS: usize = 7;

    /// Returns the text after the parameters, with or without strict mode.
    pub(crate) const fn end(&self, strict: bool) -> &'static str {
        let says = match self.strict {
            StrictKey::Always => true,
            StrictKey::WhenOn => strict,
            StrictKey::Never => false,
        };
        match (self.wrapped, says, strict, self.nested) {
            (false, false, _, false) => "}",
            (false, false, _, true) | (true, false, _, false) => "}}",
            (false, true, true, false) => r#","strict":true}"#,
            (false, true, true, true) => r#","strict":true}}"#,
            (false, true, false, false) => r#","strict":false}"#,
            (false, true, false, true) => r#","strict":false}}"#,
            (true, false, _, true) => "}}}",
            (true, true, true, false) => r#"},"strict":true}"#,
            (true, true, true, true) => r#"},"strict":true}}"#,
            (true, true, false, false) => r#"},"strict":false}"#,
            (true, true, false, true) => r#"},"strict":false}}"#,
        }
    }

    /// Returns the text after `required`: the end of open or closed parameters, and the rest of the
    /// envelope.
    pub(crate) const fn close(&self, open: bool, strict: bool) -> Short {
        let root = if open {
            "}"
        } else {
            ",\"additionalProperties\":false}"
        };
        Short::of(root).then(self.end(strict))
    }
}
