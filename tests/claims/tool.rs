//! A tool with what its report claims.

use serde_json::Value;
use toolcast::__private::{Spec, Strict, Text};
use toolcast::schema::{Schema, SchemaRef};
use toolcast::{Dialect, Provider, ReportEntry, ToolDef};

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

/// The report of a tool whose parameters are the schema, in that dialect; `None` if no tool is written in it.
pub(crate) fn entries(
    schema: &'static Schema<'static>,
    dialect: &'static Dialect,
) -> Option<Vec<ReportEntry>> {
    let strict = match (dialect.strict(), dialect.provider()) {
        (false, _) => Strict::Off,
        (true, provider @ (Provider::Bedrock | Provider::DeepSeek)) => Strict::For(provider.bit()),
        (true, _) => Strict::On,
    };
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: SchemaRef::new(schema),
        strict,
        ..Spec::NEW
    };
    let spec: &'static Spec<'static> = Box::leak(Box::new(spec));
    let report = ToolDef::new(spec).report_for(dialect.provider());
    (report.strict == dialect.strict()).then_some(report.entries)
}
