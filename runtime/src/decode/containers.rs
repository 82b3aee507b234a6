//! The places of values: the array or object around each.

use crate::json_index::{TokenKind, TokenList};

/// The position of a token in its tape.
#[derive(Clone, Copy)]
pub(super) struct TokenPosition {
    /// The array or object that contains it.
    pub(super) around: u32,
    /// Its index in an array.
    pub(super) number: u32,
}

/// Computes the places of all tokens of a tape in one pass, because a request for one path is often
/// followed by more.
pub(super) fn places(tape: &TokenList) -> Vec<TokenPosition> {
    let mut open: Vec<(u32, u32, u32)> = Vec::new();
    let mut places = Vec::with_capacity(tape.tokens.len());
    for (index, token) in (0_u32..).zip(&tape.tokens) {
        while open.last().is_some_and(|(_, end, _)| *end <= index) {
            open.pop();
        }
        places.push(match open.last_mut() {
            Some((around, _, number)) => {
                *number += 1;
                TokenPosition {
                    around: *around,
                    number: *number - 1,
                }
            }
            None => TokenPosition {
                around: 0,
                number: 0,
            },
        });
        if matches!(token.kind, TokenKind::Array | TokenKind::Object) {
            open.push((index, token.next, 0));
        }
    }
    places
}
