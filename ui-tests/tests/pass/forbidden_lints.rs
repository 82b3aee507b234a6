//! Lints that a crate forbids: generated code allows none of them, and rustc reports none in it.

#![forbid(
    dead_code,
    deprecated,
    elided_lifetimes_in_paths,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unsafe_code,
    unused_assignments,
    unused_imports,
    unused_mut,
    unused_qualifications,
    unused_results,
    unused_variables
)]

use serde::de::IgnoredAny;
use toolcast::{Provider, ToolSchema, tool, tools};

#[derive(ToolSchema)]
struct Inner {
    text: String,
}

#[derive(ToolSchema)]
struct Outer {
    #[serde(flatten)]
    inner: Option<Inner>,
}

/// Searches.
#[tool]
fn search(
    query: &str,
    #[cfg(any())] never: u8,
    #[cfg(all())]
    #[tool(default = 2)]
    always: u8,
    #[tool(as = "Outer")] outer: IgnoredAny,
    #[tool(as = "Page<3>")] page: IgnoredAny,
) -> usize {
    let IgnoredAny = outer;
    let IgnoredAny = page;
    query.len() + usize::from(always)
}

/// Waits.
#[tool(description = "Later")]
pub(crate) async fn later(query: String, #[tool(inject)] weather: &Weather) -> usize {
    std::future::ready(query.len() + usize::from(weather.0)).await
}

macro_rules! make {
    ($vis:vis fn $name:ident, $page:ident, $size:ident) => {
        #[derive(ToolSchema)]
        struct $page<const $size: i128> {
            number: u32,
        }

        /// Written by a macro.
        #[tool]
        $vis fn $name(numbers: &[u8], #[tool(default)] text: String) -> usize {
            numbers.len() + text.len()
        }
    };
}

make!(pub(crate) fn count, Page, SIZE);

struct Weather(u8);

#[tools(type = Reports)]
impl Weather {
    /// The forecast.
    #[tool]
    fn forecast(&self, days: Option<u8>) -> u8 {
        days.unwrap_or(self.0)
    }

    /// Today's weather.
    #[cfg(all())]
    #[tool]
    async fn today(&self) -> u8 {
        std::future::ready(self.0).await
    }
}

#[tools]
impl Inner {
    /// Its length.
    #[tool]
    fn length(text: &str) -> usize {
        text.len()
    }
}

fn main() {
    let outer = Outer {
        inner: Some(Inner {
            text: "a".to_owned(),
        }),
    };
    assert_eq!(outer.inner.map(|inner| inner.text).as_deref(), Some("a"));
    assert_eq!(Page::<3> { number: 1 }.number, u32::from(Weather(1).0));
    assert!(search::schema_for(Provider::Mcp).contains("always"));
}
