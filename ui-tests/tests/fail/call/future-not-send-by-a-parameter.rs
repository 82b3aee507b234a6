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

fn main() {}
