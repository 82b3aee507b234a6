//! The nesting depth of tokens. Checked before parsing, because the parser recurses as deep as the
//! tokens nest and a macro runs on the compiler's stack.

use super::ty::is_punct;
use crate::diag::Errors;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::LitStr;
use syn::parse::Parser;

/// Maximum depth of a type or an attribute: more than users write, and little enough that an
/// unoptimised build doesn't overflow a thread with a 2 MB stack (some fifty `Option<`).
const MAX_DEPTH: usize = 40;

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
    let too_deep = too_deep(tokens, MAX_DEPTH, blocks);
    if let Some(token) = &too_deep {
        errors.on(token, message());
    }
    too_deep.is_none()
}

/// Parses the text of a literal, unless it nests too deep.
pub(crate) fn parse_text<P: Parser>(text: &LitStr, parser: P) -> syn::Result<P::Output> {
    let tokens: TokenStream = text.parse()?;
    match too_deep(&tokens, MAX_DEPTH, Blocks::None) {
        Some(_) => Err(syn::Error::new(text.span(), message())),
        None => parser.parse2(tokens),
    }
}

fn message() -> String {
    format!(
        "this is nested more than {MAX_DEPTH} deep; give the inner part a name, as `type Inner = ..`, and write the name here"
    )
}

/// Returns the first token that is deeper than `left`.
///
/// Brackets count, including angle brackets. So do arrows and the operators before a type or an
/// expression (`&&&u8`), up to the next comma or block. A shift (`1 << 4`) is not a bracket, and
/// every angle bracket is closed before a semicolon.
fn too_deep(tokens: &TokenStream, left: usize, blocks: Blocks) -> Option<TokenTree> {
    let mut angles = 0_usize;
    let mut signs = 0_usize;
    let mut arrow = false;
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut at = 0;
    while let Some(token) = trees.get(at) {
        at += 1;
        match token {
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
                    return Some(token.clone());
                }
                let found = too_deep(&group.stream(), left - used, inside);
                if found.is_some() {
                    return found;
                }
            }
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    '<' if is_shift(&trees, at - 1) => at += 1,
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
                    return Some(token.clone());
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns whether the `<` at a position is the first of a shift: beside a number, because no type
/// begins with one or follows one, or before an operand that no type in `<` can be.
fn is_shift(trees: &[TokenTree], at: usize) -> bool {
    let is_number = |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Literal(_)));
    let is_first =
        matches!(trees.get(at), Some(TokenTree::Punct(it)) if it.spacing() == Spacing::Joint);
    is_first
        && is_punct(trees.get(at + 1), '<')
        && (is_number(at.checked_sub(1).and_then(|before| trees.get(before)))
            || is_number(trees.get(at + 2))
            || is_operand(&trees[at + 2..]))
}

/// Returns whether the tokens begin with an operand of a shift: a path or a group. In
/// `<<T as Trait>` it would be a type, which is followed by `as`, `>` or a further part.
fn is_operand(trees: &[TokenTree]) -> bool {
    let mut at = 0;
    loop {
        let is_part = match trees.get(at) {
            Some(TokenTree::Group(_)) => at == 0,
            Some(TokenTree::Ident(_)) => true,
            _ => false,
        };
        if !is_part {
            return false;
        }
        at += 1;
        if !(is_punct(trees.get(at), ':') && is_punct(trees.get(at + 1), ':')) {
            break;
        }
        at += 2;
    }
    match trees.get(at) {
        None => true,
        Some(TokenTree::Punct(next)) => !matches!(next.as_char(), '<' | '>' | ':' | '!'),
        Some(_) => false,
    }
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
        assert!(shallow(&variants("ONE << BITS")));
        assert!(shallow(&variants("bits::ONE << bits::BITS | TWO")));
        assert!(shallow(&variants("(ONE) << (BITS)")));
        assert!(shallow(&"const X: u32 = ONE << BITS;".repeat(50)));
        assert!(shallow(&"const X: bool = A < B;".repeat(50)));
    }

    #[test]
    fn brackets_beside_shifts_are_nested() {
        assert!(!shallow(&"Vec<".repeat(50)));
        assert!(!shallow(&"Vec<<".repeat(50)));
        assert!(!shallow(&format!("u8; 1 << {}", "Vec<".repeat(50))));
        assert!(!shallow(&"Vec<3, ".repeat(50)));
        assert!(!shallow(&"Vec<<T as Trait>::A<".repeat(30)));
        assert!(!shallow(&"Vec<<T>::A<".repeat(30)));
        assert!(!shallow(&"Vec<<(T) as Trait>::A<".repeat(30)));
    }
}
