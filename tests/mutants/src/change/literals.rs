//! Replaces literals, and variants of enums without fields.

use super::{Changer, short};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, parse_quote};

impl Changer<'_> {
    /// Replaces a literal in an expression. Literals in patterns and macros stay unchanged.
    pub(super) fn literal(&mut self, expr: &mut Expr) {
        let Expr::Lit(literal) = &*expr else { return };
        let Some(other) = other(&literal.lit) else {
            return;
        };
        let what = format!("`{}` becomes `{}`", short(expr), short(&other));
        let switch = self.switch(literal.span(), what);
        *expr = parse_quote!((if #switch { #other } else { #literal }));
    }

    /// Replaces `Enum::Variant` by the next variant.
    pub(super) fn variant(&mut self, expr: &mut Expr) {
        let Expr::Path(path) = &*expr else { return };
        let Some(next) = self.names.next_variant(&path.path) else {
            return;
        };
        let mut other = path.clone();
        if let Some(last) = other.path.segments.last_mut() {
            last.ident = next;
        }
        let other = Expr::Path(other);
        let what = format!("`{}` becomes `{}`", short(expr), short(&other));
        let switch = self.switch(path.span(), what);
        *expr = parse_quote!((if #switch { #other } else { #path }));
    }
}

fn other(literal: &Lit) -> Option<Expr> {
    let literal = match literal {
        Lit::Bool(bool) => Lit::Bool(syn::LitBool::new(!bool.value, bool.span)),
        Lit::Str(text) => Lit::Str(syn::LitStr::new(&format!("{}~", text.value()), text.span())),
        Lit::Int(int) => {
            let value: u128 = int.base10_parse().ok()?;
            // The value minus one fits into every type.
            let value = if value == 0 { 1 } else { value - 1 };
            let text = format!("{value}{}", int.suffix());
            Lit::Int(syn::LitInt::new(&text, int.span()))
        }
        Lit::Byte(byte) => {
            let value = if byte.value() == b'~' { b'#' } else { b'~' };
            Lit::Byte(syn::LitByte::new(value, byte.span()))
        }
        Lit::Char(char) => {
            let value = if char.value() == '~' { '#' } else { '~' };
            Lit::Char(syn::LitChar::new(value, char.span()))
        }
        _ => return None,
    };
    Some(Expr::Lit(ExprLit {
        attrs: Vec::new(),
        lit: literal,
    }))
}
