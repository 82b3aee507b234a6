//! The source of a generated crate: a program with this many tools, in one version for each way to
//! get a schema.

use crate::members::MEMBERS;
use std::fmt::Write as _;

/// The way to get the schema, or a program without one for comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The functions alone.
    Plain,
    /// `#[derive(Deserialize)]` on a struct of the parameters.
    Serde,
    /// `#[derive(JsonSchema)]` on it, and one `schema_for!`.
    Schemars,
    /// Both: what a program has that reads what the model sends.
    SerdeSchemars,
    /// `#[derive(ToolSchema)]` on it.
    Derive,
    /// `#[tool]` on the function, without the feature `call`, and no declaration is used: the tree
    /// and its checks.
    Tree,
    /// The same, with all seventeen declarations used.
    Texts,
    /// `#[tool]` with the default features: decoding and calling too.
    Tool,
}

impl Kind {
    pub(crate) const ALL: [Kind; 8] = [
        Kind::Plain,
        Kind::Serde,
        Kind::Schemars,
        Kind::SerdeSchemars,
        Kind::Derive,
        Kind::Tree,
        Kind::Texts,
        Kind::Tool,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Plain => "plain",
            Kind::Serde => "serde",
            Kind::Schemars => "schemars",
            Kind::SerdeSchemars => "both",
            Kind::Derive => "derive",
            Kind::Tree => "tree",
            Kind::Texts => "texts",
            Kind::Tool => "tool",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Kind::Plain => "plain `fn`",
            Kind::Serde => "`Deserialize`",
            Kind::Schemars => "`JsonSchema`, one schema",
            Kind::SerdeSchemars => "`Deserialize` + `JsonSchema`, one schema",
            Kind::Derive => "`ToolSchema`",
            Kind::Tree => "`#[tool]`, no text, no call",
            Kind::Texts => "`#[tool]`, 17 texts, no call",
            Kind::Tool => "`#[tool]`, 17 texts and calls",
        }
    }

    /// The derives of a struct or enum.
    fn derives(self) -> &'static str {
        match self {
            Kind::Plain => "Clone",
            Kind::Serde => "serde::Deserialize",
            Kind::Schemars => "schemars::JsonSchema",
            Kind::SerdeSchemars => "serde::Deserialize, schemars::JsonSchema",
            Kind::Derive | Kind::Tree | Kind::Texts => "toolcast::ToolSchema",
            // A call decodes it.
            Kind::Tool => "serde::Deserialize, toolcast::ToolSchema",
        }
    }

    /// Returns true if `#[tool]` is on the function.
    fn is_tool(self) -> bool {
        matches!(self, Kind::Tree | Kind::Texts | Kind::Tool)
    }

    fn is_function(self) -> bool {
        self == Kind::Plain || self.is_tool()
    }

    fn reads_serde_attributes(self) -> bool {
        self != Kind::Plain
    }

    /// Returns true if the crate uses toolcast without decoding and calling.
    pub(crate) fn calls_nothing(self) -> bool {
        matches!(self, Kind::Tree | Kind::Texts)
    }
}

/// One generated crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) kind: Kind,
    pub(crate) tools: usize,
    pub(crate) params: usize,
    /// Each parameter is a struct of its own with one field.
    pub(crate) named: bool,
}

impl Case {
    pub(crate) fn new(kind: Kind, tools: usize, params: usize) -> Self {
        Case {
            kind,
            tools,
            params,
            named: false,
        }
    }

    /// The same crate without tools.
    pub(crate) fn base(self) -> Self {
        Case::new(self.kind, 0, 0)
    }

    /// The package's name.
    pub(crate) fn package(self) -> String {
        let named = if self.named { "-named" } else { "" };
        format!("{}-{}x{}{named}", self.kind.name(), self.tools, self.params)
    }

    /// How many modules the tools are in.
    pub(crate) fn modules(self) -> usize {
        self.tools.div_ceil(PER_MODULE)
    }

    /// `lib.rs`: the type that all tools share, and the modules.
    pub(crate) fn library(self) -> String {
        let mut out = String::from("#![allow(dead_code, unused_imports, unused_variables)]\n");
        for i in 0..self.modules() {
            let _ = writeln!(out, "pub mod tools_{i};");
        }
        let _ = writeln!(
            out,
            "\n/// How to order the results.\n#[derive({})]",
            self.kind.derives()
        );
        if self.kind.reads_serde_attributes() {
            out.push_str("#[serde(rename_all = \"snake_case\")]\n");
        }
        out.push_str(ORDER);
        out
    }

