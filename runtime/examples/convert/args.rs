//! Parses the command line.

use std::path::PathBuf;
use toolcast::Provider;
use toolcast::import::ToolFormat;

pub(crate) const USAGE: &str = "\
Converts tool definitions of any format into a provider's declarations.

Usage: convert --to PROVIDER [--from FORMAT] [--fragment] [--check] [FILE]
       convert --check [--from FORMAT] [FILE]

  --to PROVIDER  whose declarations to write: one JSON array
  --from FORMAT  the format of the definitions; without it, each is recognised by its members
  --fragment     the members of the provider's request that declare the tools, instead of an array
  --check        write nothing, only check: for the provider of --to, or for all
  --help         this text
  FILE           the input; without it, or with -, standard input

Input: one definition, a list, a request's body, or the answer of MCP's tools/list.
Losses are printed on standard error.
Exit code: 0, or 1 if a tool is refused, or 2 if nothing can be read.";

/// The options of a run.
#[derive(Debug, Default)]
pub(crate) struct Args {
    pub(crate) to: Option<Provider>,
    pub(crate) from: Option<ToolFormat>,
    pub(crate) fragment: bool,
    pub(crate) check: bool,
    pub(crate) help: bool,
    /// `None`: standard input.
    pub(crate) file: Option<PathBuf>,
}

/// Reads the words after the program's name.
pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args::default();
    let mut file = None;
    while let Some(word) = words.next() {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) if key.starts_with("--") => (key, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        match (key, value) {
            ("--to", value) => named(&mut args.to, "--to", value, &mut words)?,
            ("--from", value) => named(&mut args.from, "--from", value, &mut words)?,
            ("--fragment", None) => args.fragment = true,
            ("--check", None) => args.check = true,
            ("--help" | "-h", None) => args.help = true,
            (name, None) if name == "-" || !name.starts_with('-') => {
                if file.replace(word).is_some() {
                    return Err("more than one file is given".to_owned());
                }
            }
            _ => return Err(format!("unknown argument `{word}`")),
        }
    }
    args.file = file.filter(|name| name != "-").map(PathBuf::from);
    if args.to.is_none() && !args.check && !args.help {
        return Err(format!(
            "`--to PROVIDER` is missing; the names are {}",
            names()
        ));
    }
    if args.fragment && args.check {
        return Err(
            "`--check` writes nothing, so `--fragment` has no meaning beside it".to_owned(),
        );
    }
    Ok(args)
}

/// Reads the name behind a key.
fn named<T: std::str::FromStr<Err: std::fmt::Display>>(
    place: &mut Option<T>,
    key: &str,
    value: Option<String>,
    words: &mut impl Iterator<Item = String>,
) -> Result<(), String> {
    let name = value
        .or_else(|| words.next())
        .ok_or_else(|| format!("`{key}` needs a name"))?;
    // The error lists the valid names.
    let value = name.parse().map_err(|error| format!("`{key}`: {error}"))?;
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("`{key}` is given twice")),
    }
}

fn names() -> String {
    let names: Vec<_> = Provider::ALL
        .iter()
        .map(|provider| provider.name())
        .collect();
    names.join(", ")
}
