//! The name of a provider as text, and back.

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
                nearest: nearest(name, Self::ALL.iter().map(|provider| provider.name())),
            })
    }
}

/// The error for an unknown provider name. Its text lists the valid names and suggests the nearest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProvider {
    nearest: Option<&'static str>,
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
            assert_eq!(error.nearest, expected.map(Provider::name), "{name}");
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
            let nearest = error.map_err(|error| error.nearest);
            assert_eq!(nearest, Err(Some(provider.name())));
        }
    }
}
