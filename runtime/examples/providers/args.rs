//! Parses the command line.

use toolcast::Provider;

pub(crate) const USAGE: &str = "\
Prints each provider's declarations of a few tools.

Usage: providers [--provider NAME] [--report]

  --provider NAME  one JSON array of this provider's declarations, and nothing else
  --report         what a provider can't express directly, with the outcome; for one provider with --provider
  --help           this text";

/// The options of a run.
#[derive(Debug, Default)]
pub(crate) struct Args {
    pub(crate) provider: Option<Provider>,
    pub(crate) report: bool,
    pub(crate) help: bool,
}

/// Reads the words after the program's name.
pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args::default();
    while let Some(word) = words.next() {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        match (key, value) {
            ("--provider", value) => {
                let name = value
                    .or_else(|| words.next())
                    .ok_or_else(|| format!("`--provider` needs a name, one of {}", names()))?;
                if args.provider.is_some() {
                    return Err("`--provider` is given twice".to_owned());
                }
                // The error has the name, and those that are valid.
                let provider = name.parse().map_err(|error| format!("{error}"))?;
                args.provider = Some(provider);
            }
            ("--report", None) => args.report = true,
            ("--help" | "-h", None) => args.help = true,
            _ => {
                return Err(format!(
                    "unknown argument `{word}`, expected `--provider NAME`, `--report` or `--help`"
                ));
            }
        }
    }
    Ok(args)
}

fn names() -> String {
    let names: Vec<_> = Provider::ALL
        .iter()
        .map(|provider| provider.name())
        .collect();
    names.join(", ")
}
