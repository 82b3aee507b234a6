//! The sections of a snapshot: for each dialect or tool, the lines about a type.

use super::changes::{changes, short};
use super::file::{Line, Said};
use super::rewrites::Closed;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toolcast::__private::{Diagnostics, Spec, Strict, Text};
use toolcast::schema::SchemaRef;
use toolcast::{Dialect, Outcome, Provider, Report, ToolDef, render};
use toolcast_test_support::json::change_each;
use toolcast_test_support::{canonical, name};
use toolcast_tests::zoo::Specimen;

const LOSSLESS: &str = " lossless";

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
    [("", plain), (" strict", strict), (LOSSLESS, lossless)].map(|(how, spec)| {
        let spec: &'static Spec<'static> = Box::leak(Box::new(spec));
        (how, ToolDef::new(spec))
    })
}

/// The whole canonical text, and the differences of the other dialects. The types of the protos are
/// in lower case here, as in JSON Schema.
pub(crate) fn texts(specimen: &Specimen) -> Vec<Said> {
    let canonical = canonical();
    let head = match render(specimen.schema, canonical) {
        Ok(text) => text,
        Err(report) => format!("refused\n{}", entries(&report)),
    };
    let mut old: Option<Value> = serde_json::from_str(&head).ok();
    old.iter_mut().for_each(Value::sort_all_objects);
    // The `refusals` section has the reasons.
    let new = |dialect| {
        let text = render(specimen.schema, dialect).ok()?;
        let mut text = small_types(serde_json::from_str(&text).expect("our text is JSON"));
        // The order must not depend on `serde_json/preserve_order`.
        text.sort_all_objects();
        Some(text)
    };
    let lines = |dialect| match (new(dialect), &old) {
        (Some(new), Some(old)) => changes(old, &new, closes(dialect)),
        (Some(new), None) => vec![Line::bare(&new.to_string())],
        (None, _) => vec![Line::bare("refused")],
    };
    // The laws and the judges cover all types in every dialect.
    let dialects = if is_pair(specimen) {
        &[]
    } else {
        Dialect::all()
    };
    let mut said: Vec<(String, Closed, Vec<Line>, Option<Value>)> = Vec::new();
    for dialect in dialects {
        let (who, new) = (name(dialect), new(dialect));
        if let Some((_, leader)) = SAME.iter().find(|(same, _)| *same == who) {
            let leader = said.iter().find(|(known, ..)| known == leader);
            assert_eq!(
                leader.map(|(.., text)| text),
                Some(&new),
                "{}: {who}",
                specimen.name
            );
        } else if !std::ptr::eq(dialect, canonical) {
            said.push((who, closes(dialect), lines(dialect), new));
        }
    }
    // The lines determine the text: equal lines mean equal texts.
    for (i, (who, closed, lines, text)) in said.iter().enumerate() {
        let same = said[..i]
            .iter()
            .filter(|(_, of, known, _)| (of, known) == (closed, lines));
        for (other, .., of) in same {
            assert_eq!(text, of, "{}: {who} and {other}", specimen.name);
        }
    }
    let lines = said.into_iter().map(|(who, _, lines, _)| (who, lines));
    vec![Said {
        head: format!("{head}\n"),
        lines: lines.collect(),
    }]
}

/// The objects that a dialect closes in most texts. A strict mode requires each to be closed, and
/// some providers have no keyword for it.
fn closes(dialect: &Dialect) -> Closed {
    match dialect.provider() {
        _ if dialect.strict() => Closed::All,
        Provider::Gemini
        | Provider::Mistral
        | Provider::Groq
        | Provider::Ollama
        | Provider::Portable => Closed::None,
        _ => Closed::AsItIs,
    }
}

/// Dialects whose text of every type equals that of another dialect. The snapshots leave them out;
/// the test fails if a type is an exception.
const SAME: [(&str, &str); 4] = [
    ("openai-responses", "openai"),
    ("azure-openai", "openai"),
    ("openai-responses strict", "openai strict"),
    ("bedrock", "anthropic"),
];

/// Types in which two rules meet: snapshots have their canonical text alone.
fn is_pair(specimen: &Specimen) -> bool {
    specimen.name.starts_with("pairs::")
}

/// `"OBJECT"` as `"object"`: the enum of Google's protos by JSON Schema's names.
fn small_types(mut text: Value) -> Value {
    change_each(&mut text, &mut |schema| {
        if let Some(Value::String(kind)) = schema.get_mut("type") {
            *kind = kind.to_lowercase();
        }
    });
    text
}

/// A report without its first line, which names the provider.
fn entries(report: &Report) -> String {
    let text = report.to_string();
    let (_, rest) = text.split_once('\n').unwrap_or_default();
    rest.to_owned()
}

