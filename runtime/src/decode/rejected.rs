//! Faults of a value that the schema may accept, but that is not read.

use super::errors::{Fault, FaultKind};
use super::guided::Session;
use super::path::path;
use super::shown::got_in;
use crate::json_index::Node;

/// The message if the step budget runs out before a value's alternative is found.
pub(crate) const TOO_MANY_WAYS: &str = "there are too many ways to read it; send a simpler value";

/// Adds the fault of a number for a tag, unless a fault of a value around it is known: the schema
/// may accept the list, but serde would read the number as a variant's index.
pub(super) fn add_number<'de>(session: &Session<'de>, tag: Node<'de>, faults: &mut Vec<Fault>) {
    let path = path(session, tag);
    let is_known = |fault: &Fault| {
        (path.strip_prefix(fault.path.as_str()))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    if !faults.iter().any(is_known) {
        let expected = "a string: the name of a variant".to_owned();
        faults.push(Fault::unfit(path, expected, got_in(session, tag)));
    }
}

/// The fault if the step budget runs out.
pub(super) fn too_many_ways<'de>(session: &Session<'de>, path: String, node: Node<'de>) -> Fault {
    let message = TOO_MANY_WAYS.to_owned();
    Fault::new(FaultKind::Rejected, path, message, got_in(session, node))
}