    /// A file of tools.
    pub(crate) fn module(self, index: usize) -> String {
        let mut out = String::from("use crate::Order;\n");
        if self.kind.is_tool() {
            out.push_str("use toolcast::tool;\n");
        }
        let from = index * PER_MODULE;
        for tool in from..(from + PER_MODULE).min(self.tools) {
            out.push('\n');
            self.tool(&mut out, tool);
        }
        out
    }

    fn tool(self, out: &mut String, tool: usize) {
        if self.named {
            for i in 0..self.params {
                let _ = writeln!(
                    out,
                    "/// The choice number {i}.\n#[derive({})]\npub struct Choice{tool}n{i} {{\n    /// What was chosen.\n    pub value: String,\n}}",
                    self.kind.derives(),
                );
            }
        }
        let _ = writeln!(
            out,
            "/// Search the items of collection {tool} that the user may see.\n///\n/// Returns the names of what was found, best first."
        );
        if self.kind.is_function() {
            if self.kind.is_tool() {
                out.push_str("#[tool]\n");
            }
            let _ = writeln!(out, "pub fn search_items_{tool}(");
            self.members(out, tool, true);
            out.push_str(") -> Result<String, String> {\n    Ok(String::new())\n}\n");
        } else {
            let _ = writeln!(
                out,
                "#[derive({})]\npub struct SearchItems{tool} {{",
                self.kind.derives()
            );
            self.members(out, tool, false);
            out.push_str("}\n");
        }
        self.user(out, tool);
    }

    /// The parameters or fields.
    fn members(self, out: &mut String, tool: usize, function: bool) {
        for i in 0..self.params {
            let sort = &MEMBERS[i % MEMBERS.len()];
            // Without `#[tool]`, a parameter can't have a doc comment.
            if self.kind != Kind::Plain {
                let docs = sort.docs;
                let _ = writeln!(out, "    /// {docs}, number {i} of collection {tool}.");
            }
            let constraint = match self.kind {
                _ if self.named => "",
                Kind::Tree | Kind::Texts | Kind::Tool | Kind::Derive => sort.tool,
                Kind::Schemars | Kind::SerdeSchemars => sort.schemars,
                Kind::Plain | Kind::Serde => "",
            };
            if !constraint.is_empty() {
                let _ = writeln!(out, "    #[{constraint}]");
            }
            let public = if function { "" } else { "pub " };
            let name = sort.name;
            let _ = if self.named {
                writeln!(out, "    {public}{name}_{i}: Choice{tool}n{i},")
            } else {
                let ty = if function { sort.param } else { sort.field };
                writeln!(out, "    {public}{name}_{i}: {ty},")
            };
        }
    }

    /// A public function that uses what was made, so that a release build makes all of it.
    fn user(self, out: &mut String, tool: usize) {
        let _ = match self.kind {
            Kind::Plain | Kind::Tree => Ok(()),
            // In a check, toolcast is compared with the derive alone.
            Kind::Serde => writeln!(
                out,
                "#[cfg(not(debug_assertions))]\npub fn use_{tool}(text: &str) -> serde_json::Result<SearchItems{tool}> {{\n    serde_json::from_str(text)\n}}"
            ),
            Kind::Schemars => writeln!(
                out,
                "pub fn use_{tool}() -> schemars::Schema {{\n    schemars::schema_for!(SearchItems{tool})\n}}"
            ),
            Kind::SerdeSchemars => writeln!(
                out,
                "pub fn use_{tool}() -> schemars::Schema {{\n    schemars::schema_for!(SearchItems{tool})\n}}\n#[cfg(not(debug_assertions))]\npub fn read_{tool}(text: &str) -> serde_json::Result<SearchItems{tool}> {{\n    serde_json::from_str(text)\n}}"
            ),
            Kind::Derive => writeln!(
                out,
                "pub fn use_{tool}() -> toolcast::schema::SchemaRef {{\n    <SearchItems{tool} as toolcast::ToolSchema>::SCHEMA\n}}"
            ),
            Kind::Texts | Kind::Tool => writeln!(
                out,
                "pub fn use_{tool}(provider: toolcast::Provider) -> &'static str {{\n    search_items_{tool}::schema_for(provider)\n}}"
            ),
        };
    }
}

/// How many tools a file holds.
const PER_MODULE: usize = 10;

const ORDER: &str = "pub enum Order {
    /// Best match first
    Relevance,
    /// Newest first
    LastUpdated,
    /// Oldest first
    FirstCreated,
}
";
