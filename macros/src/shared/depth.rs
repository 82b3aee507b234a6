//! The nesting depth of tokens. Checked before parsing, because the parser recurses as deep as the
//! tokens nest and a macro runs on the compiler's stack.

use crate::diag::Errors;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

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
/// expression (`&&&u8`), up to the next comma or block.
fn too_deep(tokens: &TokenStream, left: usize, blocks: Blocks) -> Option<TokenTree> {
    let mut angles = 0_usize;
    let mut signs = 0_usize;
    let mut arrow = false;
    for token in tokens.clone() {
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
                    '<' => angles += 1,
                    '>' if arrow => signs += 1,
                    '>' => angles = angles.saturating_sub(1),
                    ',' | ';' => signs = 0,
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
    }
    None
}
