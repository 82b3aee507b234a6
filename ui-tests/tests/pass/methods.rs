#![deny(warnings)]
#![allow(clippy::needless_arbitrary_self_type)]
// Blocks of methods at the edge of what may be written, and made by macros.

use std::sync::Arc;
use toolcast::call::{Content, Context, Extensions};
use toolcast::{Provider, ToolDef, ToolSchema, Tools, toolset, tools};

pub struct Weather(pub u8);

macro_rules! block {
    ($ty:ty: $($(#[$attr:meta])* $vis:vis fn $name:ident($($arg:tt)*) -> $ret:ty $body:block)*) => {
        #[tools]
        #[allow(dead_code)]
        impl $ty {
            $($(#[$attr])* #[tool] $vis fn $name($($arg)*) -> $ret $body)*
        }
    };
}

block! {
    Weather:
    /// Made by a macro.
    pub fn by_macro(&self, #[tool(default = 2)] times: u8) -> u8 { self.0 * times }
    /// So too.
    fn without(text: &str) -> usize { text.len() }
}

mod inner {
    pub(crate) struct Outer<T, const N: usize = 2>(pub(crate) [T; N]);

    #[toolcast::tools()]
    impl<T: Clone + Send + Sync + std::fmt::Debug, const N: usize> Outer<T, { N }> {
        #![allow(clippy::unused_self)]

        pub(crate) const SIZE: usize = N;

        /// With a lifetime of its own.
        #[toolcast::tool(name = "show", timeout = std::time::Duration::MAX)]
        pub(crate) async fn show<'a>(self: &'a Self, query: &'a str) -> Result<String, std::fmt::Error> {
            Ok(format!("{query}{:?}{}", std::future::ready(&self.0).await, Self::SIZE))
        }

        #[tool(blocking, return_direct)]
        fn size(self: std::sync::Arc<Self>, #[tool(inject)] same: Option<&Self>) -> usize {
            self.0.len() + same.map_or(0, |it| it.0.len())
        }
    }
}

#[derive(Clone, Copy, serde::Deserialize, ToolSchema)]
pub enum Unit {
    Celsius,
}

#[tools]
impl Unit {
    #[cfg(any())]
    #[tool]
    fn twice(&self) {}

    #[cfg(all())]
    #[tool]
    #[must_use]
    const fn twice(one: Self, #[tool(default = Self::Celsius)] other: Unit) -> bool {
        matches!((one, other), (Self::Celsius, Unit::Celsius))
    }
}

const BY_MACRO: &ToolDef = Weather::tool("by_macro");

#[toolcast::tool]
fn free() {}

fn main() {
    let mut state = Extensions::new();
    state.insert(Weather(4));
    state.insert(inner::Outer(["a", "b"]));
    let context = Context::new(Provider::Mcp, "", "").with_state(Arc::new(state));
    let call = |tool: &ToolDef, arguments: &str| {
        let reply = tool.call(context.clone(), arguments).now().unwrap();
        match reply.unwrap().content.remove(0) {
            Content::Text(text) | Content::Json(text) => text,
            _ => unreachable!(),
        }
    };
    assert_eq!(call(BY_MACRO, "{}"), "8");
    assert_eq!(Weather::TOOLS.len(), 2);
    assert_eq!(call(inner::Outer::<&str, 2>::tool("show"), r#"{"query":"q"}"#), r#"q["a", "b"]2"#);
    assert_eq!(call(inner::Outer::<&str>::tool("size"), "{}"), "4");
    assert_eq!(call(Unit::tool("twice"), r#"{"one":"Celsius"}"#), "true");
    assert!(Unit::twice(Unit::Celsius, Unit::Celsius));
    let _ = toolset![free];
    free();
}
