//! The server side of `process`: an engine of this program that answers lines of JSON.

use super::{Engine, Next, Taken, llguidance, outlines};
use serde_json::{Value, json};
use std::io::{BufRead as _, Write as _, stdin, stdout};

/// Answers questions until the input ends.
pub(crate) fn serve(name: &str) -> Result<(), String> {
    let mut engine: Box<dyn Engine> = match name {
        "llguidance" => Box::new(llguidance::Llguidance::new()?),
        "outlines-core" => Box::new(outlines::Outlines::new()),
        _ => return Err(format!("unknown engine `{name}`")),
    };
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let said = match serde_json::from_str(&line) {
            Ok(asked) => answer(engine.as_mut(), &asked),
            Err(error) => Err(error.to_string()),
        };
        let said = match said {
            Ok(said) => json!({ "ok": said }),
            Err(error) => json!({ "error": error }),
        };
        writeln!(out, "{said}")
            .and_then(|()| out.flush())
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn answer(engine: &mut dyn Engine, asked: &Value) -> Result<Value, String> {
    let text = asked["text"].as_str().unwrap_or_default();
    match asked["do"].as_str() {
        Some("version") => Ok(engine.version().into()),
        Some("compile") => engine.compile(text).map(Value::from),
        Some("restart") => engine.restart().map(Value::from),
        Some("next") => {
            for byte in asked["pushed"].as_array().into_iter().flatten() {
                let byte = byte.as_u64().and_then(|byte| u8::try_from(byte).ok());
                engine.push(byte.ok_or("no byte")?)?;
            }
            engine.next().map(|next| told(&next))
        }
        Some("take") => Ok(match engine.take(text)? {
            Taken::Whole => Value::Null,
            Taken::Until(at) => at.into(),
            Taken::Unfinished => text.len().into(),
        }),
        _ => Err(format!("unknown request {asked}")),
    }
}

/// Encodes the allowed bytes as a bitmap in hexadecimal, first byte first, four bytes to a digit.
fn told(next: &Next) -> Value {
    let digit = |four: &[bool]| {
        let digit = four
            .iter()
            .fold(0, |digit, may| digit << 1 | u32::from(*may));
        char::from_digit(digit, 16).unwrap_or('0')
    };
    let may: String = next.may.chunks(4).map(digit).collect();
    json!({ "forced": String::from_utf8_lossy(&next.forced), "may": may, "end": next.end })
}
