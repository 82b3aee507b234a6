//! The tools of a large set that a conversation has loaded.

use serde::{Deserialize, Serialize};

/// Maximum number of names. The one that was loaded first is dropped first.
const MAX_LOADED: usize = 256;

/// The names of deferred tools that the model of one conversation has found, in the order in which
/// they were loaded. A name that is added again keeps its place, so that the beginning of the
/// requests stays the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>")]
pub(crate) struct LoadedTools(Vec<String>);

impl LoadedTools {
    pub(crate) fn names(&self) -> &[String] {
        &self.0
    }

    #[cfg(feature = "chat")]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<String> for LoadedTools {
    fn extend<I: IntoIterator<Item = String>>(&mut self, names: I) {
        for name in names {
            if self.0.contains(&name) {
                continue;
            }
            if self.0.len() == MAX_LOADED {
                self.0.remove(0);
            }
            self.0.push(name);
        }
    }
}

impl FromIterator<String> for LoadedTools {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        let mut loaded = LoadedTools::default();
        loaded.extend(names);
        loaded
    }
}

impl From<Vec<String>> for LoadedTools {
    fn from(names: Vec<String>) -> Self {
        names.into_iter().collect()
    }
}
