//! Reads the members of a flattened field as its type, if that is an `Option`.
//!
//! Serde reads `None` if the type inside rejects its members, and gives no sign of it. Method
//! resolution finds out if a type is an `Option` that can be read: the reference to a [`Flattened`]
//! has both methods, and the first is chosen if its bounds are met.

#[cfg(feature = "call")]
pub use option::{Flattened, ReadNothing, ReadOption};

#[cfg(feature = "call")]
mod option {
    use core::marker::PhantomData;

    use serde::de::DeserializeOwned;
    use serde_json::Value;

    /// The type of a flattened field.
    #[derive(Debug)]
    pub struct Flattened<T>(PhantomData<T>);

    impl<T> Flattened<T> {
        /// The only value.
        pub const NEW: Self = Flattened(PhantomData);
    }

    /// The method for an `Option` that can be read.
    pub trait ReadOption {
        /// Returns the message of a type that rejects the members.
        ///
        /// # Errors
        ///
        /// Returns the message.
        fn __toolcast_read(&self, members: Value) -> Result<(), String>;
    }

    impl<T: DeserializeOwned> ReadOption for Flattened<Option<T>> {
        fn __toolcast_read(&self, members: Value) -> Result<(), String> {
            let read = serde_json::from_value::<T>(members);
            read.map(drop).map_err(|error| error.to_string())
        }
    }

    /// The method for all other types.
    pub trait ReadNothing {
        /// Returns nothing: serde reports the error itself.
        ///
        /// # Errors
        ///
        /// There is none.
        fn __toolcast_read(&self, members: Value) -> Result<(), String>;
    }

    impl<T> ReadNothing for &Flattened<T> {
        fn __toolcast_read(&self, _: Value) -> Result<(), String> {
            Ok(())
        }
    }
}

/// Returns the function that reads a flattened field of a type.
#[cfg(feature = "call")]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_read_flattened {
    ($ty:ty) => {
        |members| {
            // One of both is used. Rustc doesn't report the other one in a macro of another crate.
            use $crate::__private::{ReadNothing as _, ReadOption as _};
            (&$crate::__private::Flattened::<$ty>::NEW).__toolcast_read(members)
        }
    };
}

/// Without calls, nothing is read.
#[cfg(not(feature = "call"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_read_flattened {
    ($ty:ty) => {
        || {}
    };
}
