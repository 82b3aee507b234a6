//! A value in a fault, unless it may hold a secret.

use super::guided::Session;
use super::path::got;
use super::within::has_secret;
use crate::json_index::Node;
use crate::schema::{Rules, Schema};
use crate::shape::Frame;

/// The words for a value that holds a secret.
pub(super) const NOT_SHOWN: &str = "a value that is not shown";

/// Formats a value of a schema for an error, as [`got`] does. A value is not shown if it may hold a
/// secret: the schema has one, or the value has other values inside and one is somewhere in the
/// arguments.
pub(super) fn got_of<'de>(
    session: &Session<'de>,
    schema: &'de Schema<'de>,
    rules: &[&Rules<'_>],
    up: &Frame<'_, 'de>,
    node: Node<'de>,
) -> String {
    if has_secret(schema, rules, up) {
        NOT_SHOWN.to_owned()
    } else {
        got_in(session, node)
    }
}

/// Formats a value for an error, as [`got`] does, or says that it is not shown.
pub(super) fn got_in<'de>(session: &Session<'de>, node: Node<'de>) -> String {
    if may_hold_secret(session, node) {
        NOT_SHOWN.to_owned()
    } else {
        got(node)
    }
}

/// Returns true if a value has others inside, and a secret is somewhere in the arguments.
pub(super) fn may_hold_secret<'de>(session: &Session<'de>, node: Node<'de>) -> bool {
    let text = node.as_str().map(str::trim_start);
    let has_inner = node.is_object()
        || node.is_array()
        || text.is_some_and(|text| text.starts_with(['{', '[', '"']));
    has_inner && session.has_secret()
}

/// Formats a value under an unknown name for an error. If a secret is somewhere in the arguments,
/// the value is not shown: the name may be meant for the secret's.
pub(super) fn got_unknown<'de>(session: &Session<'de>, node: Node<'de>) -> String {
    if session.has_secret() {
        NOT_SHOWN.to_owned()
    } else {
        got(node)
    }
}
