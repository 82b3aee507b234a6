//! Every tool, in every form of every provider.

#[cfg(feature = "huge")]
use crate::types::{
    Adjacent, External, Flat, Internal, L01, Lists, Maybes, Names, Sparse, Untagged, Wide,
};
use crate::{examples, live, server};
use serde::Serialize;
use serde_json::value::RawValue;
use toolcast::__private::{Spec, Strict};
#[cfg(feature = "huge")]
use toolcast::ToolSchema;
use toolcast::schema::{Field, Key, Kind, Link, Object, Schema, SchemaRef, Text, UnknownNames};
use toolcast::{Dialect, Outcome, Provider, Tool, ToolDef, ToolSet};
use toolcast_tests::{tools, zoo};

/// A tool, with a name that is unique among the texts.
pub(crate) struct Named {
    name: String,
    /// The author's definition; `None` for types.
    own: Option<&'static ToolDef>,
    spec: Spec<'static>,
}

/// One declaration.
#[derive(Serialize)]
pub(crate) struct Line<'t> {
    tool: &'t str,
    provider: &'static str,
    strict: bool,
    pub(crate) declaration: Option<Box<RawValue>>,
    parameters: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// Returns the tools of the tests, of the zoo and of the examples, and up to two for each type of
/// the zoo: one with a parameter of the type and, if the type is an object, one with its properties
/// as the parameters. The feature `huge` adds the types with a thousand fields.
pub(crate) fn all() -> Vec<Named> {
    let examples = [
        examples::issues::search_issues::DEF,
        examples::table::query_table::DEF,
        examples::calendar::create_event::DEF,
        examples::maintenance::rebuild_index::DEF,
        server::count_words::DEF,
        server::badge::DEF,
        live::switch_tool::DEF,
    ];
    let authored = tools::all().into_iter().map(|def| ("tools", def));
    let authored = authored.chain(zoo::tools::all().into_iter().map(|it| ("zoo", it.def)));
    let authored = authored.chain(examples.map(|def| ("examples", def)));
    let mut all: Vec<Named> = authored
        .map(|(place, def)| Named {
            name: format!("{place}::{}", def.name()),
            own: Some(def),
            spec: Spec {
                name: text(def.name()),
                title: text(def.title().unwrap_or_default()),
                description: text(def.description()),
                params: SchemaRef::new(def.parameters()),
                hints: def.annotations(),
                ..Spec::NEW
            },
        })
        .collect();
    let types = zoo::all().into_iter().map(|it| (it.name, it.schema));
    for (i, (name, schema)) in types.enumerate() {
        add_type(&mut all, name, &format!("zoo_{i}"), schema);
    }
    #[cfg(feature = "huge")]
    for (i, (name, schema)) in huge().into_iter().enumerate() {
        add_type(&mut all, name, &format!("huge_{i}"), schema);
    }
    all
}

fn add_type(all: &mut Vec<Named>, ty: &str, name: &str, schema: &'static Schema<'static>) {
    let mut add = |form: &str, params| {
        all.push(Named {
            name: format!("{ty}, {form}"),
            own: None,
            spec: Spec {
                name: text(&format!("{name}_{form}")),
                description: text("A type of the zoo"),
                params,
                ..Spec::NEW
            },
        });
    };
    let by_reference = SchemaRef::new(schema);
    add("parameter", parameter(by_reference));
    if is_object(schema) {
        add("parameters", by_reference);
    }
}

