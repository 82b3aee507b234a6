//! Mutates match arms (skipped, or with the next arm's body) and leaves out statements.

use super::{Changer, short};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, Pat, Stmt, parse_quote};

/// Maximum length of a body that is copied into another arm.
const LONGEST: usize = 160;

impl Changer<'_> {
    /// `before` contains the arms as in the source.
    pub(super) fn arms(&mut self, arms: &mut [Arm], before: &[Arm]) {
        let Some((last, rest)) = arms.split_last_mut() else {
            return;
        };
        let takes_all = matches!(last.pat, Pat::Wild(_));
        for (place, arm) in rest.iter_mut().enumerate() {
            // An arm of one configuration may be the last that is compiled.
            if !arm.attrs.is_empty() {
                continue;
            }
            let pattern = &before[place].pat;
            let text = cut(&quote::quote!(#pattern).to_string());
            if takes_all {
                self.passed_over(arm, &text);
            }
            self.as_next(arm, &before[place], &before[place + 1], &text);
        }
    }

    /// Skips the arm, so that the last one matches.
    fn passed_over(&mut self, arm: &mut Arm, text: &str) {
        match &mut arm.pat {
            Pat::Guard(guarded) if super::operators::has_let(&guarded.guard) => {}
            Pat::Guard(guarded) => {
                let switch = self.switch(guarded.span(), format!("no arm `{text}`"));
                let guard = &guarded.guard;
                *guarded.guard = parse_quote!(!#switch && (#guard));
            }
            pat => {
                let switch = self.switch(pat.span(), format!("no arm `{text}`"));
                let body = &arm.body;
                *arm = parse_quote!(#pat if !#switch => { #body });
            }
        }
    }

    fn as_next(&mut self, arm: &mut Arm, own: &Arm, next: &Arm, text: &str) {
        let other = &next.body;
        let [same, other_text] = [&own.body, other].map(|body| quote::quote!(#body).to_string());
        if same == other_text || other_text.len() > LONGEST {
            return;
        }
        // Either pattern's names would be bound to another value here, or to none.
        let mut bound = Bound::of(&next.pat);
        bound.visit_pat(&own.pat);
        let is_end = |c: char| !c.is_alphanumeric() && c != '_';
        if (other_text.split(is_end)).any(|word| bound.0.iter().any(|name| name == word)) {
            return;
        }
        let switch = self.switch(
            arm.pat.span(),
            format!("arm `{text}` does what the next does"),
        );
        let body = &arm.body;
        *arm.body = parse_quote!({ if #switch { #other } else { #body } });
    }

    /// Leaves out calls whose result is not used.
    pub(super) fn statements(&mut self, block: &mut Block, before: &[String]) {
        for (stmt, text) in block.stmts.iter_mut().zip(before) {
            let Stmt::Expr(expr, Some(_)) = &*stmt else {
                continue;
            };
            let call = match expr {
                Expr::Try(tried) => &*tried.expr,
                expr => expr,
            };
            let is_taken = match call {
                Expr::MethodCall(_) | Expr::Call(_) => true,
                Expr::Assign(assign) => matches!(*assign.left, Expr::Field(_) | Expr::Index(_)),
                _ => false,
            };
            if is_taken {
                let switch = self.switch(expr.span(), format!("no `{text}`"));
                *stmt = parse_quote!(if !#switch { #stmt });
            }
        }
    }
}

pub(super) fn texts(block: &Block) -> Vec<String> {
    let text = |stmt: &Stmt| match stmt {
        Stmt::Expr(expr, _) => short(expr),
        _ => String::new(),
    };
    block.stmts.iter().map(text).collect()
}

fn cut(text: &str) -> String {
    let cut: String = text.replace('\n', " ").chars().take(60).collect();
    cut.trim_end().to_owned()
}

/// The names that a pattern binds.
#[derive(Default)]
struct Bound(Vec<String>);

impl Bound {
    fn of(pat: &Pat) -> Self {
        let mut bound = Bound::default();
        bound.visit_pat(pat);
        bound
    }
}

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        let name = pat.ident.to_string();
        // An uppercase name is a constant.
        if name.starts_with(|first: char| !first.is_ascii_uppercase()) {
            self.0.push(name);
        }
        visit::visit_pat_ident(self, pat);
    }
}
