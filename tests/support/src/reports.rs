//! The reports of tools that are built for a test.

use toolcast::__private::{Spec, Strict, Text};
use toolcast::schema::{Schema, SchemaRef};
use toolcast::{Dialect, Provider, ReportEntry, ToolDef};

/// Returns the report of a tool with these parameters in that dialect; `None` if the dialect has no
/// tools.
pub fn entries(
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
