//! The documentation of the generated functions. Each is one literal, because a literal in `quote!`
//! is parsed for each tool, and so is each line of a doc comment.

pub(super) const SCHEMA_FOR: &str = "The whole declaration for a provider, as JSON text.

# Panics

If the provider would reject the tool, or the tool is not made for it. In a const that is a compile error.";
pub(super) const TRY_SCHEMA_FOR: &str = "The whole declaration for a provider.

# Errors

If `schema_for` would panic.";
pub(super) const PARAMETERS_FOR: &str = "The schema of the parameters for a provider; `None` if the provider requires the field to be left out.";
pub(super) const REPORT_FOR: &str = "Each construct that the provider can't express directly, with its outcome, and each rule that the tool breaks.";
pub(super) const CALL: &str =
    "Calls the function with arguments that the provider's model wrote, as JSON text.";
