//! Every kind of return value.

use super::{answer, error, part, text};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use toolcast::call::{Artifact, Content, IntoContent, ToolCall, ToolError, ToolOutput};
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Provider, Tool, tool, toolset};

macro_rules! tools {
    ($($(#[$attr:meta])* $name:ident -> $ty:ty = $value:expr;)*) => {$(
        $(#[$attr])*
        #[tool]
        fn $name() -> $ty {
            $value
        }
    )*};
}

#[derive(Serialize)]
struct Repo {
    name: &'static str,
    stars: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    InOrder,
}

fn image() -> Content {
    Content::image("image/png", vec![1, 2])
}

/// With a conversion of its own.
struct Drawing;

impl IntoContent for Drawing {
    fn into_content(self) -> Result<Vec<Content>, ToolError> {
        Ok(vec![image(), Content::Text("a drawing".to_owned())])
    }
}

tools! {
    owned -> String = "a\"b".to_owned();
    empty -> Option<Box<str>> = Some("".into());
    null -> serde_json::Value = serde_json::Value::Null;
    borrowed -> &'static str = "b";
    cow -> Cow<'static, str> = "c".into();
    letter -> char = 'd';
    state -> State = State::InOrder;
    number -> f64 = 1.5;
    repo -> Repo = Repo { name: "r", stars: None };
    list -> [Option<u8>; 2] = [Some(1), None];
    nothing -> () = ();
    none -> Option<Repo> = None;
    one -> Content = image();
    many -> Vec<Content> = vec![image(), Content::Text("x".to_owned())];
    some -> Result<[Content; 2], fmt::Error> = Ok([image(), image()]);
    own -> Drawing = Drawing;
    output -> ToolOutput<&'static str, Vec<u8>> = ToolOutput::new("short", vec![7]);
    parts -> Result<ToolOutput<Vec<Content>, u8>, String> = Ok(ToolOutput::new(vec![image()], 8));
    untyped -> ToolOutput = ToolOutput::new(vec![image()], Some(Box::new(9_u16)));
    already_boxed -> ToolOutput<&'static str, Artifact> = ToolOutput::new("boxed", Box::new(10_u16));
    bare -> ToolOutput = ToolOutput::default();
    shown -> impl Serialize + use<> = ["hidden"];
    good -> Result<u8, &'static str> = Ok(1);
    bad -> Result<u8, &'static str> = Err("it failed");
    unwritable -> std::collections::BTreeMap<(u8, u8), u8> = [((1, 2), 3)].into();
}

#[tool]
fn unnamed() {}

#[test]
fn strings_of_a_tool_are_text_content() {
    let call = |tool: &toolcast::ToolDef| part(tool.call(Provider::Mcp, "{}").now_or_never());
    let text = |text: &str| Content::Text(text.to_owned());
    assert_eq!(call(owned::DEF), text("a\"b"));
    assert_eq!(call(empty::DEF), text(""));
    assert_eq!(call(borrowed::DEF), text("b"));
    assert_eq!(call(cow::DEF), text("c"));
    assert_eq!(call(letter::DEF), text("d"));
    assert_eq!(call(state::DEF), text("in-order"));
}

#[test]
fn other_values_are_json_content() {
    let json = |json: &str| Content::Json(json.to_owned());
    assert_eq!(
        part(number::call(Provider::Mcp, "{}").now_or_never()),
        json("1.5")
    );
    assert_eq!(
        part(good::call(Provider::Mcp, "{}").now_or_never()),
        json("1")
    );
    assert_eq!(
        part(repo::call(Provider::Mcp, "{}").now_or_never()),
        json(r#"{"name":"r","stars":null}"#)
    );
    assert_eq!(
        part(list::call(Provider::Mcp, "{}").now_or_never()),
        json("[1,null]")
    );
    assert_eq!(
        part(shown::call(Provider::Mcp, "{}").now_or_never()),
        json(r#"["hidden"]"#)
    );
}

#[test]
fn an_empty_value_has_no_content() {
    for reply in [
        nothing::call(Provider::Mcp, "{}"),
        unnamed::call(Provider::Mcp, "{}"),
        none::call(Provider::Mcp, "{}"),
        null::call(Provider::Mcp, "{}"),
    ] {
        assert_eq!(answer(reply.now_or_never()).content, []);
    }
}

#[test]
fn content_values_are_sent_unchanged() {
    assert_eq!(part(one::call(Provider::Mcp, "{}").now_or_never()), image());
    for (reply, count) in [
        (many::call(Provider::Mcp, "{}"), 2),
        (some::call(Provider::Mcp, "{}"), 2),
        (own::call(Provider::Mcp, "{}"), 2),
    ] {
        let answer = answer(reply.now_or_never());
        assert_eq!(answer.content.len(), count);
        assert_eq!(answer.content[0], image());
        assert!(answer.artifact.is_none());
    }
}

#[test]
fn artifacts_stay_with_the_program() {
    let answer_of = |reply: Option<_>| {
        let answer = answer(reply);
        (answer.content, answer.artifact.expect("an artifact"))
    };
    let (content, artifact) = answer_of(output::call(Provider::Mcp, "{}").now_or_never());
    assert_eq!(content, [Content::Text("short".to_owned())]);
    assert_eq!(artifact.downcast_ref::<Vec<u8>>(), Some(&vec![7]));
    let (content, artifact) = answer_of(parts::call(Provider::Mcp, "{}").now_or_never());
    assert_eq!(content, [image()]);
    assert_eq!(artifact.downcast_ref::<u8>(), Some(&8));
}

/// The output of one call may be that of another.
#[test]
fn an_artifact_without_a_type_is_kept_and_not_wrapped() {
    let output = answer(untyped::call(Provider::Mcp, "{}").now_or_never());
    assert_eq!(output.content, [image()]);
    let artifact = output.artifact.expect("an artifact");
    assert_eq!(artifact.downcast_ref::<u16>(), Some(&9));
    let output = answer(already_boxed::call(Provider::Mcp, "{}").now_or_never());
    let artifact = output.artifact.expect("an artifact");
    assert_eq!(artifact.downcast_ref::<u16>(), Some(&10));
    let output = answer(bare::call(Provider::Mcp, "{}").now_or_never());
    assert!(output.content.is_empty() && output.artifact.is_none());
}

#[test]
fn an_error_of_a_tool_has_the_text_of_its_display() {
    let reply = bad::call(Provider::Mcp, "{}").now_or_never();
    assert!(
        matches!(&reply, Some(Err(ToolError::Failed(text))) if text == "it failed"),
        "{reply:?}"
    );
    assert_eq!(
        error(unwritable::call(Provider::Mcp, "{}").now_or_never()),
        "the result can't be written: key must be a string"
    );
}

type Denial = Result<u8, ToolError>;

#[tool]
fn denies() -> Denial {
    Err(ToolError::Denied("not today".to_owned()))
}

#[tool]
async fn cancels() -> Result<(), ToolError> {
    std::future::ready(Err(ToolError::Cancelled)).await
}

#[test]
fn an_error_of_a_call_stays_what_it_is() {
    let denied = || ToolError::Denied("not today".to_owned());
    let error = denies::call(Provider::Mcp, "{}").now_or_never();
    assert_eq!(error.expect("not async").unwrap_err(), denied());
    let error = cancels::call(Provider::Mcp, "{}").now_or_never();
    assert_eq!(error.expect("no wait").unwrap_err(), ToolError::Cancelled);
    let denying = DynamicTool::new("denies", "Deny", move |(), _: &_| Err::<u8, _>(denied()));
    let later = DynamicTool::new_async("later", "Deny later", move |(), _| async move {
        Err::<u8, _>(denied())
    });
    let set = ToolSet::builder().dynamic(denying).dynamic(later).build();
    let set = set.expect("a set");
    for name in ["denies", "later"] {
        let call = set.call(Provider::Mcp, ToolCall::new("1", name, "{}"));
        let result = futures_executor::block_on(call);
        // A denial of the set is another thing.
        assert_eq!(result.error, Some(ToolError::Failed("not today".into())));
        assert_eq!(result.content, [Content::Text("not today".to_owned())]);
    }
    let set = toolset![cancels].build().expect("a set");
    let call = set.call(Provider::Mcp, ToolCall::new("1", "cancels", "{}"));
    let result = futures_executor::block_on(call);
    assert_eq!(result.error, Some(ToolError::Cancelled));
}

/// An error that has its causes in the alternate form (`{:#}`), as those of `anyhow` and `eyre` do.
#[derive(Debug)]
struct Because;

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("can't look")?;
        if f.alternate() {
            f.write_str(": the server answered 404")?;
        }
        Ok(())
    }
}

#[tool]
fn look() -> Result<u8, Because> {
    Err(Because)
}

/// Without the causes the model couldn't correct its call.
#[test]
fn the_text_of_an_error_has_its_causes() {
    let whole = "can't look: the server answered 404";
    assert_eq!(error(look::call(Provider::Mcp, "{}").now_or_never()), whole);
    let closure = DynamicTool::new("look", "Look", |(), _: &_| Err::<u8, _>(Because));
    let set = ToolSet::builder().dynamic(closure).build().expect("a set");
    let call = ToolCall::new("1", "look", "{}");
    let result = futures_executor::block_on(set.call(Provider::Mcp, call));
    assert_eq!(result.content, [Content::Text(whole.to_owned())]);
}

/// Waits once.
#[derive(Default)]
struct Once(bool);

impl Future for Once {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

#[tool]
async fn waiting(text: &str) -> Result<String, fmt::Error> {
    Once::default().await;
    Ok(text.to_owned())
}

#[test]
fn an_async_tool_answers_later() {
    assert!(
        waiting::call(Provider::Mcp, r#"{"text":"a"}"#)
            .now_or_never()
            .is_none()
    );
    let mut reply = Box::pin(waiting::call(Provider::Mcp, r#"{"text":"a"}"#));
    let mut cx = Context::from_waker(std::task::Waker::noop());
    assert!(reply.as_mut().poll(&mut cx).is_pending());
    let Poll::Ready(done) = reply.as_mut().poll(&mut cx) else {
        panic!("it waits twice");
    };
    assert_eq!(text(Some(done)), "a");
}

#[tool]
fn returned(text: &str) -> impl Future<Output = Result<usize, fmt::Error>> + Send {
    std::future::ready(Ok(text.len()))
}

#[tool]
fn boxed<'a>(text: &'a str) -> Pin<Box<dyn Future<Output = &'a str> + Send + 'a>> {
    Box::pin(async move { std::future::ready(text).await })
}

#[test]
fn a_returned_future_is_waited_for() {
    let arguments = r#"{"text":"abc"}"#;
    assert_eq!(
        text(returned::call(Provider::Mcp, arguments).now_or_never()),
        "3"
    );
    assert_eq!(
        text(boxed::call(Provider::Mcp, arguments).now_or_never()),
        "abc"
    );
}

#[tool]
fn endless() -> ! {
    panic!("it never returns")
}

#[tool]
async fn endless_too(_n: Option<u8>) -> ! {
    std::future::pending::<()>().await;
    panic!("it never returns")
}

#[test]
fn a_function_may_return_the_never_type() {
    assert!(
        endless_too::call(Provider::Mcp, "{}")
            .now_or_never()
            .is_none()
    );
    assert!(
        std::panic::catch_unwind(|| endless::call(Provider::Mcp, "{}").now_or_never()).is_err()
    );
}
