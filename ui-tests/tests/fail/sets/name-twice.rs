use toolcast::{tool, toolset};

#[tool]
fn search() {}

mod files {
    #[toolcast::tool(name = "search")]
    pub fn find() {}
}

fn main() {
    let _ = toolset![search, files::find];
}
