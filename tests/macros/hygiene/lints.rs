//! Generated code under the strictest lints, in a module whose items are unreachable from outside.
#![deny(
    warnings,
    missing_docs,
    unused_qualifications,
    unreachable_pub,
    unsafe_code,
    clippy::pedantic
)]

use serde::Deserialize;
use toolcast::call::{CallContext, Content};
use toolcast::{Provider, Tool, ToolSchema, Tools, tool, tools, toolset};

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
/// If all numbers are zero and the text is empty.
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

/// A deprecated tool.
#[deprecated]
#[tool]
#[must_use]
pub(crate) fn old(#[tool(inject)] client: &Client, number: Option<u8>) -> bool {
    number == Some(client.0)
}

/// State of the caller.
#[derive(Debug)]
pub(crate) struct Client(pub(crate) u8);

#[tools]
impl Client {
    /// A method.
    #[tool]
    pub(crate) fn method(&self, times: &[u8]) -> usize {
        times.len() + usize::from(self.0)
    }

    /// A method that waits.
    #[tool(timeout = 5)]
    pub(crate) async fn waiting(&self, mode: Option<&Mode>) -> Option<u8> {
        std::future::ready(mode).await.map(|_| self.0)
    }
}

#[test]
fn tools_under_strict_lints_are_called() {
    let context = CallContext::new(Provider::Mcp, "", "").with_state(Client(2));
    let reply = Client::tool_def("method").call_with(context.clone(), r#"{"times":[1]}"#);
    assert_eq!(
        reply
            .now_or_never()
            .expect("no waiting")
            .expect("an answer")
            .content,
        [Content::Json("3".into())]
    );
    assert_eq!(Client::TOOLS.len(), 2);
    let reply = old::call_with(context, r#"{"number":2}"#).now_or_never();
    assert_eq!(
        reply.expect("no waiting").expect("an answer").content,
        [Content::Json("true".into())]
    );
    assert_eq!(toolset![polite, polite_too].build().unwrap().len(), 2);
}

#[test]
fn tools_under_strict_lints_have_texts() {
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

/// Deprecated types, named by a type, a function and a block that allow it.
mod deprecated {
    use serde::Deserialize;
    use toolcast::{ToolSchema, Tools, tool, tools};

    /// A deprecated type.
    #[deprecated]
    #[derive(Deserialize, ToolSchema)]
    pub(super) struct Old {
        /// Text
        pub(super) text: String,
    }

    /// A type with one.
    #[allow(deprecated)] // The test is that this suffices.
    #[derive(Deserialize, ToolSchema)]
    pub(super) struct New {
        /// Old
        pub(super) old: Old,
    }

    /// A function with both.
    #[allow(deprecated)] // The test is that this suffices.
    #[tool]
    pub(super) fn join(old: Old, new: New) -> String {
        let New { old: other } = new;
        old.text + &other.text
    }

    #[expect(deprecated)] // The test is that this suffices.
    #[tools]
    impl Old {
        /// Its length.
        #[tool]
        pub(super) fn length(old: &Old) -> usize {
            old.text.len()
        }
    }

    /// One of both.
    #[derive(Deserialize, ToolSchema)]
    pub(super) enum Either {
        /// A deprecated one.
        #[allow(deprecated)] // The test is that this suffices.
        Old(Old),
        /// A number.
        New(u8),
    }

    /// A deprecated function with a deprecated type.
    #[allow(deprecated)] // It has a deprecated type.
    #[deprecated]
    #[tool]
    pub(super) fn take(old: Old) -> String {
        old.text
    }

    /// A function with a type that contains one.
    #[tool]
    pub(super) fn number(either: Either) -> u8 {
        match either {
            Either::Old(old) => u8::from(size_of_val(&old) > 0),
            Either::New(number) => number,
        }
    }

    /// The number of tools.
    #[allow(deprecated)] // The type is named.
    pub(super) fn count() -> usize {
        Old::TOOLS.len()
    }
}

#[test]
fn deprecated_types_are_usable_where_that_is_allowed() {
    let sent = r#"{"old":{"text":"a"},"new":{"old":{"text":"b"}}}"#;
    let reply = deprecated::join::call(Provider::Mcp, sent).now_or_never();
    let answer = reply.expect("no waiting").expect("an answer");
    assert_eq!(answer.content, [Content::Text("ab".to_owned())]);
    assert_eq!(deprecated::count(), 1);
    let sent = r#"{"old":{"text":"a"}}"#;
    let reply = deprecated::take::call(Provider::Mcp, sent).now_or_never();
    let answer = reply.expect("no waiting").expect("an answer");
    assert_eq!(answer.content, [Content::Text("a".to_owned())]);
    let sent = r#"{"either":{"New":2}}"#;
    let reply = deprecated::number::call(Provider::Mcp, sent).now_or_never();
    let answer = reply.expect("no waiting").expect("an answer");
    assert_eq!(answer.content, [Content::Json("2".into())]);
}
