//! What is said of a type: pairs of whose it is and what it is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use toolcast::__private::{Faults, Spec, Strict, Text};
use toolcast::schema::SchemaRef;
use toolcast::{Dialect, Provider, Report, ToolDef, lower, render};
use toolcast_tests::zoo::Specimen;

fn name(dialect: &Dialect) -> String {
    let strict = if dialect.strict() { " strict" } else { "" };
    format!("{}{strict}", dialect.provider())
}

/// Tools whose parameters are the type: as most are, and as an author may ask for more.
fn tools(specimen: &Specimen) -> [(&'static str, ToolDef); 3] {
    let plain = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: SchemaRef::new(specimen.schema),
        ..Spec::NEW
    };
    let strict = Spec {
        strict: Strict::On,
        ..plain
    };
    let lossless = Spec {
        lossless: true,
        ..plain
    };
    [("", plain), (" strict", strict), (" lossless", lossless)].map(|(how, spec)| {
        let spec: &'static Spec<'static> = Box::leak(Box::new(spec));
        (how, ToolDef::new(spec))
    })
}

/// Its text in each dialect.
pub(crate) fn texts(specimen: &Specimen) -> Vec<(String, String)> {
    let text = |dialect| match render(specimen.schema, dialect) {
        Ok(text) => text,
        Err(report) => format!("refused\n{}", entries(&report).1),
    };
    Dialect::all()
        .iter()
        .map(|dialect| (name(dialect), text(dialect)))
        .collect()
}

/// A report without its first line, which names the provider, but for what it says of strict mode.
fn entries(report: &Report) -> (bool, String) {
    let text = report.to_string();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    (first.contains(", strict"), rest.to_owned())
}

/// The report of a tool for each provider.
pub(crate) fn reports(specimen: &Specimen) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (how, def) in tools(specimen) {
        for provider in Provider::ALL {
            let report = def.report_for(provider);
            let (strict, entries) = entries(&report);
            if strict || !entries.is_empty() {
                let strict = if strict { "\n  in strict mode" } else { "" };
                all.push((format!("{provider}{how}"), format!("{entries}{strict}")));
            }
        }
    }
    all
}

/// What the compiler says of a tool that is refused: of the tool at its parameter, and where a provider's text is asked for.
pub(crate) fn refusals(specimen: &Specimen) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (how, def) in tools(specimen) {
        let faults = Faults::of(&def);
        if !faults.fails() {
            continue;
        }
        let first = (0..1000)
            .find_map(|place| Some((place, message(|| faults.point(place))?)))
            .map_or(String::new(), |(place, _)| format!(" at parameter {place}"));
        let whole = message(|| faults.point_tool()).unwrap_or_default();
        all.push((format!("the tool{how}{first}"), whole));
        for provider in Provider::ALL {
            let message = message(|| {
                def.schema_for(provider);
            });
            // These tools have no texts: of a provider that takes the tool, no reason is given.
            let message = message.expect("no text");
            if message.contains('\n') {
                all.push((format!("{provider}{how}"), message));
            }
        }
    }
    all
}

/// What the panic says.
fn message(run: impl FnOnce()) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(run)).err()?;
    let text = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    let text = text.expect("a message");
    let mut lines = std::collections::HashSet::new();
    // A name may hold a line break: a whole line has words behind a colon.
    for line in text.lines().filter(|line| line.contains(": ")) {
        assert!(lines.insert(line), "twice in one message: {line}");
    }
    Some(text)
}

/// What each of its values is in each dialect.
pub(crate) fn values(specimen: &Specimen) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for value in (specimen.written)() {
        for dialect in Dialect::all() {
            let low = lower(specimen.schema, dialect, value.clone());
            all.push((name(dialect), format!("{value}\n{low}")));
        }
    }
    all
}
