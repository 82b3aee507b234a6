//! The README: its first example with the output, its commands, links, numbers, and its loop for
//! every provider with a chat API.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

include!("readme_agent.rs");

use toolcast::ToolCall;
use toolcast_test_support::json::change_each;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The code blocks of a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let start = format!("```{language}\n");
    let parts = text.split(start.as_str()).skip(1);
    parts
        .map(|part| part.split("```").next().unwrap_or_default().to_owned())
        .collect()
}

mod first {
    #![allow(dead_code)] // The included file is a whole program.
    include!("readme_first.rs");

    pub(super) fn declaration() -> &'static str {
        search_repos::schema_for(toolcast::Provider::Anthropic)
    }

    pub(super) fn tools() -> toolcast::ToolSet {
        toolcast::toolset![search_repos].build().expect("a set")
    }
}

#[test]
fn the_first_example_prints_what_the_readme_shows() {
    let readme = read("README.md");
    assert_eq!(blocks(&readme, "rust")[0], include_str!("readme_first.rs"));
    let shown: Value = serde_json::from_str(&blocks(&readme, "json")[0]).expect("JSON");
    let printed: Value = serde_json::from_str(first::declaration()).expect("JSON");
    assert_eq!(shown, printed, "{}", first::declaration());
}

/// The place in the source differs: a ui test has many tools in one file.
#[test]
fn the_compile_error_is_one_of_the_ui_tests() {
    let shown = &blocks(&read("README.md"), "text")[0];
    let printed = read("ui-tests/tests/fail/args/keys-and-names.stderr");
    let (message, place) = shown.split_once(" --> src/main.rs:").expect("a place");
    assert!(printed.contains(message), "{message}");
    let marked = place
        .lines()
        .skip(2)
        .map(|line| line.split('|').nth(1).expect("a bar").trim());
    for part in marked.filter_map(|line| line.split(" evaluation of ").next()) {
        assert!(printed.contains(part), "{part}");
    }
}

#[test]
fn the_faults_are_those_of_a_call() {
    let shown = &blocks(&read("README.md"), "text")[1];
    let tools = first::tools();
    let call = ToolCall::new("1", "search_repos", r#"{"qeury": "toml", "limit": 500}"#);
    let results = futures_executor::block_on(tools.call_all(Provider::Anthropic, [call]));
    assert!(results[0].is_error());
    let [toolcast::Content::Text(text)] = &results[0].content[..] else {
        panic!("a text: {:?}", results[0])
    };
    assert_eq!(text.trim(), shown.trim());
}

#[test]
fn no_block_has_hidden_lines() {
    for block in blocks(&read("README.md"), "rust") {
        let hidden = |line: &&str| line.trim() == "#" || line.trim_start().starts_with("# ");
        assert_eq!(block.lines().find(hidden), None);
    }
}

/// A prepared response of the provider.
fn answer(provider: Provider, which: &str) -> String {
    let folder = match provider {
        Provider::OpenAiResponses => "responses",
        Provider::Anthropic => "anthropic",
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => "gemini",
        Provider::Bedrock => "bedrock",
        Provider::Mistral => "mistral",
        Provider::Cohere => "cohere",
        Provider::Ollama => "ollama",
        _ => "chat",
    };
    read(&format!(
        "tests/calls/conversation/prepared/{folder}/{which}.json"
    ))
}

/// Makes the recorded call of `search_issues` a call of the README's tool.
fn call_read_file(value: &mut Value) {
    let searches = |value: &Value| value.get("labels").is_some();
    change_each(value, &mut |value| match value {
        Value::String(name) if name == "search_issues" => "read_file".clone_into(name),
        Value::String(text) if serde_json::from_str(text).is_ok_and(|value| searches(&value)) => {
            r#"{"path": "AUTHORS"}"#.clone_into(text);
        }
        Value::Object(_) if searches(value) => {
            *value = serde_json::json!({"path": "AUTHORS"});
        }
        _ => {}
    });
}

#[test]
fn the_loop_works_for_every_provider_with_a_chat_api() {
    let readme = read("README.md");
    let code = include_str!("readme_agent.rs");
    assert!(
        blocks(&readme, "rust").iter().any(|block| block == code),
        "the README's loop is not that of tests/calls/readme_agent.rs"
    );
    let mut tried = 0;
    for &provider in Provider::ALL {
        if matches!(provider, Provider::Mcp | Provider::JsonSchema) {
            continue;
        }
        let requests = RefCell::new(Vec::<Value>::new());
        let send = async |request: &Value| {
            requests.borrow_mut().push(request.clone());
            let which = ["first", "third"][requests.borrow().len() - 1];
            let mut response = serde_json::from_str(&answer(provider, which))?;
            call_read_file(&mut response);
            Ok(response.to_string())
        };
        let files = Files(HashMap::from([("AUTHORS".into(), "Ada Lovelace".into())]));
        let text = futures_executor::block_on(ask(provider, "Who wrote it?", files, send));
        let text = text.unwrap_or_else(|error| panic!("{provider}: {error}"));
        assert!(!text.is_empty(), "{provider}");
        let requests: Vec<String> = requests.take().iter().map(Value::to_string).collect();
        assert_eq!(requests.len(), 2, "{provider}");
        for (request, answered) in requests.iter().zip([false, true]) {
            assert!(request.contains("Who wrote it?") && request.contains("careful"));
            assert!(request.contains("read_file"), "{provider}");
            let result = request.contains("Ada Lovelace");
            assert_eq!(result, answered, "{provider}: {request}");
        }
        tried += 1;
    }
    assert_eq!(tried, Provider::ALL.len() - 2);
}

#[test]
fn commands_refer_to_existing_targets() {
    let manifest = read("runtime/Cargo.toml");
    let mut seen = 0;
    let readme = read("README.md");
    for line in readme.split('`').filter(|it| it.starts_with("cargo ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |word: &str| {
            let at = words.iter().position(|one| *one == word)?;
            words.get(at + 1).copied()
        };
        assert_eq!(words[0], "cargo", "{line}");
        assert!(
            !line.contains('#'),
            "a comment is not part of a command: {line}"
        );
        if let Some(example) = after("--example") {
            seen += 1;
            let package = after("-p").expect(line);
            if let Some(integration) = package.strip_prefix("toolcast-") {
                let main = format!("integrations/{integration}/examples/{example}/main.rs");
                assert!(root().join(main).is_file(), "{line}");
                continue;
            }
            assert_eq!(package, "toolcast", "{line}");
            let entry = format!("[[example]]\nname = \"{example}\"\n");
            let (_, rest) = manifest.split_once(&entry).expect(line);
            let required = rest.lines().next().unwrap_or_default();
            if !required.contains("[\"call\"]") {
                let feature = after("--features").expect(line);
                assert!(required.contains(feature), "{line}: {required}");
            }
        }
        if let Some(program) = after("--bin") {
            seen += 1;
            assert_eq!(after("-p"), Some("toolcast-examples"), "{line}");
            let source = format!("examples/src/bin/{program}.rs");
            assert!(root().join(source).is_file(), "{line}");
        }
        for path in words.iter().filter(|word| word.contains('/')) {
            assert!(root().join(path).is_file(), "{line}");
        }
    }
    assert!(seen >= 1);
}

#[test]
fn the_install_block_names_this_crate() {
    let readme = read("README.md");
    let block = blocks(&readme, "toml").concat();
    let workspace = read("Cargo.toml");
    let (_, repository) = workspace.split_once("repository = ").expect("a repository");
    let repository = repository.lines().next().unwrap_or_default();
    assert!(block.contains(&format!("toolcast = {{ git = {repository} }}")));
    assert!(block.contains("serde = { version = \"1\", features = [\"derive\"] }"));
    let (_, version) = workspace
        .split_once("rust-version = \"")
        .expect("a version");
    let version = version.split('"').next().unwrap_or_default();
    assert!(readme.contains(&format!("Rust {version} ·")));
}

const REPOSITORY: &str = "https://github.com/toolcast/toolcast/blob/main/";

/// The name that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
        _ => None,
    });
    kept.collect()
}

