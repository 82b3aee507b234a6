#![deny(warnings)]
// Keywords as keys, keys with and without a value, provider names with and without a path.

use toolcast::{Provider, Tool, tool};

mod deps {
    pub(crate) use toolcast;
}

const NAME: &str = "find_repos";
const KIB: usize = 1024;
const AFTER: &str = "more";

#[tool(
    name = NAME,
    title = "Find",
    description = concat!("Finds ", "repositories"),
    type = Find,
    crate = crate::deps::toolcast,
    strict = omit,
    providers(OpenAi, Provider::Anthropic,),
    read_only,
    destructive = false,
    idempotent = true,
    open_world,
    return_direct = false,
    blocking,
    approve = false,
    max_result_bytes = 4 * KIB,
    timeout = std::time::Duration::from_secs(5),
    extra(Anthropic = r#"{"cache_control": {"type": "ephemeral"}}"#),
    output = "Vec<String>",
)]
fn find(query: &str) -> Result<Vec<String>, std::fmt::Error> {
    Ok(vec![query.to_owned()])
}

#[toolcast::tool()]
#[must_use]
#[doc(alias = "more")]
fn plain(query: &str) -> String {
    format!("{query}{AFTER}")
}

#[tool(except(Cohere), allow_rejected(Gemini), strict(Bedrock, DeepSeek), lossless = false)]
pub(crate) async fn narrowed(query: &str) -> usize {
    query.len()
}

#[tool(output)]
const fn constant(number: u8) -> u8 {
    number
}

#[tool]
fn r#match(r#type: &str) -> usize {
    r#type.len()
}

#[tool]
fn nothing() {}

fn main() {
    assert_eq!(Find::DEF.name(), "find_repos");
    assert_eq!(Find::DEF.description(), "Finds repositories");
    assert!(find("a").is_ok());
    assert_eq!(plain("a"), "amore");
    drop(narrowed("a"));
    assert_eq!(constant(1), 1);
    assert_eq!(r#match("a"), 1);
    assert_eq!(<r#match as Tool>::DEF.name(), "match");
    assert!(r#match::schema_for(Provider::Mcp).contains("\"type\""));
    nothing();
}
