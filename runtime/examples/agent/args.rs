//! Parses the command line.

use toolcast::Provider;

pub(crate) const USAGE: &str = "\
Plays a whole conversation with a model behind a provider's API: a small server on this machine that has its answers ready.

Usage: agent --provider NAME

  --provider NAME  the API to use
  --help           this text";

/// Parses the command line. `None` requests the usage.
pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Option<Provider>, String> {
    let mut provider = None;
    while let Some(word) = words.next() {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        match (key, value) {
            ("--provider", value) => {
                let name = value
                    .or_else(|| words.next())
                    .ok_or("`--provider` needs a name")?;
                if provider.is_some() {
                    return Err("`--provider` is given twice".to_owned());
                }
                // The error lists the valid names.
                provider = Some(name.parse().map_err(|error| format!("`{name}`: {error}"))?);
            }
            ("--help" | "-h", None) => return Ok(None),
            _ => {
                return Err(format!(
                    "unknown argument `{word}`, expected `--provider NAME` or `--help`"
                ));
            }
        }
    }
    provider
        .map(Some)
        .ok_or_else(|| "`--provider NAME` is missing".to_owned())
}
