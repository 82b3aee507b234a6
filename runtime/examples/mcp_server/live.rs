//! A tool that needs the server itself: it changes the list of tools.

use std::sync::OnceLock;

use toolcast::mcp::Server;
use toolcast::tool;

/// Switch a tool on or off, for all who are connected.
#[tool(destructive = false, idempotent)]
pub(crate) fn switch_tool(
    name: &str,
    on: bool,
    #[tool(inject)] server: &OnceLock<Server>,
) -> Result<String, String> {
    if name == "switch_tool" {
        return Err("this tool stays".to_owned());
    }
    let server = server.get().ok_or("the server is not there yet")?;
    let switched = server.update(|tools| {
        if on {
            tools.enable(name)
        } else {
            tools.disable(name)
        }
    });
    switched.map_err(|error| error.to_string())?;
    Ok(format!("`{name}` is {}", if on { "on" } else { "off" }))
}
