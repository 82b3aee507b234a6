//! An event with times, attendees and a tagged union.

use serde::Deserialize;
use toolcast::{ToolSchema, tool};

/// When the event takes place
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub(crate) enum When {
    /// From one time to another
    Timed {
        /// With an offset, such as `2026-03-14T09:30:00+01:00`
        #[tool(format = "date-time")]
        start: String,
        #[tool(format = "date-time")]
        end: String,
        /// The name of a time zone, for events that repeat
        #[tool(example = "Europe/Vienna")]
        time_zone: Option<String>,
    },
    /// One or more whole days
    AllDay {
        #[tool(format = "date")]
        first_day: String,
        #[serde(default = "one")]
        #[tool(default = 1, range(1..=366))]
        days: u16,
    },
}

fn one() -> u16 {
    1
}

#[derive(Clone, Copy, Debug, Default, Deserialize, ToolSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    Organizer,
    #[default]
    Required,
    /// May stay away
    Optional,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attendee {
    #[tool(format = "email")]
    email: String,
    name: Option<String>,
    #[serde(default)]
    #[tool(default = Role::Required)]
    role: Role,
}

/// Where to meet
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Place {
    /// A room of the building, by its name
    Room(String),
    /// A call, by its link
    Call(#[tool(format = "uri")] String),
    /// Somewhere on earth: latitude and longitude in degrees
    Coordinates(#[tool(range(-90..=90))] f64, #[tool(range(-180..=180))] f64),
}

/// Put an event into the calendar and invite its attendees.
#[tool(destructive = false, idempotent = false, open_world)]
pub(crate) fn create_event(
    /// What the event is called
    #[tool(length(1..=200))]
    title: String,
    when: When,
    /// Who is invited; the caller need not be listed
    #[tool(length(..=50))]
    attendees: Vec<Attendee>,
    place: Option<Place>,
    /// Minutes before the start at which to remind
    #[tool(default = &[10], example = [5, 60])]
    reminders: &[u16],
    /// Anything else, as Markdown
    notes: Option<String>,
) -> String {
    let when = match when {
        When::Timed {
            start,
            end,
            time_zone,
        } => {
            let zone = time_zone
                .map(|zone| format!(" ({zone})"))
                .unwrap_or_default();
            format!("from {start} to {end}{zone}")
        }
        When::AllDay { first_day, days: 1 } => format!("on {first_day}"),
        When::AllDay { first_day, days } => format!("on {days} days from {first_day}"),
    };
    let place = match place {
        Some(Place::Room(name)) => format!(" in {name}"),
        Some(Place::Call(link)) => format!(" at {link}"),
        Some(Place::Coordinates(latitude, longitude)) => format!(" at {latitude}, {longitude}"),
        None => String::new(),
    };
    let mut parts = vec![format!("`{title}` is in the calendar {when}{place}")];
    for attendee in &attendees {
        let name = attendee.name.as_deref().unwrap_or(&attendee.email);
        let role = match attendee.role {
            Role::Organizer => "who organizes it",
            Role::Required => "who should come",
            Role::Optional => "who may stay away",
        };
        parts.push(format!("invited: {name} <{}>, {role}", attendee.email));
    }
    for minutes in reminders {
        parts.push(format!("reminder {minutes} minutes before"));
    }
    if notes.is_some() {
        parts.push("with notes".to_owned());
    }
    parts.join("; ")
}
