//! A bound and a future that are `Send`, except on wasm32.

use core::future::Future;
use core::pin::Pin;

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

/// A boxed future: `Send`, except on wasm32.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) type BoxFuture<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;
/// A boxed future: `Send`, except on wasm32.
#[cfg(target_arch = "wasm32")]
pub(crate) type BoxFuture<'c, T> = Pin<Box<dyn Future<Output = T> + 'c>>;
