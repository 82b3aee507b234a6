//! Lines that several providers share, each written once with the names of its providers.

use std::collections::{BTreeMap, BTreeSet};

use toolcast::Provider;

/// The hosts of OpenAI's Chat Completions, whose lines are mostly the same.
const HOSTS: [Provider; 7] = [
    Provider::OpenAi,
    Provider::AzureOpenAi,
    Provider::XAi,
    Provider::DeepSeek,
    Provider::Groq,
    Provider::Mistral,
    Provider::Portable,
];

/// The providers whose contents have parts as Gemini's do.
const GEMINIS: [Provider; 3] = [
    Provider::Gemini,
    Provider::GeminiJsonSchema,
    Provider::Vertex,
];

/// Lines without their providers' names, and the providers that have each.
#[derive(Default)]
pub(crate) struct Lines(BTreeMap<String, BTreeSet<String>>);

impl Lines {
    /// Adds a line. The provider's name in front of an error is left out, so that hosts share it.
    pub(crate) fn add(&mut self, provider: Provider, line: &str) {
        let name = provider.to_string();
        let line = line.replace(&format!("{name}: "), "").replace('\n', "\\n");
        self.0.entry(line).or_default().insert(name);
    }

    /// The lines behind the names of their providers.
    pub(crate) fn finish(self) -> Vec<String> {
        let line = |(line, providers)| format!("{}: {line}", names(providers));
        self.0.into_iter().map(line).collect()
    }
}

/// The names, with one word for all or almost all of a family.
fn names(mut providers: BTreeSet<String>) -> String {
    let mut names = Vec::new();
    for (word, family) in [("hosts", &HOSTS[..]), ("geminis", &GEMINIS)] {
        let family: BTreeSet<String> = family.iter().map(ToString::to_string).collect();
        let others: Vec<String> = family.difference(&providers).cloned().collect();
        if others.len() <= family.len() / 2 {
            providers.retain(|provider| !family.contains(provider));
            let others = others.iter().map(|other| format!(" but {other}"));
            names.push(word.to_owned() + &others.collect::<String>());
        }
    }
    names.extend(providers);
    names.join(", ")
}
