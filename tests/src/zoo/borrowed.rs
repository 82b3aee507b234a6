//! Types that borrow from the JSON they are decoded from.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use toolcast::ToolSchema;

/// Text that is not copied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Borrowed<'a> {
    text: &'a str,
    #[serde(borrow)]
    cow: Cow<'a, str>,
    #[serde(borrow)]
    maybe: Option<&'a str>,
    #[serde(borrow)]
    list: Vec<&'a str>,
}

/// A lifetime that is passed on, beside a type parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Outer<'a, T> {
    #[serde(borrow)]
    inner: Inner<'a>,
    value: T,
}

/// The borrowed part of [`Outer`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Inner<'a>(&'a str);

/// Owned by type, borrowed by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CowList<'a> {
    bytes: Cow<'a, [u8]>,
    text: Cow<'static, str>,
}

super::specimens! {
    Borrowed<'_> = [
        Borrowed { text: "a", cow: "b".into(), maybe: None, list: vec![] },
        Borrowed { text: "", cow: "\"".into(), maybe: Some("m"), list: vec!["x", "y"] },
    ];
    Outer<'_, u8> = [Outer { inner: Inner("i"), value: 1 }];
    CowList<'_> = [CowList { bytes: vec![1, 2].into(), text: "t".into() }];
}
