//! The error of a function as the source of the call's error.

use futures_executor::block_on;
use std::error::Error;
use std::fmt;
use std::num::ParseIntError;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use toolcast::call::{Content, Reply, ToolCall, ToolError, ToolResult};
use toolcast::set::{CallObserver, DynamicTool, ToolSet, ToolSetBuilder};
use toolcast::{Provider, tool, toolset};

/// An error of Rust.
#[derive(Debug, PartialEq)]
struct NotFound(u8);

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no item {} at hunter2", self.0)
    }
}

impl Error for NotFound {}

/// A text, which is not an error of Rust.
struct Words(&'static str);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// An error that borrows the arguments.
#[derive(Debug)]
struct Borrows<'a>(&'a str);

impl fmt::Display for Borrows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad: {}", self.0)
    }
}

impl Error for Borrows<'_> {}

/// An error like that of `anyhow` and `eyre`: it points to an error and is none itself.
struct Report(Box<dyn Error + Send + Sync>);

impl<E: Error + Send + Sync + 'static> From<E> for Report {
    fn from(error: E) -> Self {
        Report(error.into())
    }
}

impl Deref for Report {
    type Target = dyn Error + Send + Sync;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "report: {}", self.0)
    }
}

mod report {
    pub(super) type Result<T> = std::result::Result<T, super::Report>;
}

type Boxed = Box<dyn Error + Send + Sync>;

#[tool]
fn plain() -> Result<u8, NotFound> {
    Err(NotFound(1))
}

#[tool]
async fn later() -> Result<u8, NotFound> {
    std::future::ready(Err(NotFound(2))).await
}

#[tool(blocking)]
fn blocking() -> Result<u8, NotFound> {
    Err(NotFound(3))
}

#[tool]
fn boxed() -> Result<u8, Boxed> {
    Err(NotFound(4))?
}

#[tool]
fn reported(name: &str) -> report::Result<&str> {
    if name.is_empty() {
        Err(NotFound(5))?
    } else {
        Ok(name)
    }
}

#[tool]
fn future() -> impl Future<Output = Result<u8, ParseIntError>> {
    std::future::ready("x".parse())
}

#[tool]
fn text() -> Result<u8, String> {
    Err("a text".to_owned())
}

#[tool]
fn literal() -> Result<u8, &'static str> {
    Err("a literal")
}

#[tool]
fn words() -> Result<u8, Words> {
    Err(Words("words"))
}

#[tool]
fn borrows(name: &str) -> Result<u8, Borrows<'_>> {
    Err(Borrows(name))
}

#[tool]
fn opaque(name: &str) -> Result<u8, impl Error + Send + Sync> {
    Err::<u8, _>(Borrows(name))
}

#[tool]
fn on_one_thread() -> Result<u8, Box<dyn Error>> {
    Err(NotFound(6))?
}

#[tool]
fn wrapped() -> report::Result<u8> {
    Err(ToolError::Cancelled)?
}

type Alias<'a> = Result<&'a str, ToolError>;

#[tool]
fn own(name: &str) -> Alias<'_> {
    Err(match name {
        "" => ToolError::Cancelled,
        name => ToolError::Failed(name.into()),
    })
}

fn error(reply: Option<Reply>) -> ToolError {
    reply.expect("no waiting").expect_err("it fails")
}

fn number(error: &ToolError) -> Option<u8> {
    let source = error.source()?.downcast_ref::<NotFound>()?;
    Some(source.0)
}

#[test]
fn an_error_of_rust_is_the_source_of_the_calls_error() {
    let found = error(plain::call(Provider::OpenAi, "{}").now_or_never());
    assert_eq!(number(&found), Some(1));
    assert_eq!(found.to_string(), "no item 1 at hunter2");
    let found = error(later::call(Provider::OpenAi, "{}").now_or_never());
    assert_eq!(number(&found), Some(2));
    let found = error(future::call(Provider::OpenAi, "{}").now_or_never());
    assert!(found.source().expect("a source").is::<ParseIntError>());
}

