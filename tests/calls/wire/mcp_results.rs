//! Results of MCP's tools, read into a conversation.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::{Message, Part, ToolResultMessage, WireError, read_messages};

fn read(result: &Value) -> Result<ToolResultMessage, WireError> {
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "look", "arguments": {}}});
    let messages = [call, result.clone()];
    let (mut read, lost) = read_messages(&messages, Provider::Mcp)?;
    assert_eq!(lost, [], "{result}");
    match read.pop() {
        Some(Message::Results(mut results)) if results.len() == 1 => Ok(results.remove(0)),
        other => panic!("{result}: {other:?}"),
    }
}

/// Structured content repeats the blocks; a server may leave these out.
#[test]
fn structured_content_is_the_result_if_there_are_no_blocks() {
    let structured = [json!({"at": 1}), json!([1, 2])];
    for data in &structured {
        let json = Part::Json(data.to_string());
        let text = json!({"type": "text", "text": "See."});
        for (blocks, expected) in [
            (json!([]), vec![json]),
            (json!([text]), vec![Part::text("See.")]),
        ] {
            let result = json!({"content": blocks, "structuredContent": data});
            let message = json!({"jsonrpc": "2.0", "id": 1, "result": result});
            assert_eq!(read(&message).expect("a result").parts, expected);
        }
    }
    // Only objects and lists are data.
    let result = json!({"content": [], "structuredContent": "a"});
    assert_eq!(read(&result).expect("a result").parts, []);
}

/// The response of JSON-RPC, and the result alone, as a program writes it.
#[test]
fn a_result_is_read_with_and_without_its_response() {
    let text = json!({"type": "text", "text": "See."});
    for is_error in [false, true] {
        let alone = json!({"content": [text], "isError": is_error});
        let response = json!({"jsonrpc": "2.0", "id": 1, "result": alone});
        for message in [&alone, &response] {
            let read = read(message).expect("a result");
            assert_eq!(read.name, "look");
            assert_eq!(read.is_error, is_error);
            assert_eq!(read.parts, [Part::text("See.")]);
        }
    }
    let error = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}});
    let read = read(&error).expect("a result");
    assert!(read.is_error);
    assert_eq!(read.parts, [Part::text("no")]);
}

#[test]
fn a_message_without_a_list_of_content_is_an_error() {
    for result in [
        json!({"jsonrpc": "2.0", "id": 1}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"structuredContent": {}}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"content": "See."}}),
    ] {
        let error = read(&result).expect_err("no content");
        assert!(error.to_string().contains("content"), "{error}");
    }
}
