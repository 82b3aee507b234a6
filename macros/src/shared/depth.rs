//! The nesting depth of tokens. Checked before parsing, because the parser recurses as deep as the
//! tokens nest and a macro runs on the compiler's stack.

use crate::diag::Errors;
use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree, token_stream};
use std::iter::Peekable;

/// Maximum depth of a type or an attribute: more than users write, and little enough that an
/// unoptimised build doesn't overflow a thread with a 2 MB stack (some fifty `Option<`).
const DEEPEST: usize = 40;

/// Blocks that are not parsed.
#[derive(Clone, Copy)]
pub(crate) enum Blocks {
    /// None: everything is parsed.
    None,
    /// The function's own body.
    OfTheItem,
    /// The bodies of the functions in an `impl` block.
    OfItsItems,
}

/// Returns whether the tokens are safe to parse, and reports an error if not.
pub(crate) fn is_shallow(tokens: &TokenStream, blocks: Blocks, errors: &mut Errors) -> bool {
    let too_deep = too_deep(tokens, DEEPEST, blocks);
    if let Some(token) = &too_deep {
        errors.on(
            token,
            format_args!(
                "this is nested more than {DEEPEST} deep; give the inner part a name, as `type Inner = ..`, and write the name here"
            ),
        );
    }
    too_deep.is_none()
}

/// Returns the first token that is deeper than `left`.
///
/// Brackets count, including angle brackets. So do arrows and the operators before a type or an
/// expression (`&&&u8`), up to the next comma or block. A shift beside a number (`1 << 4`) is not
/// a bracket, and every angle bracket is closed before a semicolon.
fn too_deep(tokens: &TokenStream, left: usize, blocks: Blocks) -> Option<TokenTree> {
    let mut angles = 0_usize;
    let mut signs = 0_usize;
    let mut arrow = false;
    let mut after_number = false;
    let mut trees = tokens.clone().into_iter().peekable();
    while let Some(token) = trees.next() {
        let is_number = matches!(&token, TokenTree::Literal(_));
        match &token {
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::Brace {
                    signs = 0;
                }
                let inside = match (blocks, group.delimiter()) {
                    (Blocks::OfTheItem, Delimiter::Brace) => continue,
                    (Blocks::OfItsItems, Delimiter::Brace) => Blocks::OfTheItem,
                    _ => Blocks::None,
                };
                let used = angles + signs + 1;
                if used > left {
                    return Some(token);
                }
                let found = too_deep(&group.stream(), left - used, inside);
                if found.is_some() {
                    return found;
                }
            }
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    '<' if is_shift(punct, after_number, &mut trees) => {}
                    '<' => angles += 1,
                    '>' if arrow => signs += 1,
                    '>' => angles = angles.saturating_sub(1),
                    ';' => (angles, signs) = (0, 0),
                    ',' => signs = 0,
                    '-' if punct.spacing() == Spacing::Joint => {}
                    '&' | '*' | '!' | '-' => signs += 1,
                    _ => {}
                }
                arrow = matches!(punct.as_char(), '-' | '=') && punct.spacing() == Spacing::Joint;
                if angles + signs > left {
                    return Some(token);
                }
            }
            _ => {}
        }
        after_number = is_number;
    }
    None
}

/// Returns whether a `<` is the first of a shift beside a number, and consumes the second. No type
/// begins with a number, nor follows one.
fn is_shift(
    first: &Punct,
    after_number: bool,
    trees: &mut Peekable<token_stream::IntoIter>,
) -> bool {
    let mut ahead = trees.clone();
    let second = matches!(ahead.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '<');
    let before_number = matches!(ahead.next(), Some(TokenTree::Literal(_)));
    let shift = first.spacing() == Spacing::Joint && second && (after_number || before_number);
    if shift {
        trees.next();
    }
    shift
}

#[cfg(test)]
mod tests {
    use super::{Blocks, is_shallow};
    use crate::diag::Errors;

    fn shallow(text: &str) -> bool {
        let mut errors = Errors::default();
        is_shallow(&text.parse().unwrap(), Blocks::None, &mut errors)
    }

    #[test]
    fn many_shifts_are_not_nested() {
        let variants =
            |value: &str| format!("enum Flags {{ {} }}", format!("A = {value},").repeat(50));
        assert!(shallow(&variants("1 << 4")));
        assert!(shallow(&variants("1u64 << BITS")));
        assert!(shallow(&variants("ONE << 4")));
        assert!(shallow(&"const X: u32 = ONE << BITS;".repeat(50)));
        assert!(shallow(&"const X: bool = A < B;".repeat(50)));
    }

    #[test]
    fn brackets_beside_shifts_are_nested() {
        assert!(!shallow(&"Vec<".repeat(50)));
        assert!(!shallow(&"Vec<<".repeat(50)));
        assert!(!shallow(&format!("u8; 1 << {}", "Vec<".repeat(50))));
        assert!(!shallow(&"Vec<3, ".repeat(50)));
    }
}
