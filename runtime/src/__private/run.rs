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

/// A definition, how its function is called, and, where something is injected, what it needs.
#[cfg(feature = "call")]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_with_run {
    ($def:expr, $kind:ident($run:expr)) => {
        $def.with_run($crate::call::Run::$kind($run), |_| {})
    };
    ($def:expr, $kind:ident($run:expr), inject) => {
        $def.with_run($crate::call::Run::$kind($run), |needs| {
            $crate::call::Run::$kind($run).needs(needs);
        })
    };
}

/// A definition alone.
#[cfg(not(feature = "call"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_with_run {
    ($def:expr, $($run:tt)*) => {
        $def
    };
}
