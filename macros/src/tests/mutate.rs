//! Programs with some tokens changed.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// A small generator of numbers, which are the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % end.max(1)
    }
}

/// Returns the number of tokens, including those inside groups.
pub(crate) fn count(tokens: &TokenStream) -> usize {
    tokens
        .clone()
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => 1 + count(&group.stream()),
            _ => 1,
        })
        .sum()
}

/// Returns the first tokens with groups closed, and a word after them: the program before the rest
/// was typed.
pub(crate) fn typed_so_far(
    tokens: &TokenStream,
    left: &mut usize,
    word: &mut Option<Ident>,
) -> TokenStream {
    let mut out = TokenStream::new();
    for token in tokens.clone() {
        if *left == 0 {
            break;
        }
        *left -= 1;
        out.extend([match token {
            TokenTree::Group(group) => TokenTree::Group(Group::new(
                group.delimiter(),
                typed_so_far(&group.stream(), left, word),
            )),
            other => other,
        }]);
    }
    if *left == 0 {
        out.extend(word.take().map(TokenTree::Ident));
    }
    out
}

/// Changes the token at a position.
pub(crate) fn edit(
    tokens: &TokenStream,
    place: &mut Option<usize>,
    change: &mut impl FnMut(TokenTree) -> Vec<TokenTree>,
) -> TokenStream {
    let mut out = TokenStream::new();
    for token in tokens.clone() {
        match place {
            Some(0) => {
                *place = None;
                out.extend(change(token));
                continue;
            }
            Some(left) => *left -= 1,
            None => {}
        }
        out.extend([match token {
            TokenTree::Group(group) if place.is_some() => TokenTree::Group(Group::new(
                group.delimiter(),
                edit(&group.stream(), place, change),
            )),
            other => other,
        }]);
    }
    out
}

/// Tokens that have a meaning somewhere in the macros' input, and others.
const STRAY: &str = r#"
    __ra_fixup tool serde range length pattern format rename alias default skip flatten inject
    recursive inline strict providers except tag content untagged other transparent with from bound
    repr doc cfg cfg_attr fn impl dyn mut ref self Self crate where async unsafe const static Option
    Vec u8 r#type "" "ü\u{0}\"\\" "Vec<" 170141183460469231731687303715884105727 0.5 5u8 b"\xff" '\''
    () {} [] , ; : = < > & # . - * ? ! | $ @ :: => -> << ..
"#;

fn stray(numbers: &mut Numbers) -> TokenTree {
    let all: Vec<TokenTree> = match STRAY.parse::<TokenStream>() {
        Ok(tokens) => tokens.into_iter().collect(),
        Err(error) => panic!("{error}"),
    };
    all[numbers.below(all.len())].clone()
}

/// Changes a few tokens: removes, doubles or replaces them, takes some from another program, adds
/// groups or removes them.
pub(crate) fn change(
    tokens: &TokenStream,
    other: &TokenStream,
    numbers: &mut Numbers,
) -> TokenStream {
    let mut tokens = tokens.clone();
    for _ in 0..=numbers.below(3) {
        let mut place = Some(numbers.below(count(&tokens)));
        let how = numbers.below(8);
        let mut foreign = None;
        edit(
            other,
            &mut Some(numbers.below(count(other))),
            &mut |token| {
                foreign = Some(token);
                Vec::new()
            },
        );
        tokens = edit(&tokens, &mut place, &mut |token| match (how, &token) {
            (0, _) => Vec::new(),
            (1, _) => vec![token.clone(), token],
            (2, _) => vec![stray(numbers), token],
            (3, _) => vec![stray(numbers)],
            (4, _) => foreign.clone().into_iter().collect(),
            (5, _) => foreign.clone().into_iter().chain([token]).collect(),
            (6, TokenTree::Group(group)) => group.stream().into_iter().collect(),
            (7, TokenTree::Group(group)) => {
                let delimiter = [
                    Delimiter::Parenthesis,
                    Delimiter::Brace,
                    Delimiter::Bracket,
                    Delimiter::None,
                ];
                vec![TokenTree::Group(Group::new(
                    delimiter[numbers.below(4)],
                    group.stream(),
                ))]
            }
            _ => vec![TokenTree::Group(Group::new(Delimiter::None, token.into()))],
        });
    }
    tokens
}
