//! Features of a tool set in a conversation: calls that wait, deferred tools, the cache of the
//! tools.

use futures_executor::block_on;
use serde_json::{Value, json};
use toolcast::Verdict;
use toolcast::call::{ToolCall, ToolError};
use toolcast::conversation::ConversationError;
use toolcast::import::{SourceCall, ToolDefinitions, ToolSource};
use toolcast::set::{DynamicTool, SetError, ToolSet};
use toolcast::{Conversation, Next, Provider, Turn};

use super::{called, chats, messages, run};
use crate::wire::shapes::{id, whole};

/// The tools of [`super::tools`], of which `alpha` waits for an approval.
fn with_approval() -> ToolSet {
    let alpha = DynamicTool::new("alpha", "Answers", |(), _: &_| Ok::<_, String>("18"));
    let beta = DynamicTool::new("beta", "Fails", |(), _: &_| {
        Err::<String, _>("no such city".to_owned())
    });
    let builder = ToolSet::builder().dynamic(alpha.approve()).dynamic(beta);
    builder.build().expect("a set")
}

/// A conversation with a call that waits and one that was answered.
fn waiting(provider: Provider) -> (Conversation, Vec<ToolCall>) {
    let (mut chat, calls) = called(provider);
    let results = block_on(with_approval().call_all(provider, calls.clone()));
    chat.results(results).expect("open calls");
    (chat, calls)
}

fn stored(chat: &Conversation) -> Conversation {
    let text = serde_json::to_string(chat).expect("JSON");
    serde_json::from_str(&text).expect("a conversation")
}

#[test]
fn a_call_that_waits_is_stored_resumed_and_sent() {
    for provider in chats() {
        let (chat, calls) = waiting(provider);
        let mut chat = stored(&chat);
        let ids: Vec<_> = chat
            .waiting_calls()
            .map(|call| call.id().to_owned())
            .collect();
        assert_eq!(ids, [calls[0].id.clone()], "{provider}");
        let mut results = chat.take_waiting();
        let approved = [(calls[0].id.clone(), Verdict::Allow)];
        block_on(with_approval().resume(&mut results, approved)).expect("it waits");
        chat.results(results).expect("an open call");
        let sent = chat.request(&with_approval()).expect("a request");
        let mut results = block_on(with_approval().call_all(provider, calls.clone()));
        let approved = [(calls[0].id.clone(), Verdict::Allow)];
        block_on(with_approval().resume(&mut results, approved)).expect("it waits");
        let expected = results.to_messages(provider);
        assert!(messages(&sent).ends_with(&expected), "{provider}: {sent}");
    }
}

#[test]
fn a_call_that_waits_makes_the_request_an_error() {
    for provider in chats() {
        let (mut chat, calls) = waiting(provider);
        let before = chat.clone();
        let error = chat.request(&with_approval()).expect_err("a call waits");
        let expected = format!(
            "calls have no result: `{}` of `alpha`; 1 of them wait for a decision: `take_waiting` has them for `ToolSet::resume`; give them by `results`, or close them by `decline_calls`",
            calls[0].id
        );
        assert_eq!(error.to_string(), expected, "{provider}");
        assert_eq!(chat, before);
        chat.decline_calls("nobody decided");
        assert_eq!(chat.waiting_calls().count(), 0);
        let request = chat.request(&with_approval()).expect("a request");
        assert!(request.to_string().contains("nobody decided"), "{provider}");
    }
}

#[test]
fn a_call_that_waits_is_resumed_once() {
    let (mut chat, calls) = waiting(Provider::Anthropic);
    let mut results = chat.take_waiting();
    assert!(chat.take_waiting().is_empty());
    assert_eq!(chat.open_calls().count(), 1);
    // No decision yet: it goes back and waits on.
    chat.results(results).expect("an open call");
    assert_eq!(chat.waiting_calls().count(), 1);
    results = chat.take_waiting();
    let id = &calls[0].id;
    let approve = || [(id.clone(), Verdict::Allow)];
    block_on(with_approval().resume(&mut results, approve())).expect("it waits");
    let twice = block_on(with_approval().resume(&mut results, approve()));
    assert_eq!(twice, Err(SetError::NotWaiting { id: id.clone() }));
    chat.results(results).expect("an open call");
    assert_eq!(chat.open_calls().count(), 0);
}

#[test]
fn a_call_that_waits_goes_to_another_provider() {
    for from in chats() {
        for to in chats() {
            let (mut chat, calls) = waiting(from);
            let _ = chat.switch(to, "another").expect("a chat API");
            let mut chat = stored(&chat);
            let mut results = chat.take_waiting();
            let denied = [(calls[0].id.clone(), Verdict::deny("the limit is 50"))];
            block_on(with_approval().resume(&mut results, denied)).expect("it waits");
            chat.results(results).expect("an open call");
            let request = chat.request(&with_approval()).expect("a request");
            let text = request.to_string();
            assert!(text.contains("the limit is 50"), "{from} to {to}: {text}");
        }
    }
}

/// A set whose tool `beta` is deferred.
fn deferred() -> ToolSet {
    let tools = super::tools();
    let deferred = tools.with_deferred(|tool| tool.name() == "beta");
    deferred.expect("no name is taken")
}

