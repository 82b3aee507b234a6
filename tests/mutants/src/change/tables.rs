//! Constants and statics. They are evaluated at compile time and can't read a switch. So each gets
//! a companion function that evaluates its value again at run time, with switches, and run-time
//! code calls that function.

use super::{Changer, short};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Expr, File, Ident, ImplItem, Item, Path, Type, UseTree, Visibility, parse_quote,
};

/// Types that get no companion function, because a second value would be a separate cell.
const NO_DATA: [&str; 6] = ["Atomic", "Mutex", "OnceLock", "LazyLock", "Cell", "Regex"];

/// The constants, statics and field-less enums of all files with switches.
#[derive(Default)]
pub(crate) struct Names {
    /// Constants of modules: their locations, as paths below `runtime/src`.
    modules: BTreeMap<String, BTreeSet<String>>,
    /// Constants of types: `Type::NAME`.
    types: BTreeSet<(String, String)>,
    /// The variants of enums without fields; empty if two enums have the same name.
    enums: BTreeMap<String, Vec<Ident>>,
    /// The types of constants.
    of: BTreeSet<String>,
}

impl Names {
    pub(crate) fn collect(&mut self, place: &str, file: &File) {
        self.items(place, &file.items);
    }

    fn items(&mut self, place: &str, items: &[Item]) {
        for item in items {
            match item {
                Item::Const(item) if is_data(&item.ty, &item.attrs) && item.ident != "_" => {
                    self.of.extend(plain(&item.ty));
                    let at = self.modules.entry(item.ident.to_string()).or_default();
                    at.insert(place.to_owned());
                }
                Item::Static(item) if is_data(&item.ty, &item.attrs) => {
                    let at = self.modules.entry(item.ident.to_string()).or_default();
                    at.insert(place.to_owned());
                }
                Item::Impl(item) if item.trait_.is_none() && item.generics.params.is_empty() => {
                    let Some(ty) = plain(&item.self_ty) else {
                        continue;
                    };
                    for item in &item.items {
                        if let ImplItem::Const(item) = item
                            && is_data(&item.ty, &item.attrs)
                        {
                            let own = plain(&item.ty).filter(|name| name != "Self");
                            self.of.insert(own.unwrap_or_else(|| ty.clone()));
                            self.types.insert((ty.clone(), item.ident.to_string()));
                        }
                    }
                }
                Item::Enum(item) => {
                    let is_plain = item.variants.len() > 1
                        && item.generics.params.is_empty()
                        && (item.variants.iter())
                            .all(|variant| variant.fields.is_empty() && !is_cfg(&variant.attrs));
                    let variants = item.variants.iter().map(|variant| variant.ident.clone());
                    let variants = if is_plain {
                        variants.collect()
                    } else {
                        Vec::new()
                    };
                    self.enums
                        .entry(item.ident.to_string())
                        .and_modify(Vec::clear)
                        .or_insert(variants);
                }
                Item::Mod(item) if !super::is_test(&item.attrs) => {
                    if let Some((_, items)) = &item.content {
                        self.items(&format!("{place}/{}", item.ident), items);
                    }
                }
                _ => {}
            }
        }
    }

