//! Accepted mistakes and ignored names.

use super::{AnswerCache, CacheKey, NotedValue, Session};
use crate::decode::errors::Coercion;
use crate::json_index::Node;
use crate::order::sort_by_key;

/// Maximum number of notes on accepted mistakes, and on ignored names. Each has a path, which may
/// be longer than the value.
const NOTED: usize = 1_000;

impl<'de> Session<'de> {
    /// Counts the mistakes accepted during `look`.
    pub(in crate::decode::guided) fn count_coercions<R>(
        &self,
        look: impl FnOnce() -> R,
    ) -> (R, u32) {
        let before = self.coerced.replace(0);
        let found = look();
        (found, self.coerced.replace(before))
    }

    pub(in crate::decode::guided) fn note_coercion(&self, node: Node<'de>, what: &'static str) {
        self.coerced.set(self.coerced.get().saturating_add(1));
        let mut coercions = self.cache.coercions.borrow_mut();
        coercions.insert(CacheKey::of_value(node.id()), (node, what));
    }

    /// Returns the accepted mistakes in text order, at most [`NOTED`].
    pub(crate) fn coercions(&self, path: &dyn Fn(Node<'de>) -> String) -> Vec<Coercion> {
        let coercions = self.cache.coercions.borrow();
        let noted = in_text_order(&coercions).into_iter().take(NOTED);
        let noted = noted.map(|(node, what)| Coercion {
            path: path(node),
            correction: what.into(),
        });
        noted.collect()
    }

    pub(crate) fn forget_coercions(&self) {
        self.cache.coercions.take();
    }

    /// Notes an unknown member of an open object.
    pub(crate) fn ignore(&self, node: Node<'de>) {
        let mut ignored = self.cache.ignored.borrow_mut();
        ignored.insert(CacheKey::of_value(node.id()), (node, "ignored"));
    }

    /// Returns the paths of ignored members, at most [`NOTED`].
    pub(crate) fn ignored(&self, path: &dyn Fn(Node<'de>) -> String) -> Vec<String> {
        let (ignored, coercions) = (self.cache.ignored.borrow(), self.cache.coercions.borrow());
        // The strict read ignored it before the lenient read dropped it.
        let is_coerced = |node: Node<'_>| coercions.get(&CacheKey::of_value(node.id())).is_some();
        let ignored = in_text_order(&ignored).into_iter().map(|(node, _)| node);
        let ignored = ignored.filter(|node| !is_coerced(*node)).take(NOTED);
        ignored.map(path).collect()
    }
}

fn in_text_order<'de>(noted: &AnswerCache<NotedValue<'de>>) -> Vec<NotedValue<'de>> {
    let mut noted = noted.values().to_vec();
    sort_by_key(&mut noted, |(node, _)| node.id());
    noted
}