#[test]
fn an_error_in_a_box_or_a_report_is_the_source_itself() {
    let found = error(boxed::call(Provider::OpenAi, "{}").now_or_never());
    assert_eq!(number(&found), Some(4));
    let found = error(reported::call(Provider::OpenAi, r#"{"name":""}"#).now_or_never());
    assert_eq!(number(&found), Some(5));
    assert_eq!(found.to_string(), "report: no item 5 at hunter2");
}

#[test]
fn an_error_that_is_a_text_or_may_borrow_has_no_source() {
    for (reply, text) in [
        (text::call(Provider::OpenAi, "{}"), "a text"),
        (literal::call(Provider::OpenAi, "{}"), "a literal"),
        (words::call(Provider::OpenAi, "{}"), "words"),
        (borrows::call(Provider::OpenAi, r#"{"name":"x"}"#), "bad: x"),
        (opaque::call(Provider::OpenAi, r#"{"name":"x"}"#), "bad: x"),
        (
            on_one_thread::call(Provider::OpenAi, "{}"),
            "no item 6 at hunter2",
        ),
    ] {
        let found = error(reply.now_or_never());
        assert_eq!(found, ToolError::Failed(text.into()));
        assert!(found.source().is_none(), "{text}");
    }
}

#[test]
fn an_error_of_a_call_in_a_report_or_an_alias_stays_what_it_is() {
    let found = error(wrapped::call(Provider::OpenAi, "{}").now_or_never());
    assert_eq!(found, ToolError::Cancelled);
    let found = error(own::call(Provider::OpenAi, r#"{"name":""}"#).now_or_never());
    assert_eq!(found, ToolError::Cancelled);
    let found = error(own::call(Provider::OpenAi, r#"{"name":"x"}"#).now_or_never());
    assert_eq!(found, ToolError::Failed("x".into()));
    assert_eq!(
        ToolError::from_error(ToolError::Cancelled),
        ToolError::Cancelled
    );
}

/// The numbers of the sources that a program sees.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<SeenSource>>>);

/// The place that saw the error, and the number of its source.
type SeenSource = (&'static str, Option<u8>);

impl Seen {
    fn add(&self, place: &'static str, error: &ToolError) {
        let mut seen = self.0.lock().expect("no panic holds it");
        seen.push((place, number(error)));
    }
}

impl CallObserver for Seen {
    fn on_end(&self, result: &ToolResult, _: Provider) {
        self.add("observer", result.error.as_ref().expect("an error"));
    }
}

#[test]
fn hooks_and_results_of_a_set_have_the_source_and_texts_have_no_secret() {
    let seen = Seen::default();
    let (text, stop) = (seen.clone(), seen.clone());
    let tools = toolset![plain, blocking]
        .redact("hunter2")
        .observer(seen.clone())
        .on_error(move |error, _| {
            text.add("on_error", error);
            error.to_string()
        })
        .stop_on_error(move |error, _| {
            stop.add("stop_on_error", error);
            false
        })
        .build()
        .expect("no state is missing");
    for (name, own) in [("plain", 1), ("blocking", 3)] {
        let call = ToolCall::new("1", name, "{}");
        let result = block_on(tools.call(Provider::OpenAi, call));
        let text = format!("no item {own} at [redacted]");
        assert_eq!(result.content, [Content::Text(text.clone())]);
        let error = result.error.as_ref().expect("an error");
        assert_eq!((error.to_string(), number(error)), (text, Some(own)));
        // Logs have no secret either.
        assert!(!format!("{result:?}").contains("hunter2"), "{result:?}");
        let places = ["on_error", "stop_on_error", "observer"];
        let all = std::mem::take(&mut *seen.0.lock().expect("no panic holds it"));
        assert_eq!(all, places.map(|place| (place, Some(own))));
    }
}

fn found(number: u8) -> Result<u8, NotFound> {
    (number == 0).then_some(0).ok_or(NotFound(number))
}

#[test]
fn a_closure_keeps_the_source_of_a_box_and_of_from_error() {
    let fails = [
        DynamicTool::new("boxed", "", |(), _| Err::<u8, Boxed>(NotFound(1).into())),
        DynamicTool::new("converted", "", |(), _| {
            found(2).map_err(ToolError::from_error)
        }),
        DynamicTool::new_async("later", "", |(), _| async {
            Err::<u8, _>(ToolError::from_error(Boxed::from(NotFound(3))))
        }),
        DynamicTool::new("plain", "", |(), _| Err::<u8, _>(NotFound(4))),
    ];
    let set = fails
        .into_iter()
        .fold(ToolSet::builder(), ToolSetBuilder::dynamic);
    let set = set.build().expect("a set");
    let numbers = ["boxed", "converted", "later", "plain"].map(|name| {
        let result = block_on(set.call(Provider::Mcp, ToolCall::new("1", name, "{}")));
        number(result.error.as_ref().expect("an error"))
    });
    assert_eq!(numbers, [Some(1), Some(2), Some(3), None]);
}
