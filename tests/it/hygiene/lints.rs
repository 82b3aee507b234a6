//! Under the strictest lints, in a module whose items nobody outside can reach.
#![deny(
    warnings,
    missing_docs,
    unused_qualifications,
    unreachable_pub,
    unsafe_code,
    clippy::pedantic
)]

use serde::Deserialize;
use toolcast::{Provider, Tool, ToolSchema, tool};

/// A struct.
#[derive(Debug, Default, Deserialize, ToolSchema)]
pub(crate) struct Options<'a, T> {
    /// Text
    pub(crate) text: &'a str,
    /// Any
    #[serde(default)]
    pub(crate) any: Vec<T>,
    /// Number
    #[tool(range(0..=10))]
    pub(crate) number: Option<u8>,
}

/// An enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToolSchema)]
pub(crate) enum Mode {
    /// One
    One,
    /// Two
    Two {
        /// Three
        three: u8,
    },
}

/// A tool with a long list.
///
/// # Errors
///
/// Where it has to.
#[tool(read_only)]
pub(crate) fn polite(
    options: Options<'_, u8>,
    mode: Option<Mode>,
    #[tool(default = 4)] times: u8,
) -> Result<u8, String> {
    let Options { text, any, number } = options;
    if any.into_iter().all(|item| item == 0) && text.is_empty() {
        return Err(format!("{mode:?}"));
    }
    Ok(number.unwrap_or(times))
}

/// An async tool.
#[tool(name = "polite_async")]
pub(crate) async fn polite_too(text: String) -> usize {
    std::future::ready(text.len()).await
}

#[test]
fn has_texts() {
    assert!(polite::schema_for(Provider::OpenAi).contains("\"times\""));
    assert_eq!(<polite_too as Tool>::DEF.name(), "polite_async");
    assert_eq!(
        polite(
            Options {
                text: "x",
                ..Options::default()
            },
            Some(Mode::One),
            2
        ),
        Ok(2)
    );
    assert_eq!(
        polite(Options::default(), Some(Mode::Two { three: 3 }), 2),
        Err("Some(Two { three: 3 })".into())
    );
    drop(polite_too(String::new()));
}
