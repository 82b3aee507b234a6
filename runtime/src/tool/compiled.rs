//! The type that has the name of a function with `#[tool]`.

use core::marker::PhantomData;

use super::{Tool, ToolDef, def};
#[cfg(feature = "call")]
use crate::call::{CallContext, ToolFuture};
use crate::provider::Provider;
use crate::render::Report;

/// The type that has the name of a function with `#[tool]`: what `search::schema_for` finds.
///
/// Of a function `search`, the attribute makes the type `search`, an alias of this one. A function
/// and a type may have the same name, so one import brings both.
///
/// ```
/// use toolcast::{Provider, tool};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// const DECLARATION: &str = add::schema_for(Provider::Anthropic);
/// assert!(DECLARATION.starts_with(r#"{"name":"add","description":"Adds two numbers.""#));
/// assert_eq!(add(1, 2), 3);
/// ```
pub struct CompiledTool<T>(PhantomData<T>);

/// The functions of a tool's type. They exist once, because a const function for each tool costs
/// more than the tool's definition.
impl<T: Tool> CompiledTool<T> {
    /// Returns the whole declaration for a provider, as JSON text: an item of the request's list of
    /// tools.
    ///
    /// # Panics
    ///
    /// Panics if the provider would reject the tool, or if the tool is not made for it. In a const
    /// that is a compile error.
    #[inline]
    #[track_caller]
    #[must_use]
    pub const fn schema_for(provider: Provider) -> &'static str {
        def::<T>().schema_for(provider)
    }

    /// Returns the whole declaration for a provider. `None` if [`schema_for`](Self::schema_for)
    /// would panic; [`report_for`](Self::report_for) has the reasons.
    #[inline]
    #[must_use]
    pub const fn try_schema_for(provider: Provider) -> Option<&'static str> {
        def::<T>().try_schema_for(provider)
    }

    /// Returns the schema of the parameters for a provider. `None` if the provider requires the
    /// field to be absent, or if it has no declaration.
    #[inline]
    #[must_use]
    pub const fn parameters_for(provider: Provider) -> Option<&'static str> {
        def::<T>().parameters_for(provider)
    }

    /// Reports the constructs that the provider can't express or would reject, with the outcome for
    /// each.
    #[inline]
    #[must_use = "a report changes nothing"]
    pub fn report_for(provider: Provider) -> Report {
        def::<T>().report_for(provider)
    }

    /// Calls the function with arguments that the provider's model wrote, as JSON text. See
    /// [`Tool::call`], which needs no import here.
    #[cfg(feature = "call")]
    #[inline]
    pub fn call(provider: Provider, arguments: &str) -> ToolFuture<'_> {
        <T as Tool>::call(provider, arguments)
    }

    /// Calls the function with the call's context. See [`Tool::call_with`], which needs no import
    /// here.
    #[cfg(feature = "call")]
    #[inline]
    pub fn call_with(context: CallContext, arguments: &str) -> ToolFuture<'_> {
        <T as Tool>::call_with(context, arguments)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Tool> Tool for CompiledTool<T> {
    const UNRENDERED: ToolDef = T::UNRENDERED;

    const DEF: &'static ToolDef = T::DEF;
}
