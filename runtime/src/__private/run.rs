//! What of generated code is there with the feature `call` only. The macros crate has no features, so these pass their tokens on or drop them.

/// Items.
#[cfg(feature = "call")]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_call {
    ($($items:tt)*) => { $($items)* };
}

/// Items.
#[cfg(not(feature = "call"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_call {
    ($($items:tt)*) => {};
}

/// How a tool's function is called, and what it needs where something is injected: what [`ToolDef::with_run`](crate::ToolDef::with_run) takes.
#[cfg(feature = "call")]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_run {
    ($kind:ident($run:expr)) => {
        ($crate::call::Run::$kind($run), |_| {})
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
