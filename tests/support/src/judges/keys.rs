//! The lists that the judges use. `keys/sdks.json` is taken from the providers' SDKs and protos by
//! `tests/conformance/keys.py`. `keys/documented.json` is for keywords that no SDK models. Each
//! entry has its source. None comes from toolcast's tables.

use std::collections::BTreeMap;
use std::sync::LazyLock;

type Lists = BTreeMap<String, BTreeMap<String, Vec<&'static str>>>;

static SDKS: LazyLock<Lists> = LazyLock::new(|| read(include_str!("keys/sdks.json")));
static DOCUMENTED: LazyLock<Lists> = LazyLock::new(|| read(include_str!("keys/documented.json")));

/// Returns a list of a provider's SDK or proto.
pub fn of_sdk(provider: &str, list: &str) -> &'static [&'static str] {
    find(&SDKS, provider, list)
}

/// Returns a list from a provider's pages.
pub fn documented(provider: &str, list: &str) -> &'static [&'static str] {
    find(&DOCUMENTED, provider, list)
}

/// Returns the keys that all of the strictest readers accept: protos, structs and strict modes.
pub fn of_all() -> &'static [&'static str] {
    static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let others = [
            of_sdk("gemini", "keys"),
            of_sdk("vertex", "keys"),
            of_sdk("anthropic strict", "keys"),
            documented("openai strict", "keys"),
        ];
        let mut keys = ollama();
        keys.retain(|key| others.iter().all(|known| known.contains(key)));
        keys
    });
    &ALL
}

/// Returns the keys that Ollama's server retains for a property: the fields of its SDK and of the
/// server.
pub fn ollama() -> Vec<&'static str> {
    [of_sdk("ollama", "keys"), documented("ollama", "keys")].concat()
}

fn find(lists: &'static Lists, provider: &str, list: &str) -> &'static [&'static str] {
    let found = lists.get(provider).and_then(|lists| lists.get(list));
    found.unwrap_or_else(|| panic!("no list `{list}` of {provider}"))
}

/// Parses the file and drops the sources. It is read once, so its strings are leaked.
fn read(text: &str) -> Lists {
    let entries: BTreeMap<String, BTreeMap<String, serde_json::Value>> =
        serde_json::from_str(text).expect("lists by provider");
    let words = |value: serde_json::Value| -> Vec<&'static str> {
        let words: Vec<String> = serde_json::from_value(value).expect("a list of words");
        words.into_iter().map(|word| &*word.leak()).collect()
    };
    entries
        .into_iter()
        .map(|(provider, mut lists)| {
            assert!(lists.remove("source").is_some(), "{provider} has no source");
            let lists = lists.into_iter().map(|(name, list)| (name, words(list)));
            (provider, lists.collect())
        })
        .collect()
}
