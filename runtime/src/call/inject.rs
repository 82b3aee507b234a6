//! Injected parameters: `#[tool(inject)]`.

use core::any::{Any, TypeId, type_name};
use std::sync::Arc;

use super::{CallContext, CancellationToken, ProgressReporter, ToolError};
use crate::provider::Provider;

/// A type that a parameter with `#[tool(inject)]` may have.
///
/// From the program's state: `&T`, `Arc<T>`, and an `Option` of one of them. From the call:
/// [`Provider`], [`CancellationToken`], [`ProgressReporter`], [`CallContext`], and references to
/// these. The context has the call's id, and the values of one request.
///
/// A type of your own can be made from the call. `build` doesn't know what such a type needs: a
/// value that is missing is an error of the call.
///
/// ```
/// use toolcast::call::{CallContext, Inject, ToolError};
/// use toolcast::tool;
///
/// /// The customer whose request it is.
/// #[derive(Clone)]
/// struct Tenant(String);
///
/// impl Inject<'_> for Tenant {
///     fn inject(context: &CallContext) -> Result<Self, ToolError> {
///         let tenant = context.extension::<Tenant>().cloned();
///         tenant.ok_or_else(|| ToolError::Denied("log in first".to_owned()))
///     }
/// }
///
/// /// Lists the open invoices.
/// #[tool]
/// fn invoices(#[tool(inject)] tenant: Tenant) -> String {
///     format!("none of {}", tenant.0)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be injected",
    label = "a set can't supply this",
    note = "take `&T` or `Arc<T>` of a value that the set has from `with_state`, or one of `Provider`, `CancellationToken`, `ProgressReporter`, `&CallContext`"
)]
pub trait Inject<'c>: Sized {
    /// Returns the values that the state must have before any call. By default none.
    #[doc(hidden)]
    fn requirements() -> Requirements {
        Requirements::default()
    }

    /// Returns the value for one call.
    ///
    /// # Errors
    ///
    /// [`ToolError::MissingState`] if the program did not provide it.
    fn inject(context: &'c CallContext) -> Result<Self, ToolError>;
}

/// One state value that a tool needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requirement {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
}

/// The state values that a tool needs.
#[derive(Clone, Debug, Default)]
pub struct Requirements(pub(crate) Vec<Requirement>);

impl Requirements {
    /// Creates the requirement of one value of the state, by its type.
    pub fn of<T: 'static>() -> Self {
        Requirements(Vec::from([Requirement {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }]))
    }
}

fn missing<T>() -> ToolError {
    ToolError::MissingState {
        type_name: type_name::<T>(),
    }
}

/// Returns a part of the call's context by its type.
fn of_call<T: 'static>(context: &CallContext) -> Option<&T> {
    // Checked first, because `cancellation()` creates a token.
    if TypeId::of::<T>() == TypeId::of::<CancellationToken>() {
        return (context.cancellation() as &dyn Any).downcast_ref();
    }
    let own: [&dyn Any; 3] = [&context.provider, &context.progress, context];
    own.into_iter().find_map(|one| one.downcast_ref())
}

fn is_of_call<T: 'static>() -> bool {
    [
        TypeId::of::<Provider>(),
        TypeId::of::<CancellationToken>(),
        TypeId::of::<ProgressReporter>(),
        TypeId::of::<CallContext>(),
    ]
    .contains(&TypeId::of::<T>())
}

impl<'c, T: Send + Sync + 'static> Inject<'c> for &'c T {
    fn requirements() -> Requirements {
        if is_of_call::<T>() {
            Requirements::default()
        } else {
            Requirements::of::<T>()
        }
    }

    fn inject(context: &'c CallContext) -> Result<Self, ToolError> {
        of_call(context)
            .or_else(|| context.state.get())
            .ok_or_else(missing::<T>)
    }
}

impl<T: Send + Sync + 'static> Inject<'_> for Arc<T> {
    fn requirements() -> Requirements {
        Requirements::of::<T>()
    }

    fn inject(context: &CallContext) -> Result<Self, ToolError> {
        context.state.get_arc().ok_or_else(missing::<T>)
    }
}

impl<'c, T: Inject<'c>> Inject<'c> for Option<T> {
    fn inject(context: &'c CallContext) -> Result<Self, ToolError> {
        Ok(T::inject(context).ok())
    }
}

macro_rules! of_call {
    ($($ty:ty),*) => {$(
        impl Inject<'_> for $ty {
            fn inject(context: &CallContext) -> Result<Self, ToolError> {
                <&$ty>::inject(context).cloned()
            }
        }
    )*};
}

of_call!(Provider, CancellationToken, ProgressReporter, CallContext);
