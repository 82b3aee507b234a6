//! The command line.

use std::path::PathBuf;

pub(crate) const USAGE: &str = "toolcast-grammar RESULTS [--sample] [--seed N] [--walks N] [--judge NAME] [--tool PART] [--provider NAME] [--why]";

/// The options of a run.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// The folder that the results are written into.
    pub(crate) results: PathBuf,
    /// A part of the work, for CI: fewer walks through each grammar.
    pub(crate) sample: bool,
    /// The seed of the random walks.
    pub(crate) seed: u64,
    /// The number of strings generated from each grammar. The default depends on `sample`.
    pub(crate) walks: Option<usize>,
    /// One engine alone.
    pub(crate) judge: Option<String>,
    /// The tools with this in their names.
    pub(crate) tool: Option<String>,
    /// One provider alone.
    pub(crate) provider: Option<String>,
    /// Print the explained results too.
    pub(crate) why: bool,
}

impl Args {
    /// Returns true for an unrestricted run, in which every explanation must be used.
    pub(crate) fn is_whole(&self) -> bool {
        let Args {
            sample,
            seed,
            walks,
            judge,
            tool,
            provider,
            ..
        } = self;
        !sample
            && *seed == 0
            && walks.is_none()
            && judge.is_none()
            && tool.is_none()
            && provider.is_none()
    }

    /// Returns the number of walks through the text's grammar; fewer for long texts with a thousand
    /// names.
    pub(crate) fn walks(&self, text: &str) -> usize {
        let default = match self.sample {
            true if text.len() > 20_000 => 1,
            true => 2,
            false => 6,
        };
        self.walks.unwrap_or(default)
    }
}

/// Parses the command line.
pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args::default();
    let mut results = None;
    let mut words = words;
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .ok_or_else(|| format!("`{word}` wants a value"))
        };
        match word.as_str() {
            "--sample" => args.sample = true,
            "--why" => args.why = true,
            "--seed" => args.seed = number(&value()?)?,
            "--walks" => args.walks = Some(number(&value()?)?),
            "--judge" => args.judge = Some(value()?),
            "--tool" => args.tool = Some(value()?),
            "--provider" => args.provider = Some(value()?),
            _ if word.starts_with('-') => return Err(format!("unknown option `{word}`")),
            _ if results.is_some() => {
                return Err(format!("one folder of results, not `{word}` too"));
            }
            _ => results = Some(PathBuf::from(word)),
        }
    }
    args.results = results.ok_or("no folder for the results")?;
    Ok(args)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a number in range"))
}
