//! Merges the program's own tools and those of all servers into one set.

use std::sync::Arc;

use super::link::ServerLink;
use super::list::List;
use toolcast::import::{SourceCall, ToolSource};
use toolcast::set::{BuildError, ToolSet};

/// The tools of a server and the settings for calls.
pub(super) struct ServerTools {
    pub(super) link: Arc<ServerLink>,
    pub(super) prefixed: bool,
    pub(super) list: Arc<List>,
}

/// Returns a set with the program's own tools first, then those of the servers in the order they
/// were added.
///
/// # Errors
///
/// Returns an error if two servers have the same name.
pub(super) fn merge(own: &ToolSet, offers: &[ServerTools]) -> Result<ToolSet, BuildError> {
    let mut theirs = ToolSet::builder();
    for offer in offers {
        theirs = theirs.source(source(offer));
    }
    own.merged_with(&theirs.build()?)
}

fn source(offer: &ServerTools) -> ToolSource {
    let (link, list) = (Arc::clone(&offer.link), Arc::clone(&offer.list));
    let call = move |call: SourceCall| {
        let (link, list) = (Arc::clone(&link), Arc::clone(&list));
        async move { link.call(&call, &list).await }
    };
    let tools = offer.list.tools.clone();
    let source = ToolSource::new(&offer.link.server, tools, call).timeout(offer.link.call_timeout);
    if offer.prefixed {
        source.always_prefixed()
    } else {
        source
    }
}

/// The names of a server's tools in the set.
pub(super) fn names(set: &ToolSet, server: &str) -> Vec<String> {
    set.tools()
        .filter(|tool| tool.source() == Some(server))
        .map(|tool| tool.name().to_owned())
        .collect()
}
