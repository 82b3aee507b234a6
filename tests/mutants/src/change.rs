//! Puts switches into one file, and decides which parts of its code are mutated.

mod arms;
mod literals;
mod operators;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use tables::{Names, function};

use operators::{answers, has_let, others, sign};
use proc_macro2::Span;
use std::collections::HashMap;
use std::fmt;
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ImplItem, Item, Type, UnOp, parse_quote};
use tables::Constant;

/// A mutation that can be switched on.
#[derive(Clone)]
pub(crate) struct Mutant {
    /// The number of its switch, from 1.
    pub(crate) number: u32,
    /// The file's path below `runtime/src`.
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) function: String,
    pub(crate) what: String,
    /// Its position among the function's mutants with the same text, from 1.
    pub(crate) nth: usize,
}

impl Mutant {
    /// Returns the mutant's name, which doesn't depend on its line.
    pub(crate) fn name(&self) -> String {
        let mut name = format!("{} {}: {}", self.file, self.function, self.what);
        if self.nth > 1 {
            name.push_str(&format!(" #{}", self.nth));
        }
        name
    }

    /// Returns the name by which all mutants of a constant are explained: `file CONSTANT: *`.
    pub(crate) fn limit(&self) -> Option<String> {
        let constant = self.function.rsplit("::").next()?;
        let is_constant = constant == constant.to_uppercase();
        is_constant.then(|| format!("{} {}: *", self.file, self.function))
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        let rest = name.strip_prefix(&self.file).unwrap_or(&name);
        write!(f, "{}:{}{rest}", self.file, self.line)
    }
}

/// Mutates one file.
pub(crate) struct Changer<'m> {
    file: String,
    mutants: &'m mut Vec<Mutant>,
    names: &'m Names,
    known: tables::Known,
    function: Vec<String>,
    /// The `Self` type of the current `impl` block.
    self_ty: Option<Type>,
    /// Set within the value of a constant or a static.
    is_table: bool,
    /// The number of mutants so far, by name.
    same: HashMap<String, usize>,
}

impl<'m> Changer<'m> {
    pub(crate) fn change(
        name: String,
        file: &mut syn::File,
        names: &'m Names,
        mutants: &'m mut Vec<Mutant>,
    ) {
        let place = name.trim_end_matches(".rs").to_owned();
        let known = tables::Known::of(&place, file, names);
        let mut changer = Changer {
            file: name,
            mutants,
            names,
            known,
            function: Vec::new(),
            self_ty: None,
            is_table: false,
            same: HashMap::new(),
        };
        changer.items(&mut file.items);
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        let mut more = Vec::new();
        for item in &mut *items {
            self.visit_item_mut(item);
            let constant = match item {
                Item::Const(item) => Constant {
                    vis: &item.vis,
                    name: &item.ident,
                    ty: &item.ty,
                    expr: &item.expr,
                    attrs: &item.attrs,
                },
                Item::Static(item) => Constant {
                    vis: &item.vis,
                    name: &item.ident,
                    ty: &item.ty,
                    expr: &item.expr,
                    attrs: &item.attrs,
                },
                _ => continue,
            };
            more.extend(self.companion(constant));
        }
        items.extend(more.into_iter().map(Item::Fn));
    }

