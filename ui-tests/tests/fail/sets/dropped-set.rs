#![deny(unused_must_use)]

use toolcast::{ToolSet, tool, toolset};

#[tool]
fn search() {}

fn operations(tools: &ToolSet) -> Result<(), Box<dyn std::error::Error>> {
    tools.disable("search")?;
    tools.enable("search")?;
    tools.narrow("search.query", ["a"])?;
    tools.merge(tools)?;
    tools.filter(|_| true);
    tools.prefix("a_");
    Ok(())
}

fn main() {
    let tools = toolset![search].build().unwrap();
    operations(&tools).unwrap();
}
