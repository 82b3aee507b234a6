//! `toolset!`.

use toolcast::{ToolSet, tool, toolset};

#[tool]
fn search(query: &str) -> usize {
    query.len()
}

mod files {
    #[toolcast::tool(type = ReadFile)]
    pub(crate) async fn read(path: &str) -> String {
        std::future::ready(path.to_owned()).await
    }

    /// A type of the function's name.
    #[allow(non_camel_case_types, dead_code)]
    pub(crate) struct read {}
}

macro_rules! through_a_macro {
    ($($path:path),*) => { toolset![$($path),*] };
}

#[test]
fn a_set_is_made_of_paths() {
    let tools = toolset![search, files::ReadFile];
    assert_eq!(tools.build().unwrap().len(), 2);
    assert_eq!(toolset![].build().unwrap().len(), 0);
    assert!(ToolSet::default().is_empty());
    assert_eq!(toolcast::toolset!(search,).build().unwrap().len(), 1);
    assert_eq!(
        through_a_macro!(search, files::ReadFile)
            .build()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(search("ab"), 2);
    drop(files::read("a"));
}
