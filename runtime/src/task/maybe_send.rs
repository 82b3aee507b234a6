//! A bound that is `Send`, except on wasm32.

/// `Send`, except on wasm32, whose futures stay on their thread. Implemented for every type with
/// that property.
#[cfg(not(target_arch = "wasm32"))]
pub trait MaybeSend: Send {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Send + ?Sized> MaybeSend for T {}

/// `Send`, except on wasm32, whose futures stay on their thread. Implemented for every type on this
/// target.
#[cfg(target_arch = "wasm32")]
pub trait MaybeSend {}
#[cfg(target_arch = "wasm32")]
impl<T: ?Sized> MaybeSend for T {}
