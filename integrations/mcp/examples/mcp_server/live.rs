//! A tool that changes the list of tools, through a value that the program injects.

use toolcast::tool;

/// Switches the tool with that name on or off. The error is the reason for not doing it.
type Switching = dyn Fn(&str, bool) -> Result<(), String> + Send + Sync;

/// Switches tools, as the program does it.
pub(crate) struct Switch(pub(crate) Box<Switching>);

/// Switch a tool on or off, for all who are connected.
#[tool(destructive = false, idempotent)]
pub(crate) fn switch_tool(
    name: &str,
    on: bool,
    #[tool(inject)] switch: &Switch,
) -> Result<String, String> {
    if name == "switch_tool" {
        return Err("this tool stays".to_owned());
    }
    (switch.0)(name, on)?;
    Ok(format!("`{name}` is {}", if on { "on" } else { "off" }))
}
