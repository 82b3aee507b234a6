//! Replacement operators, and the values that a function returns early.

use syn::{BinOp, Expr, ReturnType, Type, parse_quote};

/// Returns `true` for a condition with `let`, which is valid only in its place.
pub(super) fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(paren) => has_let(&paren.expr),
        Expr::Unary(unary) => has_let(&unary.expr),
        _ => false,
    }
}

pub(super) fn sign(op: &BinOp) -> String {
    quote::quote!(#op).to_string().replace(' ', "")
}

/// Returns the operators that replace this one.
pub(super) fn others(op: &BinOp) -> Vec<(BinOp, &'static str)> {
    macro_rules! ops {
        ($($op:tt)*) => { vec![$((parse_quote!($op), stringify!($op))),*] };
    }
    match op {
        BinOp::Eq(_) => ops![!=],
        BinOp::Ne(_) => ops![==],
        BinOp::Lt(_) => ops![<= >=],
        BinOp::Le(_) => ops![< >],
        BinOp::Gt(_) => ops![>= <=],
        BinOp::Ge(_) => ops![> <],
        BinOp::And(_) => ops![||],
        BinOp::Or(_) => ops![&&],
        BinOp::Add(_) => ops![-],
        BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Rem(_) => ops![+],
        BinOp::Div(_) => ops![*],
        BinOp::BitAnd(_) => ops![|],
        BinOp::AddAssign(_) => ops![-=],
        BinOp::SubAssign(_) => ops![+=],
        BinOp::BitOrAssign(_) => ops![&=],
        BinOp::BitAndAssign(_) => ops![|=],
        _ => Vec::new(),
    }
}

/// Returns values that a function can return without running its body.
pub(super) fn answers(output: &ReturnType) -> Vec<Expr> {
    let ReturnType::Type(_, ty) = output else {
        return vec![parse_quote!(())];
    };
    match &**ty {
        Type::Path(path) => {
            let name = path.path.segments.last().map(|last| last.ident.to_string());
            match name.as_deref() {
                Some("bool") => vec![parse_quote!(true), parse_quote!(false)],
                Some("usize" | "u8" | "u16" | "u32" | "u64") => {
                    vec![parse_quote!(0), parse_quote!(1)]
                }
                Some("Option") => vec![parse_quote!(None)],
                Some("Value" | "Map" | "String" | "Vec") => {
                    vec![parse_quote!(Default::default())]
                }
                _ => Vec::new(),
            }
        }
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => vec![parse_quote!("")],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
