//! The input of the engines: every type and tool of the zoo, every tool of the tests and of the
//! examples, and with the feature `huge` the types of a thousand fields.

#[path = "../../../../runtime/examples/providers/tools/mod.rs"]
mod example;
#[path = "../../../../integrations/mcp/examples/mcp_server/live.rs"]
mod live;
#[path = "../../../../integrations/mcp/examples/mcp_server/words.rs"]
mod server;

use serde_json::Value;
use std::future::Future;
use std::sync::{Arc, LazyLock};
use toolcast::call::{CallContext, ToolError};
use toolcast::decode::{ArgumentErrors, Fault, FaultKind};
use toolcast::schema::Schema;
use toolcast::{Dialect, Provider, ReportEntry, Tool, ToolDef, from_model, render, to_model};
pub(crate) use toolcast_test_support::name;
use toolcast_test_support::{canonical, reports};
use toolcast_tests::tools;
use toolcast_tests::zoo::tools::{Library, Weather};
use toolcast_tests::zoo::{self, Specimen};

/// A type or a tool.
pub(crate) struct Fed {
    /// Its name in results.
    pub(crate) name: String,
    pub(crate) schema: &'static Schema<'static>,
    what: What,
}

enum What {
    Type(Specimen),
    Tool(&'static ToolDef),
}

/// Returns all inputs.
pub(crate) fn all() -> Vec<Fed> {
    let types = zoo::all().into_iter();
    #[cfg(feature = "huge")]
    let types = types.chain(crate::specimens::all());
    let mut all: Vec<Fed> = types
        .map(|specimen| Fed {
            name: specimen.name.to_owned(),
            schema: specimen.schema,
            what: What::Type(specimen),
        })
        .collect();
    let examples = [
        example::issues::search_issues::DEF,
        example::table::query_table::DEF,
        example::calendar::create_event::DEF,
        example::maintenance::rebuild_index::DEF,
        server::count_words::DEF,
        server::badge::DEF,
        live::switch_tool::DEF,
    ];
    let tools = tools::all().into_iter().map(|tool| ("tools", tool));
    let tools = tools.chain(zoo::tools::all().into_iter().map(|it| ("zoo", it.def)));
    let tools = tools.chain(examples.map(|tool| ("example", tool)));
    all.extend(tools.map(|(place, tool)| Fed {
        name: format!("{place}::{}", tool.name()),
        schema: tool.parameters(),
        what: What::Tool(tool),
    }));
    all
}

/// The values that some tools inject.
struct State {
    database: Arc<example::table::Database>,
    switch: Arc<live::Switch>,
    library: Arc<Library>,
    weather: Arc<Weather>,
}

static STATE: LazyLock<State> = LazyLock::new(|| State {
    database: Arc::new(example::table::Database::sample()),
    switch: Arc::new(live::Switch(Box::new(|_, _| Ok(())))),
    library: Arc::new(Library {
        books: vec!["Dune", "Emma"],
    }),
    weather: Arc::new(Weather { station: "north" }),
});

impl Fed {
    /// Returns the text in the dialect, if there is one: a rejected schema is not sent, and a tool
    /// may be restricted to some providers.
    pub(crate) fn text(&self, dialect: &'static Dialect) -> Option<String> {
        if let What::Tool(tool) = &self.what {
            tool.try_schema_for(dialect.provider())?;
        }
        render(self.schema, dialect).ok()
    }

