//! Parameters that the program injects.

use super::{error, text};
use futures_executor::block_on;
use std::sync::{Arc, Mutex};
use toolcast::call::{
    CallContext, CancellationToken, ProgressReporter, ProgressUpdate, Requirements, ToolCall,
    ToolError,
};
use toolcast::decode::FaultKind;
use toolcast::set::CallOptions;
use toolcast::{Provider, Tool, tool, toolset};

struct Client(&'static str);
struct Counter(Mutex<u8>);

trait Store: Send + Sync {
    fn read(&self) -> u8;
}

struct Fixed;

impl Store for Fixed {
    fn read(&self) -> u8 {
        9
    }
}

#[tool]
fn everything(
    #[tool(inject)] client: &Client,
    #[tool(inject)] counter: Arc<Counter>,
    #[tool(inject)] store: &Arc<dyn Store>,
    #[tool(inject)] missing: Option<&u128>,
    text: &str,
    #[tool(inject)] provider: Provider,
    #[tool(inject)] cancellation: &CancellationToken,
    #[tool(inject)] context: &CallContext,
) -> String {
    *counter.0.lock().expect("a number") += 1;
    let count = *counter.0.lock().expect("a number");
    assert!(!cancellation.is_cancelled());
    format!(
        "{} {count} {} {missing:?} {text} {} {provider} {} {:?}",
        client.0,
        store.read(),
        context.id(),
        context.name(),
        context.extension::<u16>(),
    )
}

fn context() -> CallContext {
    CallContext::new(Provider::Mcp, "call_7", "everything")
        .with_state(Client("client"))
        .with_state(Counter(Mutex::new(4)))
        .with_state::<Arc<dyn Store>>(Arc::new(Fixed))
        .with_extension(5u16)
}

#[test]
fn every_injectable_type_is_injected() {
    assert_eq!(
        text(everything::call_with(context(), r#"{"text":"t"}"#).now_or_never()),
        "client 5 9 None t call_7 mcp everything Some(5)"
    );
}

#[test]
fn arguments_do_not_replace_injected_values() {
    let arguments = r#"{"text":"t","client":"mine","id":"call_8"}"#;
    let answer = everything::call_with(context(), arguments).now_or_never();
    let Some(Err(ToolError::Arguments(errors))) = &answer else {
        panic!("{answer:?}");
    };
    let faults = errors.faults.iter();
    let faults: Vec<_> = faults.map(|fault| (fault.kind, &*fault.path)).collect();
    let unknown = FaultKind::Unknown;
    assert_eq!(faults, [(unknown, "$.client"), (unknown, "$.id")]);
    assert!(!everything::schema_for(Provider::Mcp).contains("client"));
}

#[test]
fn missing_state_is_an_error_without_secrets() {
    let reply = everything::call(Provider::Mcp, r#"{"text":"t"}"#).now_or_never();
    let Some(Err(ToolError::MissingState { type_name })) = &reply else {
        panic!("{reply:?}");
    };
    assert!(type_name.ends_with("Client"), "{type_name}");
    assert_eq!(error(reply), "the tool is not available");
}

#[test]
fn needs_are_listed_without_a_call() {
    let mut needs = Requirements::default();
    everything::DEF.needs(&mut needs);
    let needs = format!("{needs:?}");
    for name in ["Client", "Counter", "dyn"] {
        assert!(needs.contains(name), "{needs}");
    }
    for name in ["u128", "CallContext", "CancellationToken"] {
        assert!(!needs.contains(name), "{needs}");
    }
}

#[tool]
async fn later(#[tool(inject)] client: &Client, #[tool(inject)] counter: &Counter) -> String {
    std::future::ready(()).await;
    format!("{} {:?}", client.0, counter.0.lock())
}

#[test]
fn needs_of_an_async_tool_are_listed() {
    let mut needs = Requirements::default();
    later::DEF.needs(&mut needs);
    let text = format!("{needs:?}");
    assert!(
        text.contains("Client") && text.contains("Counter"),
        "{text}"
    );
}

#[tool(timeout = 5, blocking, return_direct)]
fn kept() {}

#[tool(blocking, timeout = std::time::Duration::from_millis(20))]
fn short() {}

#[tool(blocking, timeout = 0.25)]
fn shorter() {}

#[test]
fn timeout_blocking_and_return_direct_are_in_the_definition() {
    use std::time::Duration;
    assert_eq!(kept::DEF.timeout(), Some(Duration::from_secs(5)));
    assert_eq!(short::DEF.timeout(), Some(Duration::from_millis(20)));
    assert_eq!(shorter::DEF.timeout(), Some(Duration::from_millis(250)));
    assert_eq!(later::DEF.timeout(), None);
    assert!(kept::DEF.is_blocking() && kept::DEF.is_return_direct());
    assert!(matches!(
        kept::DEF.run(),
        Some(toolcast::call::Run::Sync(_))
    ));
    assert!(matches!(
        later::DEF.run(),
        Some(toolcast::call::Run::Async(_))
    ));
    kept();
    short();
    shorter();
}

#[tool]
fn steps(
    #[tool(inject)] client: Arc<Client>,
    #[tool(inject)] progress: ProgressReporter,
    #[tool(inject)] cancellation: &CancellationToken,
) -> String {
    progress.report(ProgressUpdate::new(1.0));
    format!("{} {}", client.0, cancellation.is_cancelled())
}

#[test]
fn a_context_has_shared_values_and_the_callers_own_progress_and_cancellation() {
    let client = Arc::new(Client("shared"));
    let reports = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&reports);
    let progress =
        ProgressReporter::new(move |step| listener.lock().expect("steps").push(step.done));
    let cancellation = CancellationToken::new();
    let context = CallContext::new(Provider::Mcp, "1", "steps")
        .with_state(Client("replaced"))
        .with_state_arc(Arc::clone(&client))
        .with_cancellation(cancellation.clone())
        .with_progress(progress);
    let shared = context.state_arc::<Client>().expect("a client");
    assert!(Arc::ptr_eq(&shared, &client));
    assert!(context.state::<Counter>().is_none());
    let context = context.with_extension(7u16);
    assert_eq!(context.extension_arc::<u16>(), Some(Arc::new(7)));
    assert_eq!(
        text(steps::call_with(context.clone(), "{}").now_or_never()),
        "shared false"
    );
    assert_eq!(*reports.lock().expect("steps"), [1.0]);
    cancellation.cancel();
    assert_eq!(
        text(steps::call_with(context, "{}").now_or_never()),
        "shared true"
    );
}

#[test]
fn reports_of_a_call_reach_the_reporter_of_its_options() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&reports);
    let progress =
        ProgressReporter::new(move |step| listener.lock().expect("steps").push(step.done));
    let tools = toolset![steps].with_state(Client("shared")).build();
    let options = CallOptions::new().progress(progress);
    let call = ToolCall::new("1", "steps", "{}");
    let tools = tools.expect("a set");
    let _ = block_on(tools.call_with(Provider::Mcp, call, &options));
    assert_eq!(*reports.lock().expect("steps"), [1.0]);
}
