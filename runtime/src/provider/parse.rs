//! The name of a provider as text, and back.

use core::fmt;
use core::str::FromStr;

use super::Provider;

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Provider {
    type Err = UnknownProvider;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|provider| provider.name() == name)
            .ok_or_else(|| UnknownProvider {
                nearest: nearest(name),
            })
    }
}

/// Returns the provider with the nearest name, if at most a third of the letters differ or one name
/// contains the other. Ignores case and separators.
fn nearest(name: &str) -> Option<Provider> {
    const LONGEST: usize = 24;
    let fold = |name: &str| {
        let (mut folded, mut len) = ([0; LONGEST], 0);
        for byte in name.bytes().filter(u8::is_ascii_alphanumeric) {
            *folded.get_mut(len)? = byte.to_ascii_lowercase();
            len += 1;
        }
        (len > 0).then_some((folded, len))
    };
    let (wanted, len) = fold(name)?;
    let wanted = &wanted[..len];
    let mut best = None;
    for &provider in Provider::ALL {
        let (other, len) = fold(provider.name())?;
        let other = &other[..len];
        let longer = wanted.len().max(len);
        let mut away = distance(wanted, other);
        if contains(wanted, other) || contains(other, wanted) {
            away = away.min(longer / 3);
        }
        if away * 3 <= longer && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, provider));
        }
    }
    best.map(|(_, provider)| provider)
}

fn contains(longer: &[u8], shorter: &[u8]) -> bool {
    shorter.len() >= 4 && longer.windows(shorter.len()).any(|part| part == shorter)
}

/// Returns the edit distance: letters to insert, remove or replace. Both texts have at most 32
/// letters.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: [usize; 33] = core::array::from_fn(|j| j);
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The error for an unknown provider name. Its text lists the valid names and suggests the nearest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProvider {
    nearest: Option<Provider>,
}

impl fmt::Display for UnknownProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown provider, expected one of ")?;
        for (i, provider) in Provider::ALL.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(provider.name())?;
        }
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for UnknownProvider {}

#[cfg(test)]
mod tests {
    use crate::provider::Provider;

    #[test]
    fn an_unknown_name_suggests_the_nearest() {
        for (name, expected) in [
            ("OpenAI", Some(Provider::OpenAi)),
            ("open-ai", Some(Provider::OpenAi)),
            ("antropic", Some(Provider::Anthropic)),
            ("Azure", Some(Provider::AzureOpenAi)),
            ("responses", Some(Provider::OpenAiResponses)),
            ("xAI", Some(Provider::XAi)),
            ("Gemini JSON Schema", Some(Provider::GeminiJsonSchema)),
            ("vertex-ai", Some(Provider::Vertex)),
            ("", None),
            ("another-provider", None),
            ("a-name-that-is-longer-than-all-of-the-names", None),
        ] {
            let error = name.parse::<Provider>().expect_err("no provider's name");
            assert_eq!(error.nearest, expected, "{name}");
            let text = error.to_string();
            assert!(text.starts_with("unknown provider, expected one of openai, "));
            let suggestion = expected.map(|near| format!("did you mean `{near}`?"));
            assert_eq!(
                text.contains("did you mean"),
                suggestion.is_some(),
                "{text}"
            );
            assert!(suggestion.is_none_or(|suggestion| text.ends_with(&suggestion)));
        }
        for &provider in Provider::ALL {
            assert_eq!(provider.name().parse(), Ok(provider));
            // A missing letter doesn't lead to another provider.
            let error = provider.name()[1..].parse::<Provider>();
            assert_eq!(error.map_err(|error| error.nearest), Err(Some(provider)));
        }
    }
}
