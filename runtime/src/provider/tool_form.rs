//! The form of a provider's tools in third-party files and requests.

use super::ToolFormat;

/// The members of a provider's tool definitions.
#[derive(Clone, Copy)]
pub(crate) struct ToolForm {
    pub(crate) format: ToolFormat,
    /// The formats whose `"strict": true` is meant for this provider.
    pub(crate) strict_of: &'static [ToolFormat],
    /// The members that the common model lacks and that a declaration keeps, if the definition has
    /// this format.
    pub(crate) members: &'static [&'static str],
    /// `input_examples` is accepted.
    pub(crate) examples: bool,
}

impl ToolForm {
    /// The common model's members in this format, without strict mode.
    pub(super) const fn plain(format: ToolFormat) -> Self {
        ToolForm {
            format,
            strict_of: &[],
            members: &[],
            examples: false,
        }
    }
}
