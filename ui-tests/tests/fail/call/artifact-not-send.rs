use std::rc::Rc;
use toolcast::call::ToolOutput;
use toolcast::tool;

#[tool]
fn search(query: &str) -> ToolOutput<usize, Rc<str>> {
    ToolOutput::new(query.len(), query.into())
}

fn main() {}
