//! Strings that a grammar accepts: random walks that prefer to end.

use crate::engine::{Engine, Next};
use fastrand::Rng;

/// From this number of bytes on, the walk takes the bytes that end soonest.
const LONG: usize = 400;

/// The walk gives up at this number of bytes. A longer schema raises the limit, because a value
/// with all its names may be as long.
const LONGEST: usize = 6000;

/// Generates one string that the grammar accepts; `None` if the walk did not end.
pub(crate) fn walk(
    engine: &mut dyn Engine,
    rng: &mut Rng,
    schema: &str,
) -> Result<Option<Vec<u8>>, String> {
    let longest = LONGEST.max(schema.len());
    engine.restart()?;
    let mut text = Vec::new();
    let mut place = Place::default();
    // The walk's randomness: at the lowest, whitespace and long strings are rare.
    let wild = rng.f64();
    // Some walks are short from the start, so that omitted parts are covered too.
    let long = rng.usize(0..LONG);
    loop {
        let next = engine.next()?;
        for &byte in &next.forced {
            place.after(byte);
            text.push(byte);
        }
        // Some grammars accept bytes that are not UTF-8; no tokenizer has tokens for them.
        let may: Vec<u8> = (0..=255)
            .filter(|byte| next.may[usize::from(*byte)] && place.is_text(*byte))
            .collect();
        let hurry = text.len() > long;
        if next.end && (may.is_empty() || hurry || rng.u8(0..4) != 0) {
            return Ok(Some(text));
        }
        let byte = match may[..] {
            [] => {
                return Err(format!(
                    "a walk that can neither go on nor end: {}",
                    String::from_utf8_lossy(&text)
                ));
            }
            [only] => only,
            _ if hurry => soonest(&next, &place, rng, &may),
            _ => any(&place, rng, &may, wild),
        };
        engine.push(byte)?;
        place.after(byte);
        text.push(byte);
        if text.len() > longest {
            return Ok(None);
        }
    }
}

/// The position of a walk within JSON.
#[derive(Default)]
struct Place {
    in_string: bool,
    escaped: bool,
    /// How many bytes of a character are yet to come, and what the next of them may be.
    rest: u8,
    from: u8,
    to: u8,
}

impl Place {
    /// Returns true if the byte continues valid UTF-8.
    fn is_text(&self, byte: u8) -> bool {
        match self.rest {
            0 => matches!(byte, 0..0x80 | 0xC2..0xF5),
            _ => (self.from..=self.to).contains(&byte),
        }
    }

    fn after(&mut self, byte: u8) {
        (self.rest, self.from, self.to) = match byte {
            0x80..0xC0 => (self.rest.saturating_sub(1), 0x80, 0xBF),
            0xC2..0xE0 => (1, 0x80, 0xBF),
            0xE0 => (2, 0xA0, 0xBF),
            0xED => (2, 0x80, 0x9F),
            0xE1..0xF0 => (2, 0x80, 0xBF),
            0xF0 => (3, 0x90, 0xBF),
            0xF4 => (3, 0x80, 0x8F),
            0xF1..0xF4 => (3, 0x80, 0xBF),
            _ => (0, 0, 0),
        };
        match (byte, self.in_string, self.escaped) {
            (_, true, true) => self.escaped = false,
            (b'\\', true, false) => self.escaped = true,
            (b'"', _, _) => self.in_string = !self.in_string,
            _ => {}
        }
    }
}

/// Picks the byte that ends the text soonest, judged from this byte alone.
fn soonest(next: &Next, place: &Place, rng: &mut Rng, may: &[u8]) -> u8 {
    let first = |wanted: &[u8]| {
        wanted
            .iter()
            .copied()
            .find(|byte| next.may[usize::from(*byte)])
    };
    let found = if place.in_string {
        if place.escaped { None } else { first(b"\"") }
    } else {
        first(b"}]n")
    };
    if let Some(byte) = found {
        return byte;
    }
    // Otherwise pick at random, or a walk may loop through names, enums, or the letters that a
    // pattern requires.
    if place.in_string {
        return plain(rng, may).unwrap_or_else(|| pick(rng, may));
    }
    let no_space: Vec<u8> = may
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let shallow: Vec<u8> = no_space
        .iter()
        .copied()
        .filter(|byte| !b"{[.eE".contains(byte))
        .collect();
    if !shallow.is_empty() && rng.u8(0..8) != 0 {
        return pick(rng, &shallow);
    }
    pick(rng, if no_space.is_empty() { may } else { &no_space })
}

/// Picks at random, first among kinds of bytes, because letters would outnumber all others.
fn any(place: &Place, rng: &mut Rng, may: &[u8], wild: f64) -> u8 {
    let kind = |byte: u8| -> (usize, f64) {
        if place.in_string {
            match byte {
                b'"' => (0, 0.2),
                b'\\' => (1, 0.1 * wild),
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => (2, 1.0),
                b' '..=b'~' => (3, 0.3),
                0x80.. => (4, 0.2 * wild),
                _ => (5, 0.2 * wild),
            }
        } else {
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => (0, 0.1 * wild),
                b'0'..=b'9' => (1, 0.6),
                b'.' | b'e' | b'E' | b'+' | b'-' => (2, 0.3),
                b'"' => (3, 1.0),
                b'{' | b'[' => (4, 0.8),
                b'}' | b']' => (5, 0.4),
                b',' => (6, 0.8),
                _ => (7, 0.6),
            }
        }
    };
    let mut kinds: [(f64, Vec<u8>); 8] = std::array::from_fn(|_| (0.0, Vec::new()));
    for &byte in may {
        let (index, weight) = kind(byte);
        kinds[index].0 = weight;
        kinds[index].1.push(byte);
    }
    let all: f64 = kinds.iter().map(|(weight, _)| weight).sum();
    let mut at = rng.f64() * all;
    for (weight, bytes) in &kinds {
        at -= weight;
        if at < 0.0 && !bytes.is_empty() {
            return pick(rng, bytes);
        }
    }
    pick(rng, may)
}

/// Picks a letter or digit.
fn plain(rng: &mut Rng, may: &[u8]) -> Option<u8> {
    let plain: Vec<u8> = may
        .iter()
        .copied()
        .filter(u8::is_ascii_alphanumeric)
        .collect();
    (!plain.is_empty()).then(|| pick(rng, &plain))
}

fn pick(rng: &mut Rng, bytes: &[u8]) -> u8 {
    bytes[rng.usize(0..bytes.len())]
}
