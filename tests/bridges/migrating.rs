//! `docs/migrating.md`: its code for other crates compiles, and does what the tool does.

const PAGE: &str = include_str!("../../docs/migrating.md");

mod with_schemars {
    include!("before/schemars.rs");

    #[test]
    fn the_page_has_this_code() {
        assert!(super::PAGE.contains(include_str!("before/schemars.rs")));
        assert_eq!(declaration()["name"], "search_repos");
        let answer = call(json!({"query": "toml"})).unwrap();
        assert_eq!(answer, "10 repositories about toml");
    }
}

mod with_rig {
    include!("before/rig.rs");

    #[test]
    fn the_page_has_this_code() {
        assert!(super::PAGE.contains(include_str!("before/rig.rs")));
        assert_eq!(SearchRepos.description(), "Search public repositories.");
        assert_eq!(SearchRepos.parameters()["required"], json!(["query"]));
        let args = SearchArgs {
            query: "toml".to_owned(),
            limit: None,
        };
        let answer = super::super::block_on(SearchRepos.call(&mut ToolContext::default(), args));
        assert_eq!(answer.unwrap(), "10 repositories about toml");
    }
}
