//! Locks and atomics: JSON has only their content.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicI8, AtomicI32, AtomicU16, AtomicU64, AtomicUsize};
use std::sync::{Mutex, RwLock};
use toolcast::ToolSchema;

/// Locks around a scalar, an option and an object; the lock of an option may be missing.
#[derive(Debug, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Locks {
    mutex: Mutex<u8>,
    lock: RwLock<Vec<String>>,
    #[serde(default)]
    maybe: Mutex<Option<bool>>,
    inner: Option<RwLock<Inside>>,
}

/// The value inside a lock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Inside {
    count: i64,
}

/// Atomic numbers have the bounds of plain ones.
#[derive(Debug, Default, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Atomics {
    flag: AtomicBool,
    tiny: AtomicI8,
    small: AtomicU16,
    signed: AtomicI32,
    wide: AtomicU64,
    size: AtomicUsize,
}

/// Compares locks by the JSON of their content.
macro_rules! same_json {
    ($($name:ty)*) => {$(
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                serde_json::to_value(self).ok() == serde_json::to_value(other).ok()
            }
        }
    )*};
}

same_json! { Locks Atomics }

super::specimens! {
    Locks = [
        Locks { mutex: Mutex::new(1), lock: RwLock::default(), maybe: Mutex::new(None), inner: None },
        Locks {
            mutex: Mutex::new(255), lock: RwLock::new(vec!["x".into()]), maybe: Mutex::new(Some(true)),
            inner: Some(RwLock::new(Inside { count: -1 })),
        },
    ];
    Atomics = [
        Atomics::default(),
        Atomics { flag: true.into(), tiny: i8::MIN.into(), small: u16::MAX.into(), wide: u64::MAX.into(), ..Atomics::default() },
    ];
}
