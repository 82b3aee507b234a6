//! A tool with the claims of its report.

use serde_json::Value;
use toolcast::schema::Schema;
use toolcast::{Dialect, ReportEntry};

pub(crate) struct Claimed<'a> {
    pub(crate) name: &'a str,
    pub(crate) schema: &'a Schema<'a>,
    pub(crate) dialect: &'static Dialect,
    /// The text that loses nothing.
    pub(crate) canonical: &'a Value,
    /// The provider's text.
    pub(crate) spoken: &'a Value,
    pub(crate) entries: &'a [ReportEntry],
}
