//! The tools of a large set that a conversation has loaded.

use core::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::task::lock;

/// Maximum number of names. The one that was loaded first is dropped first.
const MAX_LOADED: usize = 256;

/// The [deferred](super::ToolSet::with_deferred) tools that the model of one conversation has
/// found. Create one per conversation, and pass it to every call with
/// [`CallOptions::loaded`](super::CallOptions::loaded) and to every request with
/// [`RequestOptions::loaded`](super::RequestOptions::loaded). Clones share the names. It is stored
/// as the list of names.
#[derive(Clone, Default)]
pub struct LoadedTools(Arc<Mutex<Vec<String>>>);

impl fmt::Debug for LoadedTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LoadedTools").field(&*self.lock()).finish()
    }
}

impl LoadedTools {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// The names, in the order in which they were loaded.
    pub fn names(&self) -> Vec<String> {
        self.lock().clone()
    }

    /// Loads a tool by its name in the set. A tool that is loaded keeps its place, so that the
    /// beginning of the requests stays the same. At most 256 names are kept.
    pub fn load(&self, name: &str) {
        let mut names = self.lock();
        if names.iter().any(|known| known == name) {
            return;
        }
        if names.len() == MAX_LOADED {
            names.remove(0);
        }
        names.push(name.into());
    }

    /// Creates a list with the names, as they were loaded one after the other.
    pub(crate) fn of(names: &[String]) -> Self {
        let loaded = LoadedTools::new();
        for name in names {
            loaded.load(name);
        }
        loaded
    }

    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        lock(&self.0)
    }
}

impl Serialize for LoadedTools {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.lock().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LoadedTools {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        Ok(LoadedTools::of(&names))
    }
}
