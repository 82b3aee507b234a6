//! Values that a schema accepts, from a tape of choices.

pub mod generate;
mod pattern;
pub mod scalars;
pub mod tape;

use serde::de::IgnoredAny;
use serde_json::Value;

use crate::decode::{Arguments, DecodeOptions};
use crate::dialect::CANONICAL;
use crate::render::render;
use crate::schema::Schema;
use crate::tool::ToolDef;
use generate::Generator;
use tape::Tape;

/// The number of choices in a value. After them it is completed by the simplest ones.
const MAX_CHOICES: usize = 96;

/// The number of values that are made until the decoder accepts one.
const MAX_TRIES: u64 = 64;

/// Returns arguments that the tool accepts, for calls in tests. Equal seeds give equal arguments.
///
/// The value is made from the tool's JSON Schema and read by its decoder: types, bounds, lengths,
/// formats and patterns. Patterns with look-around aren't understood. If the tool's own types
/// reject more than the schema does (`TryFrom`), they may reject this value. Depth and size are
/// bounded.
///
/// ```
/// use toolcast::{Provider, Tool, tool};
///
/// #[tool]
/// fn book(#[tool(range(1..=9))] seats: u8, #[tool(pattern = "^[A-Z]{3}$")] to: String) -> String {
///     format!("{seats} to {to}")
/// }
///
/// for seed in 0..10 {
///     let arguments = toolcast::testing::sample_arguments(book::DEF, seed);
///     book::call(Provider::OpenAi, &arguments.to_string()).now_or_never().unwrap().unwrap();
/// }
/// ```
///
/// # Panics
///
/// Panics if the tool's decoder accepts none of 64 values, and if no JSON text can express the
/// tool's schema, which is a compile error in most programs.
#[track_caller]
pub fn sample_arguments(tool: &ToolDef, seed: u64) -> Value {
    match sample(tool.parameters(), seed) {
        Ok(value) => value,
        Err(reason) => panic!("no arguments for `{}`: {reason}", tool.name()),
    }
}

fn sample(schema: &Schema<'_>, seed: u64) -> Result<Value, &'static str> {
    let text = render(schema, CANONICAL).map_err(|_| "JSON Schema can't express its parameters")?;
    let root = serde_json::from_str(&text).map_err(|_| "its schema is not JSON")?;
    let generator = Generator::new(&root);
    for attempt in 0..MAX_TRIES {
        let value = generator.value(&mut tape_of(seed, attempt));
        let text = format!("{value}");
        let read = Arguments::parse_answer(&text, schema, DecodeOptions::new())
            .and_then(|arguments| arguments.read::<IgnoredAny>(schema, CANONICAL));
        if read.is_ok() {
            return Ok(value);
        }
    }
    Err("its decoder accepts none of 64 values")
}

/// Returns a tape of random choices, by `SplitMix64`.
fn tape_of(seed: u64, attempt: u64) -> Tape {
    let mut state = seed ^ attempt.rotate_left(32);
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut n = state;
        n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((n ^ (n >> 31)) >> 32).unwrap_or(0)
    };
    Tape::new((0..MAX_CHOICES).map(|_| next()).collect::<Vec<_>>())
}
