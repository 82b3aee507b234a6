//! Messages as LangChain itself wrote them, in its three spellings.

use serde_json::Value;
use toolcast_history::{ReadOptions, Role, ToolUse, read_with};

use super::{records, said};

const WRITTEN: &str = include_str!("langchain.json");

fn written(spelling: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(WRITTEN).unwrap();
    all[spelling].as_array().unwrap().clone()
}

#[test]
fn all_three_spellings_give_the_same_records() {
    for spelling in ["stored", "constructors", "plain"] {
        let history = records(&written(spelling));
        assert_eq!(
            said(&history.records),
            [
                (Role::System, "Be brief."),
                (Role::User, "How is Oslo?"),
                (Role::User, "Look\nand tell"),
                (Role::Tool, "4 degrees"),
                (Role::Tool, "5 degrees"),
                (Role::Assistant, "It is cold."),
                (Role::Assistant, "Bye."),
                (Role::User, "I watch."),
                (Role::Assistant, "I answer."),
                (Role::User, "No id."),
            ],
            "{spelling}"
        );
        let ids: Vec<_> = history.records.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(
            ids[..9],
            ["s1", "h1", "h2", "t1", "f1", "a2", "a3", "c1", "c2"]
        );
        assert!(ids[9].starts_with("made_"), "{spelling}: {}", ids[9]);
        // A call without text, and a `RemoveMessage`.
        assert_eq!(history.skipped, [3, 11], "{spelling}");
        let warnings: Vec<_> = history.warnings.iter().map(|one| one.index).collect();
        assert_eq!(warnings, [8], "{spelling}: {:?}", history.warnings);
        assert!(history.warnings[0].reason.contains("`moderator`"));
    }
}

#[test]
fn duplicate_calls_are_one_record() {
    let options = ReadOptions::new().tool_use(ToolUse::All);
    for spelling in ["stored", "constructors", "plain"] {
        let history = read_with(&written(spelling), &options);
        let calls: Vec<_> = history
            .records
            .iter()
            .filter(|one| one.content.contains("tool_call"))
            .map(|one| (one.id.as_str(), one.content.as_str()))
            .collect();
        assert_eq!(
            calls,
            [
                (
                    "call_1",
                    r#"{"tool_call":{"id":"call_1","name":"weather","arguments":{"place":"Oslo"}}}"#
                ),
                (
                    "call_2",
                    r#"{"tool_call":{"id":"call_2","name":"weather","arguments":{"place":"Bergen"}}}"#
                ),
            ],
            "{spelling}"
        );
    }
}

#[test]
fn a_serialised_object_that_is_not_a_message_is_skipped_alone() {
    let messages = [
        serde_json::json!({"lc": 1, "type": "not_implemented", "id": ["a", "HumanMessage"], "repr": ".."}),
        serde_json::json!({"lc": 1, "type": "constructor", "id": ["a", "PromptTemplate"], "kwargs": {"content": "x"}}),
        serde_json::json!({"lc": 1, "type": "constructor", "id": "HumanMessage", "kwargs": {"content": "x"}}),
        serde_json::json!({"lc": 1, "type": "constructor", "id": ["HumanMessage"], "kwargs": "x"}),
        serde_json::json!({"lc": 1, "type": "constructor", "id": ["HumanMessage"], "kwargs": {"content": "x"}}),
    ];
    let history = records(&messages);
    assert_eq!(said(&history.records), [(Role::User, "x")]);
    assert_eq!(history.skipped, [0, 1, 2, 3]);
    assert_eq!(history.warnings.len(), 4, "{:?}", history.warnings);
}
