//! What is changed in the code: each place gets a switch in front of it.

use proc_macro2::Span;
use std::fmt;
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ReturnType, Type, UnOp, parse_quote};

/// A mistake that can be switched on.
#[derive(Clone)]
pub(crate) struct Mutant {
    /// Its switch; from 1.
    pub(crate) number: u32,
    /// The file below `runtime/src`.
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) function: String,
    pub(crate) what: String,
    /// Which of those in the function that read the same; from 1.
    pub(crate) nth: usize,
}

impl Mutant {
    /// What it is called, whatever line it stands at.
    pub(crate) fn name(&self) -> String {
        let mut name = format!("{} {}: {}", self.file, self.function, self.what);
        if self.nth > 1 {
            name.push_str(&format!(" #{}", self.nth));
        }
        name
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        let rest = name.strip_prefix(&self.file).unwrap_or(&name);
        write!(f, "{}:{}{rest}", self.file, self.line)
    }
}

/// Changes one file.
pub(crate) struct Changer<'m> {
    pub(crate) file: String,
    pub(crate) mutants: &'m mut Vec<Mutant>,
    function: Vec<String>,
}

impl<'m> Changer<'m> {
    pub(crate) fn new(file: String, mutants: &'m mut Vec<Mutant>) -> Self {
        Changer {
            file,
            mutants,
            function: Vec::new(),
        }
    }

    fn switch(&mut self, at: Span, what: String) -> Expr {
        let number = u32::try_from(self.mutants.len() + 1).expect("few mutants");
        let function = self.function.join("::");
        let same = self.mutants.iter().filter(|other| {
            other.file == self.file && other.function == function && other.what == what
        });
        let nth = same.count() + 1;
        self.mutants.push(Mutant {
            number,
            file: self.file.clone(),
            line: at.start().line,
            function,
            what,
            nth,
        });
        parse_quote!(crate::mutant::is(#number))
    }

    /// The same expression with another operator; `text` is how it stood in the code.
    fn operator(&mut self, expr: &mut Expr, text: &str) {
        let Expr::Binary(binary) = &*expr else { return };
        if has_let(expr) {
            return;
        }
        let mut out = expr.clone();
        for (op, name) in others(&binary.op) {
            let mut other = binary.clone();
            let what = format!("{} becomes {name} in `{text}`", sign(&binary.op));
            other.op = op;
            let switch = self.switch(binary.op.span(), what);
            out = parse_quote!((if #switch { (#other) } else { (#out) }));
        }
        *expr = out;
    }
}

/// As it stands in the code, cut.
fn short(expr: &Expr) -> String {
    let text = quote::quote!(#expr).to_string();
    let cut: String = text.chars().take(60).collect();
    cut.trim_end().to_owned()
}

/// What is a condition with a pattern in it can stand nowhere else.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(paren) => has_let(&paren.expr),
        Expr::Unary(unary) => has_let(&unary.expr),
        _ => false,
    }
}

fn sign(op: &BinOp) -> String {
    quote::quote!(#op).to_string().replace(' ', "")
}

/// Operators that a mistake would put there.
fn others(op: &BinOp) -> Vec<(BinOp, &'static str)> {
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
        BinOp::BitOr(_) => ops![&],
        BinOp::AddAssign(_) => ops![-=],
        BinOp::SubAssign(_) => ops![+=],
        BinOp::BitOrAssign(_) => ops![&=],
        BinOp::BitAndAssign(_) => ops![|=],
        _ => Vec::new(),
    }
}

/// What a function may answer without a look.
fn answers(output: &ReturnType) -> Vec<Expr> {
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

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let text = quote::quote!(#attr).to_string().replace(' ', "");
        // The copy has every feature, and what stands in for one is not compiled.
        text == "#[cfg(test)]" || text == "#[test]" || text.starts_with("#[cfg(not(feature")
    })
}

impl VisitMut for Changer<'_> {
    // Nothing there is evaluated at run time.
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_trait_item_const_mut(&mut self, _: &mut syn::TraitItemConst) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generics_mut(&mut self, _: &mut syn::Generics) {}
    fn visit_path_mut(&mut self, _: &mut syn::Path) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit_mut::visit_item_mod_mut(self, module);
        }
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        if is_test(&item.attrs) {
            return;
        }
        let ty = &item.self_ty;
        let name = quote::quote!(#ty).to_string();
        self.function
            .push(name.split(' ').next().unwrap_or_default().to_owned());
        visit_mut::visit_item_impl_mut(self, item);
        self.function.pop();
    }

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.function.push(item.sig.ident.to_string());
            visit_mut::visit_item_fn_mut(self, item);
            self.answer(&item.sig, &mut item.block);
            self.function.pop();
        }
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.function.push(item.sig.ident.to_string());
            visit_mut::visit_impl_item_fn_mut(self, item);
            self.answer(&item.sig, &mut item.block);
            self.function.pop();
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // As it is before something in it is changed.
        let text = match &*expr {
            Expr::Binary(_) => short(expr),
            Expr::Unary(unary) => short(&unary.expr),
            Expr::If(branch) => short(&branch.cond),
            _ => String::new(),
        };
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Binary(_) => self.operator(expr, &text),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) && !has_let(expr) => {
                let Expr::Unary(unary) = &*expr else { return };
                let inner = &unary.expr;
                let switch = self.switch(unary.op.span(), format!("no ! before `{text}`"));
                // Of a number, it would be another type's; there is none in this code.
                *expr = parse_quote!((if #switch { #inner } else { #expr }));
            }
            Expr::If(branch) if is_plain(&branch.cond) => {
                let what = format!("`{text}` in `if` is another");
                let switch = self.switch(branch.cond.span(), what);
                let cond = &branch.cond;
                *branch.cond = parse_quote!((#switch != #cond));
            }
            _ => {}
        }
    }
}

/// A condition without an operator.
fn is_plain(cond: &Expr) -> bool {
    matches!(
        cond,
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Field(_) | Expr::Macro(_)
    )
}

impl Changer<'_> {
    fn answer(&mut self, signature: &syn::Signature, block: &mut Block) {
        if block.stmts.is_empty() {
            return;
        }
        for answer in answers(&signature.output).into_iter().rev() {
            // No trait's function can be called in const evaluation.
            if signature.constness.is_some() && matches!(answer, Expr::Call(_)) {
                continue;
            }
            let what = format!("answers {}", quote::quote!(#answer));
            let switch = self.switch(signature.ident.span(), what);
            block
                .stmts
                .insert(0, parse_quote!(if #switch { return #answer; }));
        }
    }
}
