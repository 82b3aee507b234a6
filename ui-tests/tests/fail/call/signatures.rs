//! Functions that can't be called with state, or on another thread.

#![allow(dead_code, unused_variables)]

mod future_not_send_by_a_parameter {
    use std::rc::Rc;
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(from = "String")]
    struct Local(Rc<str>);

    impl From<String> for Local {
        fn from(text: String) -> Self {
            Local(text.into())
        }
    }

    #[tool]
    async fn search(query: Local) -> usize {
        query.0.len()
    }
}

mod future_not_send {
    use std::rc::Rc;
    use toolcast::tool;

    #[tool]
    async fn search(query: &str) -> usize {
        let shared = Rc::new(query.len());
        std::future::ready(()).await;
        *shared
    }
}

mod inject_trait_object {
    use toolcast::tool;

    trait Client {}

    #[tool]
    fn search(query: &str, #[tool(inject)] client: &dyn Client, #[tool(inject)] other: Option<std::sync::Arc<dyn Client>>) {}
}

mod inject_with_default {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(inject, default)] client: Option<&u8>) {}
}

mod injected_text {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(inject)] key: &str, #[tool(inject)] hosts: Option<&[String]>) {}
}

mod injected_mutable_reference {
    use toolcast::tool;

    struct Client;

    #[tool]
    fn search(query: &str, #[tool(inject)] client: &mut Client) {}
}

fn main() {}
