//! A mail tool that asks for strict mode, and a legacy system with odd names.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

/// What to attach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum Attachment {
    /// A file by its path
    File(String),
    /// Some text with a name
    Inline {
        /// How it is called
        name: String,
        /// The text
        text: String,
    },
    /// A card with the sender's address
    Card,
}

/// Send a mail.
#[tool(open_world, strict)]
pub fn send_mail(
    /// Who gets it
    #[tool(format = "email")]
    to: &str,
    subject: Option<&str>,
    body: &str,
    attachments: Vec<Attachment>,
) -> bool {
    let _ = (subject, body, attachments);
    !to.is_empty()
}

/// A report of an old system, whose names no provider but JSON takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The department's name
    #[serde(rename = "Abteilung (Kürzel)")]
    pub department: String,
    /// Sums by year
    #[serde(rename = "Summen/Jahr")]
    pub sums: BTreeMap<u16, i64>,
    /// Follow-up reports
    #[serde(rename = "Folge-Berichte", default)]
    pub follow_ups: Vec<Report>,
}

/// File a report in the old system.
#[tool]
pub fn legacy_report(report: Report, copies: Option<u8>) -> bool {
    let _ = copies;
    report.follow_ups.is_empty()
}
