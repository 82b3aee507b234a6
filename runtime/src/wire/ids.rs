//! Call ids: synthetic ids for providers that send none, and ids rewritten to fit the receiving
//! provider.
//!
//! Each function depends only on its arguments, so a call and its result agree even if they are
//! written at different times.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::provider::{CallIds, Provider};

const MADE: &str = "made_";

pub(super) fn synthetic(position: usize, name: &str, arguments: &str) -> String {
    let position = (position as u64).to_le_bytes();
    let hash = hash_of(&[&position, name.as_bytes(), &[0], arguments.as_bytes()]);
    format!("{MADE}{hash:016x}")
}

/// Returns `true` for a synthetic id, which isn't sent to a provider that allows missing ids.
pub(super) fn is_made_up(id: &str) -> bool {
    id.strip_prefix(MADE).is_some_and(|hex| {
        let hex = hex.split_once('-').map_or(hex, |(hex, _)| hex);
        hex.len() == 16 && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

#[derive(Debug)]
pub(super) struct UniqueIds {
    accepted: CallIds,
    seen: HashMap<String, usize>,
}

impl UniqueIds {
    pub(super) fn new(accepted: CallIds) -> Self {
        UniqueIds {
            accepted,
            seen: HashMap::new(),
        }
    }

    /// Returns the id, or a replacement if the provider rejects it or another call has it.
    pub(super) fn assign(&mut self, id: &str) -> String {
        let id = sanitize(self.accepted, id).into_owned();
        let mut n = *self.seen.get(&id).unwrap_or(&0);
        if n == 0 {
            self.seen.insert(id.clone(), 1);
            return id;
        }
        // The provider may have used `x-2` itself.
        loop {
            n += 1;
            let other = sanitize(self.accepted, &format!("{id}-{n}")).into_owned();
            if !self.seen.contains_key(&other) {
                self.seen.insert(id, n);
                self.seen.insert(other.clone(), 1);
                return other;
            }
        }
    }
}

/// Returns a valid id for a provider: the id itself if possible, otherwise a deterministic
/// replacement.
pub(super) fn sanitize(accepted: CallIds, id: &str) -> Cow<'_, str> {
    match accepted {
        CallIds::Any | CallIds::None => Cow::Borrowed(id),
        CallIds::With(more) => fit_with(id, more),
        CallIds::Nine => fit_nine(id),
    }
}

pub(crate) fn accepted_id(provider: Provider, id: &str) -> String {
    sanitize(provider.request().call_ids, id).into_owned()
}

/// Returns the id, or a hash of it unless it has 1 to 64 ASCII letters, digits and characters of
/// `more`.
fn fit_with<'i>(id: &'i str, more: &str) -> Cow<'i, str> {
    let fits = (1..=64).contains(&id.len())
        && id
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || more.contains(c));
    if fits {
        return Cow::Borrowed(id);
    }
    Cow::Owned(format!("call_{:016x}", hash_of(&[id.as_bytes()])))
}

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns the id, or a hash of it unless it has exactly nine ASCII letters and digits.
fn fit_nine(id: &str) -> Cow<'_, str> {
    if id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Cow::Borrowed(id);
    }
    let mut rest = hash_of(&[id.as_bytes()]);
    let mut text = String::with_capacity(9);
    for _ in 0..9 {
        let digit = usize::try_from(rest % 62).unwrap_or(0);
        text.push(char::from(ALPHABET[digit]));
        rest /= 62;
    }
    Cow::Owned(text)
}

/// FNV-1a, with a mix behind each piece so that all bits depend on the last byte. The ids are
/// stored, and the standard library's hashes may change between versions.
fn hash_of(pieces: &[&[u8]]) -> u64 {
    pieces.iter().fold(0xcbf2_9ce4_8422_2325, |hash, piece| {
        let step =
            |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let hash = piece.iter().fold(hash, step);
        let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ (hash >> 29)
    })
}

#[cfg(test)]
mod tests {
    use super::{CallIds, fit_nine, is_made_up, sanitize, synthetic};

    #[test]
    fn ids_depend_on_position_and_content_alone() {
        let id = synthetic(0, "a", "{}");
        assert_eq!(id, synthetic(0, "a", "{}"));
        assert!(is_made_up(id.as_str()));
        assert!(!is_made_up("made_by_hand"));
        for other in [
            synthetic(1, "a", "{}"),
            synthetic(0, "b", "{}"),
            synthetic(0, "a", "[]"),
        ] {
            assert_ne!(id, other);
        }
    }

    #[test]
    fn mistral_gets_nine_letters_and_digits() {
        assert_eq!(fit_nine("D681PevKs"), "D681PevKs");
        for id in ["call_990c", "", "toolu_01A", "D681PevKs-2", "äöüäöüäöü"] {
            let fitted = fit_nine(id);
            assert_eq!(fitted.len(), 9);
            assert!(fitted.bytes().all(|byte| byte.is_ascii_alphanumeric()));
            assert_eq!(fitted, fit_nine(id));
        }
        assert_ne!(fit_nine("call_1"), fit_nine("call_2"));
    }

    #[test]
    fn an_id_that_fits_stays() {
        assert_eq!(sanitize(CallIds::With("_"), "call_1"), "call_1");
        assert_ne!(sanitize(CallIds::With("_"), "call 1"), "call 1");
        assert!(sanitize(CallIds::With("_"), &"x".repeat(1000)).len() <= 64);
    }
}
