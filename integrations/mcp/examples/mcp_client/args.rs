//! Parses the command line.

use toolcast::Provider;

pub(crate) const USAGE: &str = "\
Lists the tools of an MCP server, or calls one.

Usage: mcp_client [--provider NAME] [--call TOOL ARGUMENTS] (COMMAND [ARGUMENT ..] | --http URL)

  --provider NAME        list the declarations for this provider; for a call: the provider whose model wrote the arguments
  --call TOOL ARGUMENTS  call a tool with arguments, a JSON object
  --http URL             a server over streamable HTTP; the token comes from the environment variable MCP_TOKEN
  --help                 this text";

/// The server's command or address.
#[derive(Debug)]
pub(crate) enum Server {
    Command(String, Vec<String>),
    #[cfg_attr(
        not(feature = "http-client"),
        expect(
            dead_code,
            reason = "an address may contain a credential, so no message has it"
        )
    )]
    Http(String),
}

#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) provider: Option<Provider>,
    pub(crate) call: Option<(String, String)>,
    pub(crate) server: Server,
}

/// Parses the command line. `None` requests the usage.
pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Option<Asked>, String> {
    let (mut provider, mut call, mut http) = (None, None, None);
    let mut command = None;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--provider" => {
                let name = words.next().ok_or("`--provider` needs a name")?;
                provider = Some(name.parse().map_err(|error| format!("`{name}`: {error}"))?);
            }
            "--call" => {
                let name = words.next().ok_or("`--call` needs the name of a tool")?;
                let arguments = words
                    .next()
                    .ok_or("`--call` needs arguments: a JSON object")?;
                call = Some((name, arguments));
            }
            "--http" => http = Some(words.next().ok_or("`--http` needs an address")?),
            "--help" | "-h" => return Ok(None),
            word if word.starts_with("--") => return Err(format!("unknown argument `{word}`")),
            _ => {
                // All remaining arguments belong to the server.
                command = Some((word, words.by_ref().collect()));
            }
        }
    }
    let server = match (http, command) {
        (Some(url), None) => Server::Http(url),
        (None, Some((program, args))) => Server::Command(program, args),
        (None, None) => return Err("no server is named".to_owned()),
        (Some(_), Some(_)) => return Err("a command and `--http` are two servers".to_owned()),
    };
    Ok(Some(Asked {
        provider,
        call,
        server,
    }))
}
