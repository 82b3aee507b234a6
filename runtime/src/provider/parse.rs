//! The name of a provider as text, and back.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Provider;
use crate::suggest::nearest;

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
                name: name.chars().take(MAX_SHOWN).collect(),
                nearest: nearest(name, Self::ALL.iter().map(|provider| provider.name())),
            })
    }
}

/// Maximum number of characters of a name in the error.
const MAX_SHOWN: usize = 64;

/// The error for an unknown provider name. Its text has the name and the nearest valid one, or the
/// list of all if none is near.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProvider {
    name: String,
    nearest: Option<&'static str>,
}

impl fmt::Display for UnknownProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown provider `{}`; ", self.name)?;
        if let Some(nearest) = self.nearest {
            return write!(f, "did you mean `{nearest}`?");
        }
        f.write_str("the names are ")?;
        for (i, provider) in Provider::ALL.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{provider}")?;
        }
        Ok(())
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
            assert_eq!(error.nearest, expected.map(Provider::name), "{name}");
            let text = error.to_string();
            let rest = expected.map_or_else(
                || "the names are openai, ".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            let begin = format!("unknown provider `{name}`; {rest}");
            assert!(text.starts_with(&begin), "{text}");
        }
        let long = "x".repeat(10_000).parse::<Provider>().expect_err("no name");
        assert!(long.to_string().len() < 500, "{long}");
        for &provider in Provider::ALL {
            assert_eq!(provider.name().parse(), Ok(provider));
            // A missing letter doesn't lead to another provider.
            let error = provider.name()[1..].parse::<Provider>();
            let nearest = error.map_err(|error| error.nearest);
            assert_eq!(nearest, Err(Some(provider.name())));
        }
    }
}