    /// Derives `Copy` for a type of constants, because the value is copied out of the companion
    /// function.
    pub(super) fn copy(&self, name: &Ident, fields: &str, attrs: &mut Vec<Attribute>) {
        if ["Vec <", "String", "mut ", "Box <"]
            .iter()
            .any(|owned| fields.contains(owned))
        {
            return;
        }
        let derived = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
        let derived: String = derived
            .map(|attr| quote::quote!(#attr).to_string())
            .collect();
        if self.of.contains(&name.to_string()) && !derived.contains("Copy") {
            attrs.push(parse_quote!(#[derive(Copy)]));
            if !derived.contains("Clone") {
                attrs.push(parse_quote!(#[derive(Clone)]));
            }
        }
    }

    pub(super) fn next_variant(&self, path: &Path) -> Option<Ident> {
        let mut segments = path.segments.iter().rev();
        let (variant, name) = (segments.next()?, segments.next()?);
        let variants = self.enums.get(&name.ident.to_string())?;
        let at = variants.iter().position(|other| *other == variant.ident)?;
        variants.get((at + 1) % variants.len()).cloned()
    }

    /// Returns `true` if the module, named by the path's last but one segment, has the constant.
    fn is_of(&self, module: &str, name: &str) -> bool {
        self.modules.get(name).is_some_and(|places| {
            let is_here = |place: &String| place.split('/').any(|part| part == module);
            matches!(module, "super" | "self" | "crate") || places.iter().any(is_here)
        })
    }
}

/// The names that a file can use without a path.
#[derive(Default)]
pub(super) struct Known(BTreeSet<String>);

impl Known {
    pub(super) fn of(place: &str, file: &File, names: &Names) -> Self {
        let mut known = BTreeSet::new();
        for (name, places) in &names.modules {
            let is_here =
                |other: &String| other == place || other.starts_with(&format!("{place}/"));
            if places.iter().any(is_here) {
                known.insert(name.clone());
            }
        }
        for item in &file.items {
            if let Item::Use(item) = item {
                imported(&item.tree, "", names, &mut known);
            }
        }
        Known(known)
    }
}

fn imported(tree: &UseTree, module: &str, names: &Names, known: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => imported(&path.tree, &path.ident.to_string(), names, known),
        UseTree::Group(group) => {
            for tree in &group.items {
                imported(tree, module, names, known);
            }
        }
        UseTree::Name(name) if names.is_of(module, &name.ident.to_string()) => {
            known.insert(name.ident.to_string());
        }
        _ => {}
    }
}

impl Changer<'_> {
    /// Imports the companion function along with the constant.
    pub(super) fn import(&self, tree: &mut UseTree, module: &str) {
        match tree {
            UseTree::Path(path) => {
                let module = path.ident.to_string();
                self.import(&mut path.tree, &module);
            }
            UseTree::Group(group) => {
                for tree in &mut group.items {
                    self.import(tree, module);
                }
            }
            UseTree::Name(name) if self.names.is_of(module, &name.ident.to_string()) => {
                let (name, function) = (&name.ident, function(&name.ident));
                let both: syn::ItemUse = parse_quote!(use {#name, #function};);
                *tree = both.tree;
            }
            _ => {}
        }
    }

    /// Replaces `NAME` by the result of its companion function.
    pub(super) fn constant(&mut self, expr: &mut Expr) {
        let Expr::Path(path) = &mut *expr else { return };
        if path.qself.is_some() || !self.is_constant(&path.path) {
            return;
        }
        if let Some(last) = path.path.segments.last_mut() {
            last.ident = function(&last.ident);
        }
        *expr = parse_quote!((*#path()));
    }

    pub(super) fn is_constant(&self, path: &Path) -> bool {
        let mut segments = path
            .segments
            .iter()
            .rev()
            .map(|part| part.ident.to_string());
        let Some(name) = segments.next() else {
            return false;
        };
        match segments.next() {
            None => self.known.0.contains(&name),
            Some(module) if module == "Self" => {
                let ty = self.self_ty.as_ref().and_then(plain);
                ty.is_some_and(|ty| self.names.types.contains(&(ty, name)))
            }
            Some(ty) if ty.starts_with(|first: char| first.is_ascii_uppercase()) => {
                self.names.types.contains(&(ty, name))
            }
            Some(module) => self.names.is_of(&module, &name),
        }
    }

    /// Returns the companion function of a constant or a static.
    pub(super) fn companion(&mut self, of: Constant<'_>) -> Option<syn::ItemFn> {
        if !is_data(of.ty, of.attrs) || of.name == "_" {
            return None;
        }
        let (mut ty, mut expr) = (of.ty.clone(), of.expr.clone());
        if let Some(own) = self.self_ty.clone() {
            let mut named = NoSelf(own);
            named.visit_type_mut(&mut ty);
            named.visit_expr_mut(&mut expr);
        }
        Static.visit_type_mut(&mut ty);
        self.function.push(of.name.to_string());
        self.is_table = true;
        self.visit_expr_mut(&mut expr);
        self.is_table = false;
        self.function.pop();
        let (vis, name, function) = (of.vis, of.name, function(of.name));
        let own = match &self.self_ty {
            Some(ty) => quote::quote!(<#ty>::#name),
            None => quote::quote!(#name),
        };
        Some(parse_quote! {
            #[allow(non_snake_case)]
            #vis const fn #function() -> &'static #ty {
                const fn usual() -> &'static #ty { &#own }
                fn switched() -> &'static #ty {
                    static CELL: std::sync::OnceLock<#ty> = std::sync::OnceLock::new();
                    if crate::mutant::any() { CELL.get_or_init(|| #expr) } else { &#own }
                }
                core::intrinsics::const_eval_select((), usual, switched)
            }
        })
    }

    /// Makes a table's `&[..]` live for `'static`. If a switch is on, one of the entries is left
    /// out.
    pub(super) fn list(&mut self, expr: &mut Expr) {
        let Expr::Reference(reference) = &mut *expr else {
            return;
        };
        match &mut *reference.expr {
            Expr::Array(array) if array.elems.is_empty() => {}
            Expr::Array(array) => {
                let texts: Vec<String> = array.elems.iter().map(short).collect();
                for entry in &mut array.elems {
                    if !matches!(entry, Expr::Lit(_)) {
                        self.visit_expr_mut(entry);
                    }
                }
                let all = array.elems.clone();
                let mut out: Expr = parse_quote!(crate::mutant::list([#all]));
                for (place, text) in texts.iter().enumerate() {
                    let rest = (all.iter().enumerate()).filter(|(other, _)| *other != place);
                    let rest = rest.map(|(_, entry)| entry);
                    let switch = self.switch(all[place].span(), format!("no entry `{text}`"));
                    out = parse_quote!((if #switch { crate::mutant::list([#(#rest),*]) } else { #out }));
                }
                *expr = out;
            }
            Expr::Struct(_) | Expr::Call(_) | Expr::Repeat(_) | Expr::Tuple(_) => {
                let inner = &mut reference.expr;
                self.visit_expr_mut(inner);
                *expr = parse_quote!(crate::mutant::leak(#inner));
            }
            Expr::Lit(_) => {}
            inner => self.visit_expr_mut(inner),
        }
    }
}

/// A constant or a static, of a module or a type.
pub(super) struct Constant<'c> {
    pub(super) vis: &'c Visibility,
    pub(super) name: &'c Ident,
    pub(super) ty: &'c Type,
    pub(super) expr: &'c Expr,
    pub(super) attrs: &'c [Attribute],
}

pub(crate) fn function(name: &impl std::fmt::Display) -> Ident {
    Ident::new(
        &format!("__switched_{name}"),
        proc_macro2::Span::call_site(),
    )
}

/// Returns the name of a type if it has no arguments.
pub(super) fn plain(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    last.arguments.is_empty().then(|| last.ident.to_string())
}

fn is_cfg(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg"))
}

fn is_data(ty: &Type, attrs: &[Attribute]) -> bool {
    let text = quote::quote!(#ty).to_string();
    !super::is_test(attrs) && !NO_DATA.iter().any(|cell| text.contains(cell))
}

/// Returns `true` if a borrowed value is promoted to a constant. The tail expression of a function
/// can return such a reference, so nothing in it may read a switch.
pub(super) fn is_promoted(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Reference(reference) => is_promoted(&reference.expr),
        Expr::Array(array) => array.elems.iter().all(is_promoted),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_promoted),
        Expr::Unary(unary) => is_promoted(&unary.expr),
        Expr::Repeat(repeat) => is_promoted(&repeat.expr),
        Expr::Struct(fields) => {
            fields.fields.iter().all(|field| is_promoted(&field.expr))
                && fields.rest.as_deref().is_none_or(is_promoted)
        }
        _ => false,
    }
}

/// Replaces `Self`, which a function nested in a method can't use.
struct NoSelf(Type);

impl VisitMut for NoSelf {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if let (Some(first), Type::Path(own)) = (path.segments.first_mut(), &self.0)
            && first.ident == "Self"
            && let Some(last) = own.path.segments.last()
        {
            first.ident = last.ident.clone();
        }
        visit_mut::visit_path_mut(self, path);
    }
}

/// Adds `'static` to references, which may be omitted only in constants.
struct Static;

impl VisitMut for Static {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        reference.lifetime = Some(parse_quote!('static));
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = parse_quote!('static);
        }
    }
}
