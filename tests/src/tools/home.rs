//! No parameters, maps, tuples, integer enums, any JSON.

use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

/// The time now, in UTC.
#[tool(read_only, idempotent)]
pub fn current_time() -> String {
    String::from("2026-11-21T10:00:00Z")
}

/// Set the labels of an issue; those that are not named stay as they are.
#[tool]
pub fn set_labels(
    /// The issue's number
    issue: std::num::NonZeroU32,
    /// Colors by label, six hexadecimal digits each
    labels: BTreeMap<String, String>,
    /// Points by day of the month
    points: Option<BTreeMap<u8, f64>>,
) -> usize {
    let _ = (issue, points);
    labels.len()
}

/// How fast to go.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
    ToolSchema,
)]
#[repr(u8)]
#[tool(repr)]
pub enum Speed {
    /// Walking pace
    Slow = 1,
    /// As fast as it is safe
    Normal = 5,
    /// As fast as it goes
    Fast = 10,
}

/// Move the robot along a path.
#[tool(destructive)]
#[allow(clippy::unused_async)] // A real robot would need `await` here.
pub async fn move_robot(
    /// Points to pass, as x and y in metres
    path: Vec<(f64, f64)>,
    speed: Speed,
    /// Where to look at the end: a name and degrees
    pose: Option<(String, i16)>,
    /// Red, green and blue
    light: [u8; 3],
) -> bool {
    let _ = (path, speed, pose, light);
    true
}

/// Store any value under a key.
#[tool(name = "kv_store", idempotent)]
pub fn store_value(
    key: &str,
    /// Any JSON
    value: serde_json::Value,
    /// How long to keep it
    keep: Option<std::time::Duration>,
    #[tool(rename = "only-if")] only_if: Option<serde_json::Value>,
) -> bool {
    let _ = (key, value, keep, only_if);
    true
}
