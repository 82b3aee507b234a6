//! A tool without parameters that is made for one provider only.

use toolcast::tool;

/// Build the search index anew.
///
/// # Panics
/// Never; this heading and what follows it are for people who read the source, no model sees them.
#[tool(
    title = "Rebuild the index",
    providers(Mcp),
    destructive = false,
    idempotent
)]
pub(crate) fn rebuild_index() {}
