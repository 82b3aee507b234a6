//! Parts of generated code that need the feature `call`. The macros crate has no features, so these
//! macros pass their tokens on or drop them.

/// Passes items on.
#[cfg(feature = "call")]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_call {
    ($($items:tt)*) => { $($items)* };
}

/// Drops items.
#[cfg(not(feature = "call"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_call {
    ($($items:tt)*) => {};
}

/// The arguments of [`ToolDef::with_run`](crate::ToolDef::with_run): the call of a tool's function,
/// and its requirements if something is injected.
#[cfg(feature = "call")]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_run {
    ($kind:ident($run:expr)) => {
        ($crate::call::Run::$kind($run), $crate::call::Run::NO_NEEDS)
    };
    ($kind:ident($run:expr), inject) => {
        ($crate::call::Run::$kind($run), |needs| {
            $crate::call::Run::$kind($run).needs(needs);
        })
    };
}

/// Nothing.
#[cfg(not(feature = "call"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_run {
    ($($run:tt)*) => {
        ()
    };
}