    /// Reads a model's text as a program does, with our decoder and then serde. The error lists all
    /// problems.
    pub(crate) fn decode(&self, dialect: &'static Dialect, text: &str) -> Result<(), Vec<Problem>> {
        let provider = dialect.provider();
        let said = match &self.what {
            What::Type(specimen) => {
                return (specimen.guided)(dialect, text)
                    .map(drop)
                    .map_err(|errors| faults(&errors));
            }
            What::Tool(tool) => {
                let context = CallContext::new(provider, "", tool.name())
                    .with_state_arc(Arc::clone(&STATE.database))
                    .with_state_arc(Arc::clone(&STATE.switch))
                    .with_state_arc(Arc::clone(&STATE.library))
                    .with_state_arc(Arc::clone(&STATE.weather));
                wait(tool.call_with(context, text))?.err()
            }
        };
        match said {
            None | Some(ToolError::Failed(_)) => Ok(()),
            Some(ToolError::Arguments(errors)) => Err(faults(&errors)),
            Some(error) => Err(vec![Problem::other(error.to_string())]),
        }
    }

    /// Returns the report's entries for this text.
    pub(crate) fn entries(&self, dialect: &'static Dialect) -> Vec<ReportEntry> {
        reports::entries(self.schema, dialect).unwrap_or_default()
    }

    /// Returns the text of the lossless dialect.
    pub(crate) fn canonical_text(&self) -> Result<String, String> {
        render(self.schema, canonical()).map_err(|report| format!("{}: {report}", self.name))
    }

    /// Converts the value to its form in the canonical text.
    pub(crate) fn canonical(&self, dialect: &'static Dialect, value: &Value) -> Value {
        to_model(
            self.schema,
            canonical(),
            from_model(self.schema, dialect, value.clone()),
        )
    }

    /// Checks that `from_model` produces a value that serde reads. Tools have no type to decode
    /// into, so they always pass.
    pub(crate) fn lifts(&self, dialect: &'static Dialect, value: &Value) -> Result<(), String> {
        let What::Type(specimen) = &self.what else {
            return Ok(());
        };
        let lifted = from_model(self.schema, dialect, value.clone());
        (specimen.decode)(&lifted)
            .map_err(|error| format!("read, but not by way of `from_model`: {error}"))
    }

    /// Returns values as serde writes them: the zoo's own, and those that were read, written again.
    pub(crate) fn written(&self, dialect: &'static Dialect, read: &[Value]) -> Vec<Value> {
        let lifted = read
            .iter()
            .map(|value| from_model(self.schema, dialect, value.clone()));
        match &self.what {
            What::Type(specimen) if specimen.symmetric => {
                let mut written = (specimen.written)();
                written.extend(lifted.filter_map(|value| (specimen.rewrite)(&value).ok()));
                written
            }
            What::Type(_) => Vec::new(),
            What::Tool(_) => lifted.collect(),
        }
    }
}

/// Waits for a tool that may sleep. The clock is paused, and advances when every task waits for it.
fn wait<F: Future>(answer: F) -> Result<F::Output, Vec<Problem>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build();
    let runtime = runtime.map_err(|error| vec![Problem::other(error.to_string())])?;
    Ok(runtime.block_on(answer))
}

/// A problem that prevents decoding a value.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) words: String,
    /// Our decoder's fault, if it is one.
    pub(crate) fault: Option<Fault>,
}

impl Problem {
    pub(crate) fn other(words: String) -> Self {
        Problem { words, fault: None }
    }
}

fn faults(errors: &ArgumentErrors) -> Vec<Problem> {
    let problem = |fault: &Fault| {
        let Fault {
            kind,
            path,
            expected,
            got,
            ..
        } = fault;
        // A rejected value has the type's own message.
        let expected = match kind {
            FaultKind::Rejected => expected.clone(),
            _ => format!("expected {expected}"),
        };
        let words = format!("we refuse it: {kind:?} at `{path}`: {expected}, got {got}");
        let fault = Some(fault.clone());
        Problem { words, fault }
    };
    errors.faults.iter().map(problem).collect()
}

/// Returns the dialects whose texts are JSON Schema: all but the protos of Gemini and Vertex.
pub(crate) fn dialects() -> impl Iterator<Item = &'static Dialect> {
    Dialect::all()
        .iter()
        .filter(|dialect| !matches!(dialect.provider(), Provider::Gemini | Provider::Vertex))
}
