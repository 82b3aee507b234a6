//! What is said of a type: pairs of whose it is and what it is.

use super::changes::{changes, short};
use super::file::Said;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toolcast::__private::{Faults, Spec, Strict, Text};
use toolcast::schema::SchemaRef;
use toolcast::{Dialect, Provider, Report, ToolDef, render};
use toolcast_test_support::{canonical, name};
use toolcast_tests::zoo::Specimen;

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

/// The canonical text whole, and where the other dialects differ from it. The types of the protos are in small letters here, as JSON Schema has them.
pub(crate) fn texts(specimen: &Specimen) -> Vec<Said> {
    let canonical = canonical();
    let head = match render(specimen.schema, canonical) {
        Ok(text) => text,
        Err(report) => format!("refused\n{}", entries(&report).1),
    };
    let old: Option<Value> = serde_json::from_str(&head).ok();
    let lines = |dialect| match (render(specimen.schema, dialect), &old) {
        (Ok(text), Some(old)) => {
            let new = serde_json::from_str(&text).expect("our text is JSON");
            changes(old, &small_types(new))
        }
        (Ok(text), None) => vec![text],
        // The section of refusals has the reasons.
        (Err(_), _) => vec!["refused".to_owned()],
    };
    // The laws and the judges see every dialect of all types.
    let dialects = if is_pair(specimen) {
        &[]
    } else {
        Dialect::all()
    };
    let others = dialects
        .iter()
        .filter(|dialect| !std::ptr::eq(*dialect, canonical));
    vec![Said {
        head: format!("{head}\n"),
        lines: others
            .map(|dialect| (name(dialect), lines(dialect)))
            .collect(),
    }]
}

/// Types in which two rules meet: snapshots have their canonical text alone.
fn is_pair(specimen: &Specimen) -> bool {
    specimen.name.starts_with("pairs::")
}

/// `"OBJECT"` as `"object"`: the enum of Google's protos by JSON Schema's names.
fn small_types(text: Value) -> Value {
    match text {
        Value::Array(items) => items.into_iter().map(small_types).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| match value {
                Value::String(kind) if name == "type" => (name, Value::String(kind.to_lowercase())),
                value => (name, small_types(value)),
            })
            .collect(),
        other => other,
    }
}

/// A report without its first line, which names the provider, but for what it says of strict mode.
fn entries(report: &Report) -> (bool, String) {
    let text = report.to_string();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    (first.contains(", strict"), rest.to_owned())
}

/// The report of a tool for each provider, and in strict mode if that is another.
pub(crate) fn reports(specimen: &Specimen) -> Vec<Said> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    if is_pair(specimen) {
        return Vec::new();
    }
    let [plain, strict, _] = tools(specimen);
    for provider in Provider::ALL {
        let lines = |def: &ToolDef| -> Vec<String> {
            let (strict, entries) = entries(&def.report_for(provider));
            let lines = entries.lines().map(|line| {
                let words = line.split_whitespace();
                let words: Vec<String> = words
                    .map(|word| {
                        if word.starts_with('/') {
                            short(word)
                        } else {
                            word.to_owned()
                        }
                    })
                    .collect();
                words.join(" ")
            });
            let strict = strict.then(|| "in strict mode".to_owned());
            lines.chain(strict).collect()
        };
        let (plain, strict) = (lines(&plain.1), lines(&strict.1));
        if strict != plain {
            all.push((format!("{provider} strict"), strict));
        }
        all.push((provider.to_string(), plain));
    }
    said(all)
}

/// Nothing is said if there is no line.
fn said(lines: Vec<(String, Vec<String>)>) -> Vec<Said> {
    if lines.iter().all(|(_, lines)| lines.is_empty()) {
        return Vec::new();
    }
    let head = String::new();
    vec![Said { head, lines }]
}

/// What the compiler says of a tool that is refused, at its parameter; and for which providers its text is refused. The faults that are said of a text are among
/// those of the tool.
pub(crate) fn refusals(specimen: &Specimen) -> Vec<Said> {
    let mut all = Vec::new();
    for (how, def) in tools(specimen) {
        let faults = Faults::of(&def);
        if !faults.fails() {
            continue;
        }
        let (first, at_first) = (0..1000)
            .find_map(|place| Some((place, message(|| faults.point(place))?)))
            .map_or_else(Default::default, |(place, message)| {
                (format!(" at parameter {place}"), message)
            });
        let whole = message(|| faults.point_tool()).unwrap_or_default();
        let both = format!("{at_first}\n{whole}");
        let mut refused = Vec::new();
        for provider in Provider::ALL {
            let message = message(|| {
                def.schema_for(provider);
            });
            // These tools have no texts: of a provider that takes the tool, no reason is given.
            let message = message.expect("no text");
            let mut faults = message.lines().skip(1).filter_map(fault).peekable();
            if faults.peek().is_some() {
                refused.push(provider.name());
            }
            for (path, words) in faults {
                // A message has an end, and so may lack some of them.
                assert!(
                    both.len() > 4000
                        || both
                            .lines()
                            .filter_map(fault)
                            .any(|known| known == (path, words)),
                    "{}{how}: {provider} says `{path}`: {words}, and the tool doesn't:\n{both}",
                    specimen.name
                );
            }
        }
        // A lossless tool is refused for what the report lists.
        let mut lines: Vec<String> = match how {
            " lossless" => Vec::new(),
            _ => both.lines().map(|line| line.trim().to_owned()).collect(),
        };
        lines.push(format!("no text for {}", refused.join(", ")));
        all.push((format!("the tool{how}{first}"), lines));
    }
    said(all)
}

/// The path and the words of a line "`path`, who: words".
fn fault(line: &str) -> Option<(&str, &str)> {
    let (place, words) = line.trim().split_once(": ")?;
    Some((place.split(", ").next()?, words))
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
