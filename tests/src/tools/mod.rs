//! Tools of a realistic program, one for each feature that providers handle differently.

#![allow(clippy::needless_pass_by_value)] // A tool owns its arguments.

mod calendar;
mod documents;
mod home;
mod issues;
mod mail;

pub use calendar::*;
pub use documents::*;
pub use home::*;
pub use issues::*;
pub use mail::*;

use toolcast::ToolDef;

/// Every tool, for the golden texts and for the judges.
pub fn all() -> Vec<&'static ToolDef> {
    use toolcast::Tool;
    vec![
        search_issues::DEF,
        find_documents::DEF,
        create_event::DEF,
        current_time::DEF,
        set_labels::DEF,
        move_robot::DEF,
        store_value::DEF,
        send_mail::DEF,
        legacy_report::DEF,
    ]
}
