use toolcast::ToolSchema;

#[derive(serde::Deserialize, ToolSchema)]
struct Folder<T> {
    owner: T,
    files: Vec<File<T>>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct File<T> {
    #[tool(recursive)]
    folder: Option<Box<Folder<T>>>,
}

fn main() {}