/// Returns the types with a thousand fields, a thousand variants or sixty levels.
#[cfg(feature = "huge")]
fn huge() -> [(&'static str, &'static Schema<'static>); 11] {
    [
        ("huge::Wide", Wide::SCHEMA.get()),
        ("huge::Sparse", Sparse::SCHEMA.get()),
        ("huge::Names", Names::SCHEMA.get()),
        ("huge::External", External::SCHEMA.get()),
        ("huge::Internal", Internal::SCHEMA.get()),
        ("huge::Adjacent", Adjacent::SCHEMA.get()),
        ("huge::Untagged", Untagged::SCHEMA.get()),
        ("huge::Flat", Flat::SCHEMA.get()),
        ("huge::L01", L01::SCHEMA.get()),
        ("huge::Lists", Lists::SCHEMA.get()),
        ("huge::Maybes", Maybes::SCHEMA.get()),
    ]
}

/// Returns an object with one property of the type.
fn parameter(ty: SchemaRef) -> SchemaRef {
    let key = Key {
        raw: "input",
        member: r#""input":"#,
        facts: 0,
    };
    let fields = Box::leak(Box::new([Field::new(key, Link::Static(ty))]));
    let object = Kind::Object(Object {
        fields,
        unknown_names: UnknownNames::Rejected,
    });
    SchemaRef::new(Box::leak(Box::new(Schema::of(object))))
}

fn is_object(schema: &Schema<'_>) -> bool {
    match &schema.kind {
        Kind::Object(_) => true,
        Kind::Newtype(newtype) => match &newtype.ty {
            Link::Static(inner) => is_object(inner.get()),
            Link::Borrowed(inner) => is_object(inner),
            Link::ByName(_) => false,
        },
        _ => false,
    }
}

/// Leaks the text, which is fine in a short-lived program.
fn text(raw: &str) -> Text<'static> {
    let json = serde_json::to_string(raw).expect("a string is JSON");
    let json: &str = Box::leak(json.into_boxed_str());
    Text::new(
        Box::leak(raw.to_owned().into_boxed_str()),
        &json[1..json.len() - 1],
    )
}

/// Returns a tool's declarations: for each provider without strict mode, and with it if the
/// provider supports it.
pub(crate) fn lines(tool: &Named) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for &provider in Provider::ALL {
        let mut forms = Vec::new();
        for strict in [false, true] {
            if Dialect::of(provider, strict).is_none() {
                continue;
            }
            let text = declare(tool, provider, strict);
            lines.push(line(tool, provider, strict, text.clone()));
            forms.push(text);
        }
        // The const text equals one of the two, unless its author used an attribute that the spec
        // of `tool` leaves out.
        if let Some(own) = tool.own
            && let Some(text) = own.try_schema_for(provider)
            && !forms.iter().any(|form| form.as_deref() == Ok(text))
        {
            let strict = own.is_strict_for(provider);
            lines.retain(|line| line.provider != provider.name() || line.strict != strict);
            lines.push(line(tool, provider, strict, Ok(text.to_owned())));
        }
    }
    lines
}

fn line(tool: &Named, provider: Provider, strict: bool, text: Result<String, String>) -> Line<'_> {
    let (declaration, refused) = match text {
        Ok(text) => (Some(raw(&text)), None),
        Err(reason) => (None, Some(reason)),
    };
    Line {
        tool: &tool.name,
        provider: provider.name(),
        strict,
        parameters: declaration
            .as_ref()
            .and_then(|declaration| parameters(provider, declaration)),
        declaration,
        refused,
    }
}

/// Returns the declaration of the tool in a set.
fn declare(tool: &Named, provider: Provider, strict: bool) -> Result<String, String> {
    let spec = Spec {
        strict: if strict {
            Strict::For(provider.bit())
        } else {
            Strict::Off
        },
        ..tool.spec
    };
    let def = Box::leak(Box::new(ToolDef::new(Box::leak(Box::new(spec)))));
    let set = ToolSet::builder()
        .tool_def(def)
        .build()
        .map_err(|error| error.to_string())?;
    let info = set.tools().next().ok_or("the set is empty")?;
    if let Some(text) = info.schema_for(provider) {
        return Ok(text.to_owned());
    }
    let report = info.report_for(provider);
    let reasons: Vec<&str> = report
        .entries
        .iter()
        .filter(|entry| entry.outcome == Outcome::Rejected)
        .map(|entry| entry.reason.as_str())
        .collect();
    Err(reasons.join("; "))
}

/// Returns the schema within a declaration.
fn parameters(provider: Provider, declaration: &RawValue) -> Option<Box<RawValue>> {
    let path: &[&str] = match provider {
        Provider::OpenAiResponses | Provider::Gemini | Provider::Vertex => &["parameters"],
        Provider::Anthropic => &["input_schema"],
        Provider::GeminiJsonSchema => &["parametersJsonSchema"],
        Provider::Bedrock => &["toolSpec", "inputSchema", "json"],
        Provider::Mcp => &["inputSchema"],
        Provider::JsonSchema => &[],
        _ => &["function", "parameters"],
    };
    let mut at = declaration.to_owned();
    for key in path {
        let members: std::collections::HashMap<String, Box<RawValue>> =
            serde_json::from_str(at.get()).expect("a declaration is an object");
        at = members.get(*key)?.clone();
    }
    Some(at)
}

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).expect("a declaration is JSON")
}
