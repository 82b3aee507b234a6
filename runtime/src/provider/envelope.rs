//! The text around the parameters: the declaration of a tool in a request.

/// The pieces of a declaration, in order: `open`, name, `","description":"`, description,
/// the key and the value of the parameters, closing braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Envelope {
    /// Text up to the name's opening quote.
    pub(crate) open: &'static str,
    /// `open` has `type` as a sibling of the name.
    pub(crate) typed: bool,
    /// The key of the parameters.
    pub(crate) parameters: &'static str,
    /// The parameters are in an object of their own, under this key.
    pub(crate) wrapped: Option<&'static str>,
    /// The tool is in an object of its own, whose brace is closed after it.
    pub(crate) nested: bool,
    /// Condition for writing `"strict"`.
    pub(crate) strict: StrictKey,
    /// MCP's `title`, `annotations` and `outputSchema` are written.
    pub(crate) mcp: bool,
    /// The declaration is the parameters' schema itself, with name and description as `title` and
    /// `description`.
    pub(crate) bare: bool,
}

impl Envelope {
    /// `{"name":..,"description":..,"parameters":..}`
    pub(super) const FLAT: Self = Envelope {
        open: r#"{"name":""#,
        typed: false,
        parameters: "parameters",
        wrapped: None,
        nested: false,
        strict: StrictKey::Never,
        mcp: false,
        bare: false,
    };
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
