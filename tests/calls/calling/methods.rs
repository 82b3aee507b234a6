//! Methods as tools.

use super::text;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;
use toolcast::call::{CallContext, Requirements};
use toolcast::{Provider, ToolDef, ToolSchema, Tools, tools};

/// A weather station.
struct Weather {
    station: String,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Place {
    name: String,
}

#[tools]
impl Weather {
    const DAYS: u8 = 3;

    fn plain(&self) -> usize {
        self.station.len()
    }

    /// The forecast.
    #[tool(read_only, timeout = 5)]
    async fn forecast(&self, city: &str, #[tool(default = Self::DAYS)] days: u8) -> String {
        std::future::ready(()).await;
        format!("{city} {days} {} {}", self.station, self.plain())
    }

    /// All of them.
    #[tool(name = "all-units")]
    pub(crate) fn units(#[tool(default = 2)] most: usize) -> Vec<&'static str> {
        ["celsius", "fahrenheit", "kelvin"][..most].to_vec()
    }

    #[tool]
    fn shared(self: Arc<Self>, place: &Place, #[tool(inject)] provider: Provider) -> String {
        format!("{} {} {provider}", self.station, place.name)
    }

    #[cfg(any())]
    #[tool]
    fn never(&self, value: Unheard) {}

    #[tool]
    fn r#match(self: &Self, #[cfg(any())] a: Unheard, #[cfg(not(any()))] b: u8) -> u8 {
        b
    }
}

#[tools]
impl Place {
    /// A type may be a parameter of its own methods.
    #[tool]
    fn join(first: Self, others: Vec<Self>, last: Option<&Self>) -> String {
        let mut all = first.name;
        for other in others.iter().chain(last) {
            all += &other.name;
        }
        all
    }
}

struct Store<T>(T);

#[tools]
impl<T> Store<T>
where
    T: Display + Send + Sync,
{
    #[tool]
    fn show(&self, times: usize) -> String {
        self.0.to_string().repeat(times)
    }

    #[tool]
    async fn compare(&self, #[tool(inject)] other: &Store<T>) -> bool {
        std::future::ready(self.0.to_string() == other.0.to_string()).await
    }
}

struct Ring<const N: usize>;

#[tools]
impl<const N: usize> Ring<N> {
    #[tool]
    fn size() -> usize {
        N
    }

    /// A default that no schema shows is made in the block.
    #[tool]
    fn turn(
        #[tool(default = Self::size())] by: usize,
        #[tool(default = limits::N)] at_most: usize,
    ) -> usize {
        by.min(at_most)
    }
}

mod limits {
    pub(super) const N: usize = 9;
}

#[derive(serde::Serialize, ToolSchema)]
struct Named;

#[tools]
impl Named {
    const NAME: &'static str = "by-const";
    const TEXT: &'static str = "What a const says.";
    const LIMIT: Duration = Duration::from_secs(3);