    fn switch(&mut self, at: Span, what: String) -> Expr {
        let number = u32::try_from(self.mutants.len() + 1).expect("few mutants");
        let function = self.function.join("::");
        let same = self.same.entry(format!("{function}: {what}")).or_default();
        *same += 1;
        let nth = *same;
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

    /// Puts other operators into the expression; `text` is the expression's source.
    fn operator(&mut self, expr: &mut Expr, text: &str, sides: &[String; 2]) {
        let Expr::Binary(binary) = &*expr else { return };
        // Skip a string plus a reference: `+` has no other operator there.
        let is_text = matches!(
            (&binary.op, &*binary.right),
            (BinOp::Add(_), Expr::Reference(_))
        );
        if has_let(expr) || is_text {
            return;
        }
        let mut out = expr.clone();
        if matches!(binary.op, BinOp::BitOr(_)) {
            // Leave out one operand of a mask.
            let [left, right] = sides;
            for (side, left_out, name) in [
                (&binary.left, &binary.right, right),
                (&binary.right, &binary.left, left),
            ] {
                if matches!(&**left_out, Expr::Paren(_)) {
                    continue;
                }
                let what = format!("no `{name}` in `{text}`");
                let switch = self.switch(binary.op.span(), what);
                out = parse_quote!((if #switch { (#side) } else { (#out) }));
            }
        }
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

/// Returns the source of the expression, truncated.
fn short(expr: &Expr) -> String {
    let text = quote::quote!(#expr).to_string().replace('\n', " ");
    let cut: String = text.chars().take(60).collect();
    cut.trim_end().to_owned()
}

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let text = quote::quote!(#attr).to_string().replace(' ', "");
        // The copy is built with every feature, so replacements for a missing one aren't compiled.
        text == "#[cfg(test)]" || text == "#[test]" || text.starts_with("#[cfg(not(feature")
    })
}

impl VisitMut for Changer<'_> {
    // These items are not evaluated at run time.
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        let variants = &item.variants;
        let fields = quote::quote!(#variants).to_string();
        self.names.copy(&item.ident, &fields, &mut item.attrs);
    }

    fn visit_item_struct_mut(&mut self, item: &mut syn::ItemStruct) {
        let fields = &item.fields;
        let fields = quote::quote!(#fields).to_string();
        self.names.copy(&item.ident, &fields, &mut item.attrs);
    }

    fn visit_trait_item_const_mut(&mut self, _: &mut syn::TraitItemConst) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generics_mut(&mut self, _: &mut syn::Generics) {}
    fn visit_path_mut(&mut self, _: &mut syn::Path) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_pat_mut(&mut self, pat: &mut syn::Pat) {
        let syn::Pat::Guard(guarded) = pat else {
            return;
        };
        let text = short(&guarded.guard);
        let is_plain = is_plain(&guarded.guard);
        self.visit_expr_mut(&mut guarded.guard);
        if is_plain {
            let what = format!("guard `{text}` is another");
            let switch = self.switch(guarded.guard.span(), what);
            let guard = &guarded.guard;
            *guarded.guard = parse_quote!((#switch != #guard));
        }
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let (false, Some((_, items))) = (is_test(&module.attrs), &mut module.content) {
            self.items(items);
        }
    }

    fn visit_item_use_mut(&mut self, item: &mut syn::ItemUse) {
        if !is_test(&item.attrs) {
            self.import(&mut item.tree, "");
        }
    }

    fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
        // The length is evaluated at compile time.
        self.visit_expr_mut(&mut repeat.expr);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let texts = arms::texts(block);
        visit_mut::visit_block_mut(self, block);
        self.statements(block, &texts);
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        if is_test(&item.attrs) {
            return;
        }
        let ty = &item.self_ty;
        let name = quote::quote!(#ty).to_string();
        self.function
            .push(name.split(' ').next().unwrap_or_default().to_owned());
        let is_own = item.trait_.is_none() && item.generics.params.is_empty();
        let outer = self.self_ty.replace((*item.self_ty).clone());
        visit_mut::visit_item_impl_mut(self, item);
        if is_own && tables::plain(&item.self_ty).is_some() {
            let mut more = Vec::new();
            for item in &item.items {
                let ImplItem::Const(item) = item else {
                    continue;
                };
                more.extend(self.companion(Constant {
                    vis: &item.vis,
                    name: &item.ident,
                    ty: &item.ty,
                    expr: &item.expr,
                    attrs: &item.attrs,
                }));
            }
            item.items.extend(more.into_iter().map(method));
        }
        self.self_ty = outer;
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
        if let Expr::Reference(reference) = &*expr {
            let is_constant =
                matches!(&*reference.expr, Expr::Path(path) if self.is_constant(&path.path));
            if self.is_table {
                return self.list(expr);
            }
            if !is_constant && tables::is_promoted(&reference.expr) {
                return;
            }
        }
        if matches!(expr, Expr::Path(path) if self.is_constant(&path.path)) {
            return self.constant(expr);
        }
        // The source before anything in it is mutated.
        let text = match &*expr {
            Expr::Binary(_) => short(expr),
            Expr::Unary(unary) => short(&unary.expr),
            Expr::If(branch) => short(&branch.cond),
            _ => String::new(),
        };
        let sides = match &*expr {
            Expr::Binary(binary) => [short(&binary.left), short(&binary.right)],
            _ => Default::default(),
        };
        let before = match &*expr {
            Expr::Match(of) => of.arms.clone(),
            _ => Vec::new(),
        };
        if let Expr::MethodCall(call) = &mut *expr
            && matches!(call.method.to_string().as_str(), "expect" | "unreachable")
        {
            // Messages of panics are read only if the program is broken.
            return self.visit_expr_mut(&mut call.receiver);
        }
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Lit(_) => self.literal(expr),
            Expr::Path(_) => self.variant(expr),
            Expr::Match(of) => self.arms(&mut of.arms, &before),
            Expr::Binary(_) => self.operator(expr, &text, &sides),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) && !has_let(expr) => {
                let Expr::Unary(unary) = &*expr else { return };
                let switch = self.switch(unary.op.span(), format!("no ! before `{text}`"));
                // Negate twice, since the operand may be a reference.
                *expr = parse_quote!((if #switch { !#unary } else { #unary }));
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

fn method(function: syn::ItemFn) -> ImplItem {
    parse_quote!(#function)
}

/// Returns `true` for a condition without an operator.
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
            // Trait functions can't be called in const evaluation.
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