/// The targets of links: `](target)` and `]: target`.
fn targets(text: &str) -> Vec<&str> {
    let inline = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let named = text.lines().filter(|line| line.starts_with('['));
    let named = named.filter_map(|line| line.split_once("]: ").map(|(_, target)| target));
    inline.chain(named).collect()
}

#[test]
fn links_of_pages_included_in_rustdoc_work() {
    let mut pages = vec!["README.md".to_owned()];
    for page in [
        "attributes",
        "bridges",
        "lint",
        "history",
        "import",
        "mcp",
        "sets",
        "wire",
    ] {
        pages.push(format!("docs/{page}.md"));
    }
    let mut seen = 0;
    for page in pages {
        let text = read(&page);
        for target in targets(&text) {
            if let Some(path) = target.strip_prefix(REPOSITORY) {
                seen += 1;
                let (path, wanted) = path.split_once('#').unwrap_or((path, ""));
                let text = read(path);
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let found = wanted.is_empty() || headings.any(|line| anchor(line) == wanted);
                assert!(found, "{page}: {target}");
                continue;
            }
            let rustdoc = page != "README.md" && target.contains("::");
            assert!(
                rustdoc || target.starts_with('#') || target.starts_with("https://"),
                "{page}: {target} works in the repository alone"
            );
        }
    }
    assert!(seen > 15);
}

#[test]
fn numbers_match_the_pages_in_docs() {
    let readme = read("README.md");
    let page = read("docs/conformance.md");
    // The second column of the summary that `tests/conformance/run` writes.
    let judges = |what: &str| {
        let row = page.lines().find_map(|line| line.strip_prefix(what));
        row.and_then(|row| row.split('|').nth(1))
            .expect("a row of the summary")
            .trim()
    };
    let inspecting = judges("| schemas that a judge inspects ");
    assert!(readme.contains(&format!("{inspecting} independent judges")));
    let engines = judges("| schemas compiled by grammar engines ");
    assert_eq!(engines, "2", "the README has two");
    assert_eq!(Provider::ALL.len(), 17, "the README has seventeen");
    for &provider in Provider::ALL {
        let name = format!("`{}`", provider.name());
        assert!(readme.contains(&name), "no row for {provider}");
    }
}
