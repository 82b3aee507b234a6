//! A calendar event: formats, lists of objects, a tagged union, a flattened parameter.

use serde::{Deserialize, Serialize};
use toolcast::{ToolSchema, tool};

/// Who comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Attendee {
    /// Where the invitation goes
    #[tool(format = "email")]
    pub email: String,
    /// The event can happen without them
    #[serde(default)]
    pub optional: bool,
}

/// Where an event happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Location {
    /// In a room
    Room {
        /// The room's number
        number: u16,
        /// Which building
        building: Option<String>,
    },
    /// On the net
    Online {
        /// The meeting's address
        #[tool(format = "uri")]
        url: String,
    },
    /// Nowhere yet
    Open,
}

/// When something begins and ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Span {
    /// When it begins
    #[tool(format = "date-time")]
    pub start: String,
    /// How many minutes it takes
    #[tool(range(5..=1440), multiple_of = 5)]
    pub minutes: u16,
}

/// Create a calendar event and invite people.
#[tool(destructive = false)]
pub fn create_event(
    /// What it is called
    #[tool(length(1..=120))]
    title: &str,
    #[tool(flatten)] span: Span,
    /// Who is invited
    #[tool(length(1..=50))]
    attendees: Vec<Attendee>,
    location: Location,
    /// Minutes before the start when to remind; none: no reminder
    #[tool(default = 15)]
    reminder: Option<u16>,
) -> String {
    let _ = (span, attendees, location, reminder);
    title.to_string()
}