fn is_declared(request: &Value, tool: &str) -> bool {
    request["tools"]
        .to_string()
        .contains(&format!(r#""name":"{tool}""#))
        || request["toolConfig"]
            .to_string()
            .contains(&format!(r#""name":"{tool}""#))
}

#[test]
fn deferred_tools_that_were_found_are_in_the_next_request() {
    for provider in chats() {
        let mut chat = super::asked(provider);
        chat.built_in_search(true);
        let request = chat.request(&deferred()).expect("a request");
        assert!(!is_declared(&request, "beta"), "{provider}: {request}");
        assert!(
            is_declared(&request, "search_tools"),
            "{provider}: {request}"
        );
        let search = (&*id(provider, 1), "search_tools", r#"{"query":"beta"}"#);
        let Next::Calls(Turn { calls, .. }) = chat
            .receive(&whole(provider, "", &[search]))
            .expect("an answer")
        else {
            panic!("{provider}: a call");
        };
        let results = block_on(deferred().call_all(provider, calls));
        chat.results(results).expect("an open call");
        assert_eq!(chat.loaded_tools(), ["beta"], "{provider}");
        let mut copy = stored(&chat);
        assert_eq!(copy, chat);
        let request = copy.request(&deferred()).expect("a request");
        assert!(is_declared(&request, "beta"), "{provider}: {request}");
    }
}

#[test]
fn a_clone_loads_tools_of_its_own() {
    let chat = super::asked(Provider::OpenAi);
    let mut clone = chat.clone();
    clone.load_tools(["beta"]);
    assert_ne!(chat, clone);
    assert!(chat.loaded_tools().is_empty());
}

#[test]
fn a_providers_own_search_goes_back_with_its_hits() {
    let mut chat = super::asked(Provider::Anthropic);
    let request = chat.request(&deferred()).expect("a request");
    assert_eq!(request["tools"][0]["name"], "tool_search_tool_bm25");
    assert!(
        request["tools"]
            .to_string()
            .contains(r#""defer_loading":true"#)
    );
    let answer = r#"{"stop_reason":"tool_use","content":[
        {"type":"server_tool_use","id":"srvtoolu_1","name":"tool_search_tool_bm25","input":{"query":"beta"}},
        {"type":"tool_search_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"tool_search_tool_search_result","tool_references":[{"type":"tool_reference","tool_name":"beta"}]}},
        {"type":"tool_use","id":"toolu_1","name":"beta","input":{}}
    ]}"#;
    let Next::Calls(Turn { calls, .. }) = chat.receive(answer).expect("an answer") else {
        panic!("a call");
    };
    assert_eq!(calls.len(), 1);
    chat.results(run(Provider::Anthropic, calls)).expect("open");
    let request = chat.request(&deferred()).expect("a request");
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    assert_eq!(messages(&request)[1]["content"], answer["content"]);
}

#[test]
fn the_end_of_the_tools_is_marked_for_the_cache() {
    for provider in chats() {
        let mut chat = super::asked(provider);
        let plain = chat.request(&super::tools()).expect("a request");
        let marked = chat.cache_tools(true).request(&super::tools());
        let marked = marked.expect("a request");
        match provider {
            Provider::Anthropic => assert_eq!(
                marked["tools"][1]["cache_control"],
                json!({"type": "ephemeral"})
            ),
            Provider::Bedrock => assert_eq!(
                marked["toolConfig"]["tools"][2],
                json!({"cachePoint": {"type": "default"}})
            ),
            _ => assert_eq!(marked, plain, "{provider}"),
        }
        assert_eq!(stored(&chat), chat);
    }
}

#[test]
fn the_options_report_what_is_in_the_request() {
    let mut chat = super::asked(Provider::OpenAi);
    chat.skip_rejected(true).built_in_search(true);
    let report = deferred().request_report_with(Provider::OpenAi, &chat.tool_options());
    assert_eq!(report.expect("a report").deferred, ["beta"]);
    chat.load_tools(["beta"]);
    let report = deferred().request_report_with(Provider::OpenAi, &chat.tool_options());
    assert!(report.expect("a report").deferred.is_empty());
}

#[test]
fn an_error_of_the_tools_changes_nothing() {
    for provider in chats() {
        let (mut chat, calls) = called(provider);
        chat.results(run(provider, calls)).expect("open calls");
        chat.user("And tomorrow?");
        chat.tool_choice(toolcast::ToolChoice::Tool("gamma".into()));
        let before = chat.clone();
        let error = chat.request(&super::tools()).expect_err("no such tool");
        assert!(matches!(error, ConversationError::Tools(_)), "{error}");
        assert_eq!(chat, before, "{provider}");
        chat.clear_tool_choice();
        assert!(chat.request(&super::tools()).is_ok(), "{provider}");
    }
}

/// Other members of the body change the tools: a tool of the same name that the program adds,
/// and a strict response format that uses the provider's limits.
#[test]
fn the_report_is_that_of_the_conversations_request() {
    let schema = json!({"type": "object", "properties": {}});
    let external = json!([{"name": "alpha", "description": "Else", "inputSchema": schema}]);
    let definitions = ToolDefinitions::parse(&external).expect("a list");
    let source = ToolSource::new("server", definitions, |call: SourceCall| async move {
        Ok::<_, ToolError>(call.tool.to_string())
    });
    let tools = ToolSet::builder().source(source).build().expect("a set");
    let own = json!({"name": "alpha", "description": "Mine", "input_schema": schema});
    let mut chat = Conversation::new(Provider::Anthropic, "some-model");
    chat.user("Hello");
    assert_eq!(chat.request_report(&tools).expect("a report").skipped, []);
    chat.extra("tools", json!([own]));
    let before = chat.clone();
    let report = chat.request_report(&tools).expect("a report");
    let skipped: Vec<_> = report.skipped.iter().map(|tool| &*tool.name).collect();
    assert_eq!(skipped, ["alpha"]);
    assert_eq!(chat, before);
    let alone = tools.request_report(Provider::Anthropic);
    assert_eq!(alone.expect("a report").skipped, []);
    assert_eq!(
        chat.request(&tools).expect("a request")["tools"],
        json!([own])
    );
}
