//! Injected parameters, which no model sees, and methods.

use std::sync::Arc;
use toolcast::call::{CallContext, CancellationToken};
use toolcast::{Provider, ToolDef, Tools, tool, tools};

/// State of the caller; the test gives one.
#[derive(Debug, PartialEq)]
pub struct Library {
    /// Their titles.
    pub books: Vec<&'static str>,
}

/// Looks for books.
#[tool]
pub fn find_books(
    title: &str,
    #[tool(inject)] library: &Library,
    #[tool(inject)] again: Arc<Library>,
) -> String {
    let found = library.books.iter().filter(|book| book.contains(title));
    format!("{:?} of {}", found.collect::<Vec<_>>(), again.books.len())
}

/// Does without.
#[tool]
pub fn may_have(#[tool(inject)] number: Option<&u128>, x: u8) -> String {
    format!("{number:?} {x}")
}

/// Knows of its call.
#[tool]
pub fn knows(
    #[tool(inject)] provider: Provider,
    #[tool(inject)] cancellation: &CancellationToken,
    #[tool(inject)] context: &CallContext,
) -> String {
    let same = context.provider() == provider;
    format!("{} {same} {}", context.id(), cancellation.is_cancelled())
}

/// Methods as tools.
#[derive(Debug)]
pub struct Weather {
    /// The measuring station.
    pub station: &'static str,
}

#[tools]
impl Weather {
    /// The forecast for a place.
    #[tool(read_only)]
    fn forecast(&self, city: &str, #[tool(default = 3)] days: u8) -> String {
        format!("{days} days of rain in {city}, says {}", self.station)
    }

    /// All units.
    #[tool(name = "units")]
    fn all_units() -> Vec<&'static str> {
        vec!["celsius"]
    }

    /// Waits for the sun.
    #[tool]
    async fn wait(self: Arc<Self>, hours: u8) -> String {
        format!("{} waited for {hours} h", self.station)
    }
}

const FORECAST: &ToolDef = Weather::tool_def("forecast");

/// The methods, listed after the functions.
fn methods() -> Vec<super::ToolSpecimen> {
    let purposes = [
        "A method with `&self` and a default",
        "A function of a type, under another name",
        "An `async` method that owns its value",
    ];
    let calls: [&'static [_]; 3] = [
        &[(
            r#"{"city": "Rome"}"#,
            Ok("3 days of rain in Rome, says north"),
        )],
        &[("{}", Ok(r#"["celsius"]"#))],
        &[(r#"{"hours": 2}"#, Ok("north waited for 2 h"))],
    ];
    assert_eq!(Weather::TOOLS[0].name(), FORECAST.name());
    let tools = Weather::TOOLS.iter().zip(purposes).zip(calls);
    tools
        .map(|((def, purpose), calls)| super::ToolSpecimen {
            purpose,
            def,
            calls,
        })
        .collect()
}

mod functions {
    use super::{find_books, knows, may_have};

    crate::zoo::tools::tools! {
        /// State by reference and shared
        find_books = [r#"{"title": "Em"}"# => "[\"Emma\"] of 2"];
        /// State that the program may lack
        may_have = [r#"{"x": 1}"# => "None 1"];
        /// The context of a call
        knows = ["{}" => "call_1 true false"];
    }

    pub(super) fn list() -> Vec<crate::zoo::tools::ToolSpecimen> {
        all()
    }
}

/// The tools of this module.
pub(super) fn all() -> Vec<super::ToolSpecimen> {
    [functions::list(), methods()].concat()
}
