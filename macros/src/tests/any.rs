//! Properties that hold for the expansion of any tokens.

use crate::{schema, tool, toolset};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Expands the tokens with every macro and returns the number of expansions. No expansion panics,
/// and a second one is equal. If rustc can parse the tokens, it can parse the expansion.
pub(crate) fn expand(program: &TokenStream) -> usize {
    let (args, item) = attribute(program);
    // `syn` has no depth limit of its own.
    let readable = if is_deep(program) {
        Err(())
    } else {
        syn::parse2::<syn::Item>(item.clone()).map_err(drop)
    };
    let derived = || schema::expand(item.clone());
    let function = || tool::expand(args.clone(), &item);
    let block = || tool::expand_block(args.clone(), &item);
    let set = || toolset::expand(program.clone());
    let expansions: [&dyn Fn() -> TokenStream; 4] = [&derived, &function, &block, &set];
    for (i, expand) in expansions.into_iter().enumerate() {
        let expansion = expand();
        let text = expansion.to_string();
        assert_eq!(text, expand().to_string(), "another expansion of {item}");
        match (i, &readable) {
            // Rustc has already reported tokens that are not an item. A set is an expression.
            (_, Err(())) | (3, _) => {}
            // A method is inside a trait or an `impl` block, where no other item is allowed.
            (1, Ok(syn::Item::Fn(_))) if item.to_string().contains("self") => {}
            (_, Ok(before)) => {
                let after = syn::parse2::<syn::File>(expansion)
                    .unwrap_or_else(|error| panic!("{error}: {item}\nbecomes {text}"));
                if let (1, syn::Item::Fn(function)) = (i, before) {
                    let stays = after.items.iter().any(|item| matches!(item, syn::Item::Fn(other) if other.sig.ident == function.sig.ident));
                    assert!(stays, "{item} is lost: {text}");
                }
            }
        }
    }
    expansions.len()
}

/// Returns whether any macro rejects the tokens as too deep.
pub(crate) fn is_deep(program: &TokenStream) -> bool {
    let (args, item) = attribute(program);
    [
        schema::expand(item.clone()),
        tool::expand(args.clone(), &item),
        tool::expand_block(args, &item),
    ]
    .iter()
    .any(|expansion| expansion.to_string().contains("nested more than 40 deep"))
}

/// Returns the arguments of the first attribute that is ours, and the remaining tokens.
fn attribute(program: &TokenStream) -> (TokenStream, TokenStream) {
    let tokens: Vec<TokenTree> = program.clone().into_iter().collect();
    for (i, pair) in tokens.windows(2).enumerate() {
        let [TokenTree::Punct(hash), TokenTree::Group(group)] = pair else {
            continue;
        };
        let mut inside = group.stream().into_iter();
        let ours = matches!(inside.next(), Some(TokenTree::Ident(name)) if name == "tool" || name == "tools");
        if hash.as_char() == '#' && group.delimiter() == Delimiter::Bracket && ours {
            let args = match inside.next() {
                Some(TokenTree::Group(args)) => args.stream(),
                _ => TokenStream::new(),
            };
            let rest = tokens[..i]
                .iter()
                .chain(&tokens[i + 2..])
                .cloned()
                .collect();
            return (args, rest);
        }
    }
    (TokenStream::new(), program.clone())
}
