//! Adjacently tagged enums.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// Every shape of content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "t", content = "c")]
pub enum Message {
    /// Without content
    Ping,
    /// Some text
    Text(String),
    /// Where to go
    Move(i32, i32),
    /// Named values
    Spawn {
        name: String,
        level: Option<u8>,
    },
    Maybe(Option<u8>),
    Unit(()),
    Empty {},
}

/// Closed on both levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(
    tag = "type",
    content = "data",
    deny_unknown_fields,
    rename_all = "lowercase"
)]
pub enum ClosedMessage {
    Ping,
    Text(String),
    Spawn { name: String },
}

/// A variant for every name that isn't known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "t", content = "c")]
pub enum WithOther {
    Known(u8),
    #[serde(other)]
    Other,
}

/// Units only, and the tag is all there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "tag", content = "content")]
pub enum Units {
    A,
    B,
}

/// Below a root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Holder {
    message: Message,
    maybe: Option<Message>,
    list: Vec<Message>,
    units: Option<Units>,
}

super::specimens! {
    Message = [
        Message::Ping, Message::Text("x".into()), Message::Move(-1, 1), Message::Maybe(None), Message::Maybe(Some(1)),
        Message::Spawn { name: "n".into(), level: None }, Message::Spawn { name: "n".into(), level: Some(9) },
        Message::Unit(()), Message::Empty {},
    ];
    ClosedMessage = [
        ClosedMessage::Ping, ClosedMessage::Text(String::new()), ClosedMessage::Spawn { name: "n".into() },
    ];
    /// A variant for every name that isn't known, with the content beside it.
    WithOther = [WithOther::Known(1), WithOther::Other];
    Units = [Units::A, Units::B];
    /// Enums with their content beside the tag, below a root.
    Holder = [
        Holder { message: Message::Ping, maybe: None, list: vec![], units: None },
        Holder {
            message: Message::Move(0, 0),
            maybe: Some(Message::Spawn { name: String::new(), level: None }),
            list: vec![Message::Maybe(None), Message::Text("y".into())],
            units: Some(Units::B),
        },
    ];
}
