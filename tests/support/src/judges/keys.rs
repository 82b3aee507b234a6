//! The lists that the judges read: `keys/sdks.json`, taken from the providers' SDKs and protos by `tests/conformance/keys.py`, and `keys/documented.json`, for
//! what no SDK models. Each entry has its source. None comes from toolcast's tables.

use std::collections::BTreeMap;
use std::sync::LazyLock;

type Lists = BTreeMap<String, BTreeMap<String, Vec<&'static str>>>;

static SDKS: LazyLock<Lists> = LazyLock::new(|| read(include_str!("keys/sdks.json")));
static DOCUMENTED: LazyLock<Lists> = LazyLock::new(|| read(include_str!("keys/documented.json")));

/// A list that an SDK or a proto has of a provider.
pub fn of_sdk(provider: &str, list: &str) -> &'static [&'static str] {
    find(&SDKS, provider, list)
}

/// A list from a provider's pages.
pub fn documented(provider: &str, list: &str) -> &'static [&'static str] {
    find(&DOCUMENTED, provider, list)
}

/// The keys that each of the pickiest readers has: protos, structs and strict modes.
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

/// What Ollama's server keeps of a property: the fields of its SDK, and those that the server alone has.
pub fn ollama() -> Vec<&'static str> {
    [of_sdk("ollama", "keys"), documented("ollama", "keys")].concat()
}

fn find(lists: &'static Lists, provider: &str, list: &str) -> &'static [&'static str] {
    let found = lists.get(provider).and_then(|lists| lists.get(list));
    found.unwrap_or_else(|| panic!("no list `{list}` of {provider}"))
}

/// The file without its sources. It is read once, so its words stay.
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
