#![deny(unused_must_use)]

use toolcast::{ToolSet, tool, toolset};

#[tool]
fn search() {}

fn operations(tools: &ToolSet) -> Result<(), Box<dyn std::error::Error>> {
    tools.with_disabled("search")?;
    tools.with_enabled("search")?;
    tools.with_values("search.query", ["a"])?;
    tools.merged_with(tools)?;
    tools.filter(|_| true);
    tools.with_prefix("a_");
    Ok(())
}

fn main() {
    let tools = toolset![search].build().unwrap();
    operations(&tools).unwrap();
}
