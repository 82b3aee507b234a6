//! Parses the command line.

pub(crate) const USAGE: &str = "\
An MCP server of a few tools.

Usage: mcp_server [--http ADDRESS]

  --http ADDRESS  serve streamable HTTP at http://ADDRESS/mcp, such as 127.0.0.1:8080; port 0 is any free port, which is printed
  --help          this text

Without `--http` it uses standard input and output.";

/// How to serve.
#[derive(Debug)]
pub(crate) enum Way {
    Stdio,
    Http(String),
}

/// Parses the command line. `None` requests the usage.
pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Option<Way>, String> {
    let mut way = Way::Stdio;
    while let Some(word) = words.next() {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        match (key, value) {
            ("--http", value) => {
                if matches!(way, Way::Http(_)) {
                    return Err("`--http` is given twice".to_owned());
                }
                let address = value.or_else(|| words.next());
                way = Way::Http(address.ok_or("`--http` needs an address")?);
            }
            ("--help" | "-h", None) => return Ok(None),
            _ => {
                return Err(format!(
                    "unknown argument `{word}`, expected `--http ADDRESS` or `--help`"
                ));
            }
        }
    }
    Ok(Some(way))
}