/// The report of a tool for each provider, and in strict mode if that is another.
pub(crate) fn reports(specimen: &Specimen) -> Vec<Said> {
    let mut all: Vec<(String, Vec<Line>)> = Vec::new();
    if is_pair(specimen) {
        return Vec::new();
    }
    let [plain, strict, _] = tools(specimen);
    for &provider in Provider::ALL {
        let lines = |def: &ToolDef, usual: bool| -> Vec<Line> {
            let report = def.report_for(provider);
            let lines = report.entries.iter().map(|entry| Line {
                place: short(&entry.pointer),
                keyword: entry.keyword.clone(),
                words: match (entry.outcome, &*entry.reason) {
                    (Outcome::Described, USUAL) => "Described".to_owned(),
                    (outcome, reason) => format!("{outcome:?}: {reason}"),
                },
            });
            let words = if report.strict {
                "in strict mode"
            } else {
                "not in strict mode"
            };
            let strict = (report.strict != usual).then(|| Line::bare(words));
            lines.chain(strict).collect()
        };
        // Most types have a strict mode if the provider has one.
        let (alone, asked) = match provider {
            Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi => (true, true),
            Provider::Anthropic => (false, true),
            _ => (false, false),
        };
        let (plain, strict) = (lines(&plain.1, alone), lines(&strict.1, asked));
        if strict != plain {
            all.push((format!("{provider} strict"), strict));
        }
        all.push((provider.to_string(), plain));
    }
    let lines_of = |who: &str| {
        let found = all.iter().find(|(known, _)| known == who);
        found.map(|(_, lines)| lines)
    };
    for (who, leader) in SAME_REPORT {
        assert_eq!(lines_of(who), lines_of(leader), "{}: {who}", specimen.name);
    }
    all.retain(|(who, _)| !SAME_REPORT.iter().any(|(same, _)| same == who));
    said(all)
}

/// The reason of most constraints that are in the description.
const USUAL: &str = "no keyword for it here: it is in the description";

/// The same of reports.
const SAME_REPORT: [(&str, &str); 3] = [
    ("openai-responses", "openai"),
    ("openai-responses strict", "openai strict"),
    ("bedrock", "anthropic"),
];

/// Returns no section if there is no line.
fn said(lines: Vec<(String, Vec<Line>)>) -> Vec<Said> {
    if lines.iter().all(|(_, lines)| lines.is_empty()) {
        return Vec::new();
    }
    let head = String::new();
    vec![Said { head, lines }]
}

/// Types with so many faults that the message about their lossless tool is truncated.
const TRUNCATED: [&str; 3] = ["tuples::Mixed", "tuples::Long", "pairs::lengths::Wide"];

/// The compiler's message about each rejected tool, at its parameter, and the providers that reject
/// its text. The faults of a text are among those of the tool.
pub(crate) fn refusals(specimen: &Specimen) -> Vec<Said> {
    let mut all = Vec::new();
    let tools = tools(specimen);
    let plain = tools[0].1;
    // A lossless tool has a text if the report of the same tool has no loss. So it needs no lines.
    let losses = Provider::ALL.iter().copied();
    let losses = losses.filter(|provider| !plain.report_for(*provider).is_lossless());
    let losses: Vec<&str> = losses.map(Provider::name).collect();
    for (how, def) in tools {
        let faults = Diagnostics::of(&def);
        if !faults.fails() {
            assert!(how != LOSSLESS || losses.is_empty(), "{}", specimen.name);
            continue;
        }
        let (first, at_first) = (0..1000)
            .find_map(|place| Some((place, message(|| faults.panic_at(place))?)))
            .map_or_else(Default::default, |(place, message)| {
                (format!(" at parameter {place}"), message)
            });
        let whole = message(|| faults.panic_at_tool()).unwrap_or_default();
        let both = format!("{at_first}\n{whole}");
        let mut refused = Vec::new();
        for &provider in Provider::ALL {
            let message = message(|| {
                def.schema_for(provider);
            });
            // These tools have no text for any provider. If the provider accepts the tool, the
            // message has no reasons.
            let message = message.expect("no text");
            let mut faults = message.lines().skip(1).filter_map(fault).peekable();
            if faults.peek().is_some() {
                refused.push(provider.name());
            }
            for (path, words) in faults {
                assert!(
                    TRUNCATED.contains(&specimen.name)
                        || both
                            .lines()
                            .filter_map(fault)
                            .any(|known| known == (path, words)),
                    "{}{how}: {provider} reports `{path}`: {words}, but the tool doesn't:\n{both}",
                    specimen.name
                );
            }
        }
        if how == LOSSLESS {
            assert_eq!(refused, losses, "{}", specimen.name);
            continue;
        }
        let lines = both.lines().map(|line| Line::bare(line.trim()));
        let mut lines: Vec<Line> = lines.collect();
        lines.push(Line::bare(&format!("no text for {}", refused.join(", "))));
        all.push((format!("the tool{how}{first}"), lines));
    }
    said(all)
}

/// The path and the words of a line "`path` (provider): words".
fn fault(line: &str) -> Option<(&str, &str)> {
    let (place, words) = line.trim().split_once(": ")?;
    Some((place.split(" (").next()?, words))
}

/// Returns the message of the panic.
fn message(run: impl FnOnce()) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(run)).err()?;
    let text = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    let text = text.expect("a message");
    let mut lines = std::collections::HashSet::new();
    // A name may contain a line break; a complete line has text after a colon.
    for line in text.lines().filter(|line| line.contains(": ")) {
        assert!(lines.insert(line), "twice in one message: {line}");
    }
    Some(text)
}
