//! Lesser-known types of these crates, and a secret.

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// Identifiers that are not all zeros, and text with a limit in place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Limited {
    id: uuid::NonNilUuid,
    label: arrayvec::ArrayString<16>,
}

/// Spans of calendar units. (A `Zoned` is text with a name of the time zone database, which no
/// generator makes: the tests of the zoo check one.)
#[derive(Clone, Debug, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Every {
    span: jiff::Span,
    or: Option<jiff::Span>,
}

impl PartialEq for Every {
    fn eq(&self, other: &Self) -> bool {
        let or = |it: &Self| it.or.map(|span| span.fieldwise());
        self.span.fieldwise() == other.span.fieldwise() && or(self) == or(other)
    }
}

/// Credentials: what is read is never written and never printed.
#[derive(Debug, Serialize, Deserialize, ToolSchema)]
pub struct Credentials {
    user: String,
    #[serde(skip_serializing)]
    password: SecretString,
    #[serde(skip_serializing, default)]
    token: Option<SecretString>,
}

impl PartialEq for Credentials {
    fn eq(&self, other: &Self) -> bool {
        let token = |it: &Self| {
            let token = it.token.as_ref();
            token.map(|token| token.expose_secret().to_owned())
        };
        self.user == other.user
            && self.password.expose_secret() == other.password.expose_secret()
            && token(self) == token(other)
    }
}

super::super::specimens! {
    Limited = [
        Limited { id: uuid::NonNilUuid::new(uuid::Uuid::from_u128(1)).expect("not nil"), label: arrayvec::ArrayString::from("x").expect("short") },
        Limited { id: uuid::NonNilUuid::new(uuid::Uuid::max()).expect("not nil"), label: arrayvec::ArrayString::new() },
    ];
    Every = [
        Every { span: jiff::Span::new().months(1).days(2).hours(3), or: None },
        Every { span: jiff::Span::new().years(1), or: Some(jiff::Span::new().minutes(90).seconds(1)) },
    ];
    @one_way Credentials = [Credentials { user: "u".into(), password: "p".into(), token: None }];
}