    #[tool(name = Self::NAME, title = Self::TEXT, description = Self::TEXT, blocking, timeout = Self::LIMIT)]
    fn named(#[tool(description = Self::TEXT)] _value: u8) {}

    #[tool(output = "Vec<Self>")]
    fn all() -> Result<Vec<Self>, String> {
        Ok(Vec::new())
    }
}

const FORECAST: &ToolDef = Weather::tool_def("forecast");

fn context() -> CallContext {
    CallContext::new(Provider::Mcp, "call_1", "")
        .with_state(Weather {
            station: "Kiel".to_owned(),
        })
        .with_state(Store("ab".to_owned()))
}

#[test]
fn all_tools_are_listed_in_order() {
    let names: Vec<_> = Weather::TOOLS.iter().map(ToolDef::name).collect();
    assert_eq!(names, ["forecast", "all-units", "shared", "match"]);
    assert_eq!(FORECAST.description(), "The forecast.");
    assert_eq!(FORECAST.annotations().read_only, Some(true));
    assert!(FORECAST.timeout().is_some());
    assert!(
        FORECAST
            .schema_for(Provider::Mcp)
            .contains(r#""default":3"#)
    );
}

#[test]
fn methods_are_called_on_the_value_in_the_state() {
    assert_eq!(
        text(
            FORECAST
                .call_with(context(), r#"{"city":"Rome"}"#)
                .now_or_never()
        ),
        "Rome 3 Kiel 4"
    );
    assert_eq!(
        text(
            Weather::tool_def("all-units")
                .call_with(context(), "{}")
                .now_or_never()
        ),
        r#"["celsius","fahrenheit"]"#
    );
    assert_eq!(
        text(
            Weather::tool_def("shared")
                .call_with(context(), r#"{"place":{"name":"p"}}"#)
                .now_or_never()
        ),
        "Kiel p mcp"
    );
    assert_eq!(
        text(
            Weather::tool_def("match")
                .call_with(context(), r#"{"b":8}"#)
                .now_or_never()
        ),
        "8"
    );
}

#[test]
fn only_methods_with_self_need_the_value() {
    let mut needs = Requirements::default();
    Weather::tool_def("all-units").needs(&mut needs);
    assert_eq!(format!("{needs:?}"), "Requirements([])");
    FORECAST.needs(&mut needs);
    assert!(format!("{needs:?}").contains("Weather"));
}

#[test]
fn a_tool_with_parameters_of_its_own_type_reads_them() {
    let arguments =
        r#"{"first":{"name":"a"},"others":[{"name":"b"},{"name":"c"}],"last":{"name":"d"}}"#;
    assert_eq!(
        text(
            Place::tool_def("join")
                .call_with(context(), arguments)
                .now_or_never()
        ),
        "abcd"
    );
}

#[test]
fn generic_blocks_have_tools() {
    let show = Store::<String>::tool_def("show");
    assert_eq!(
        text(show.call_with(context(), r#"{"times":2}"#).now_or_never()),
        "abab"
    );
    let compare = Store::<String>::tool_def("compare");
    assert_eq!(
        text(compare.call_with(context(), "{}").now_or_never()),
        "true"
    );
    assert_eq!(
        text(
            Ring::<5>::tool_def("size")
                .call_with(context(), "{}")
                .now_or_never()
        ),
        "5"
    );
}

#[test]
fn a_blocks_consts_are_a_tools_values() {
    let tool = Named::tool_def("by-const");
    assert_eq!(tool.title(), Some("What a const says."));
    assert_eq!(tool.description(), "What a const says.");
    assert_eq!(tool.timeout(), Some(Duration::from_secs(3)));
    let all = Named::tool_def("all").schema_for(Provider::Mcp);
    assert!(all.contains(r#""items":{"type":"null"}"#), "{all}");
    let turn = Ring::<5>::tool_def("turn");
    assert_eq!(text(turn.call_with(context(), "{}").now_or_never()), "5");
    assert!(turn.schema_for(Provider::Mcp).contains(r#""default":9"#));
}

#[test]
#[should_panic(expected = "unknown tool `forcast`; the type has `forecast`, `all-units`")]
fn an_unknown_name_panics_with_the_known_names() {
    let _ = Weather::tool_def("forcast");
}

struct Pantry(u8);

#[tools]
impl Pantry {
    /// Reads.
    #[tool]
    fn read(&self) -> u8 {
        self.0
    }
}

#[tools(type = PantryAdmin)]
impl Pantry {
    const LEAST: u8 = 3;

    /// Adds.
    #[tool]
    fn add(&self, #[tool(default = Self::LEAST)] value: u8) -> u8 {
        self.0 + value
    }

    /// Returns the greatest number of days.
    #[tool]
    fn most() -> u8 {
        u8::MAX
    }
}

#[test]
fn a_second_block_has_its_own_list_of_tools() {
    const ADD: &ToolDef = PantryAdmin::tool_def("add");
    let names = |tools: &[ToolDef]| tools.iter().map(ToolDef::name).collect::<Vec<_>>();
    assert_eq!(names(Pantry::TOOLS), ["read"]);
    assert_eq!(names(PantryAdmin::TOOLS), ["add", "most"]);
    let context = CallContext::new(Provider::Mcp, "call_1", "add").with_state(Pantry(4));
    assert_eq!(text(ADD.call_with(context, "{}").now_or_never()), "7");
}

#[test]
fn tools_of_a_shared_value_are_called_on_that_value() {
    let weather = Arc::new(Weather {
        station: "Oslo".into(),
    });
    let set = toolcast::ToolSet::builder()
        .tools_arc(Arc::clone(&weather))
        .build();
    let set = set.expect("a set");
    assert!(set.names().any(|name| name == "forecast"));
    assert!(Arc::strong_count(&weather) > 1);
}

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    name: String,
}

#[derive(serde::Deserialize)]
struct Filters(Vec<Filter>);

#[tools]
impl Filter {
    #[tool]
    fn first(#[tool(as = "Vec<Self>")] filters: Filters) -> String {
        filters
            .0
            .into_iter()
            .map(|it| it.name)
            .next()
            .unwrap_or_default()
    }
}

#[test]
fn self_in_the_text_of_a_parameters_type_is_the_blocks_type() {
    let first = Filter::tool_def("first");
    let schema = first.schema_for(Provider::Mcp);
    assert!(
        schema.contains(r#""items":{"type":"object","properties":{"name""#),
        "{schema}"
    );
    let sent = r#"{"filters":[{"name":"a"},{"name":"b"}]}"#;
    assert_eq!(text(first.call(Provider::Mcp, sent).now_or_never()), "a");
}
