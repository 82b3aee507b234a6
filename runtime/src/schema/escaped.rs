//! Text that is known at run time, with its JSON-escaped form.

use std::sync::Arc;

use super::Text;
use crate::json::escape_into;

/// An owned [`Text`]: the raw form, and the escaped form for a JSON string without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EscapedString {
    raw: Arc<str>,
    /// `None` if nothing has to be escaped.
    json: Option<Arc<str>>,
}

impl EscapedString {
    pub(crate) fn new(raw: &str) -> Self {
        let mut json = String::with_capacity(raw.len());
        escape_into(raw, &mut json);
        EscapedString {
            json: (json != raw).then(|| json.into()),
            raw: raw.into(),
        }
    }

    pub(crate) fn raw(&self) -> &Arc<str> {
        &self.raw
    }

    pub(crate) fn text(&self) -> Text<'_> {
        match &self.json {
            Some(json) => Text::new(&self.raw, json),
            None => Text::plain(&self.raw),
        }
    }
}
