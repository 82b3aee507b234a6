//! Builds a [`Described`] from a `DeriveInput`: decides which of serde's attributes determines the
//! shape.

use super::attrs::{TypeArgs, report_unread_inside};
use super::enums::enum_shape;
use super::identity::identity;
use super::model::{ConstKind, Described};
use super::structs::struct_shape;
use super::types::This;
use super::variants::{integer_values, parse_variants};
use crate::diag::Errors;
use crate::shared::bytes;
use crate::shared::depth::parse_text;
use crate::shared::doc;
use crate::shared::generics::{ImplBounds, infer, is_generic, written};
use crate::shared::krate::Krate;
use crate::shared::lints::allow_deprecated;
use crate::shared::node::{Node, Shape};
use crate::shared::serde_attr::SerdeAttrs;
use crate::shared::text::Text;
use crate::shared::ty::ungroup;
use crate::shared::value::{Str, text_of};
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Attribute, Data, DeriveInput, GenericParam, Meta, Token, Type, WherePredicate};

/// Parses a type.
pub(super) fn parse_type(input: &DeriveInput, args: TypeArgs, errors: &mut Errors) -> Described {
    let serde = SerdeAttrs::parse(&input.attrs);
    let generic = is_generic(&input.generics);
    let mut this = This::new(input, generic);
    let mut docs =
        text_of(args.description.clone()).or(|| doc::parse_docs(&input.attrs).full_text());
    let shape = parse_shape(&mut this, &args, &serde, &mut docs, errors);
    if let Some(inline) = args.inline {
        let own = this.asked.iter().any(|ty| this.mentioned_in(ty));
        if own || generic {
            errors.at(
                inline.span,
                "only a type without parameters that doesn't contain itself can be `inline`; write `#[tool(inline)]` on the fields that have it",
            );
        }
    }
    let bounds = parse_bounds(input, &this.asked, args.bound, errors);
    let identity = identity(&input.generics, &bounds, &shape);
    Described {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        krate: Krate(args.krate.map(|arg| arg.path)),
        allow: allow_deprecated(all_attrs(input)),
        docs,
        shape,
        bounds,
        identity,
        same: this.same,
        generic,
        consts: const_params(input, errors),
        inline: args.inline.is_some(),
    }
}

/// Returns the shape of a type. Attributes that replace the whole type take precedence over its
/// fields.
fn parse_shape(
    this: &mut This<'_>,
    args: &TypeArgs,
    serde: &SerdeAttrs,
    docs: &mut Text,
    errors: &mut Errors,
) -> Shape {
    if let Some(span) = serde.identifier {
        errors.at(
            span,
            "an identifier is read only inside a `Deserialize` written by hand; take a `String` or an enum in place of this type",
        );
    }
    if let Some(arg) = &args.as_type {
        if this.is_itself(&arg.ty) {
            errors.on(
                &arg.ty,
                "this is the type itself, which doesn't describe its JSON; write another type with the same JSON",
            );
            return Shape::Null;
        }
        report_unread_inside(
            &this.input.data,
            "the type has another schema (`as`)",
            errors,
        );
        return same_json(this.node(&arg.ty, false, errors));
    }
    if let Some(span) = serde.remote {
        errors.at(
            span,
            "this type only describes a type of another crate and is never a value itself; write `#[tool(as = \"..\")]` on the fields that have the other type",
        );
        return Shape::Null;
    }
    if let Some(ty) = &serde.from {
        let ty = ty.clone();
        bytes::report_in_field(&ty, false, errors);
        let reason = "serde reads the type from another one (`from`, `try_from`)";
        report_unread_inside(&this.input.data, reason, errors);
        return same_json(this.node(&ty, false, errors));
    }
    match &this.input.data {
        Data::Struct(data) => {
            if let Some(word) = args.repr {
                errors.at(word.span, "`repr` is for enums that `serde_repr` reads");
            }
            struct_shape(this, &data.fields, serde, docs, errors)
        }
        Data::Enum(data) => {
            if let Some(word) = args.repr {
                let repr = integer_repr(this.input, word.span, errors);
                let values = integer_values(data, repr, errors);
                return if values.is_empty() {
                    Shape::Never
                } else {
                    Shape::Enum(values)
                };
            }
            let variants = parse_variants(this, data, serde, errors);
            enum_shape(variants, serde, errors)
        }
        Data::Union(data) => {
            errors.on(
                data.union_token,
                "serde can't read a union, so no tool can take one; use an enum",
            );
            Shape::Null
        }
    }
}

/// Returns the shape of a type with another type's JSON. It is absent like the other type, as with
/// `transparent`, because serde passes its `Deserializer` on.
fn same_json(ty: Node) -> Shape {
    Shape::Newtype {
        ty,
        rules: None,
        transparent: true,
    }
}

/// Returns the integer type of `#[repr(..)]`, which `#[tool(repr)]` requires. It also requires the
/// derives of `serde_repr`, which a derive macro can't see.
fn integer_repr(
    input: &DeriveInput,
    span: proc_macro2::Span,
    errors: &mut Errors,
) -> Option<&'static str> {
    const INTEGERS: [&str; 12] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
    ];
    let integer = input.attrs.iter().find_map(|attr| {
        let reprs = Punctuated::<Meta, Token![,]>::parse_terminated;
        let reprs = attr.parse_args_with(reprs).ok()?;
        let is_given = |name: &&str| reprs.iter().any(|repr| repr.path().is_ident(name));
        let is_repr = attr.path().is_ident("repr");
        INTEGERS.into_iter().find(is_given).filter(|_| is_repr)
    });
    if integer.is_none() {
        errors.at(
            span,
            "`serde_repr` reads enums with an integer's layout; write `#[repr(u8)]`, or remove `#[tool(repr)]` to have strings",
        );
    }
    integer
}

/// Returns the attributes of a type, its variants and its fields.
fn all_attrs(input: &DeriveInput) -> Vec<&Attribute> {
    struct Find<'a>(Vec<&'a Attribute>);
    impl<'a> Visit<'a> for Find<'a> {
        fn visit_attribute(&mut self, attr: &'a Attribute) {
            self.0.push(attr);
        }
    }
    let mut find = Find(Vec::new());
    find.visit_derive_input(input);
    find.0
}

fn parse_bounds(
    input: &DeriveInput,
    asked: &[Type],
    bound: Option<Str>,
    errors: &mut Errors,
) -> ImplBounds {
    let Some(Str(text)) = bound else {
        return infer(&input.generics, &asked.iter().collect::<Vec<_>>());
    };
    let parser = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
    match parse_text(&text, parser) {
        Ok(predicates) => written(predicates.into_iter().collect()),
        Err(error) => {
            errors.on(
                &text,
                format!(
                    "this is not a list of bounds, such as `\"T: toolcast::ToolSchema\"`; {error}"
                ),
            );
            written(Vec::new())
        }
    }
}

fn const_params(input: &DeriveInput, errors: &mut Errors) -> Vec<(Ident, ConstKind)> {
    let mut consts = Vec::new();
    for param in &input.generics.params {
        let GenericParam::Const(param) = param else {
            continue;
        };
        let kind = match ungroup(&param.ty) {
            Type::Path(path) => match path.path.get_ident().map(ToString::to_string).as_deref() {
                Some("bool") => Some(ConstKind::Bool),
                Some("char") => Some(ConstKind::Char),
                Some(_) => Some(ConstKind::Int),
                None => None,
            },
            _ => None,
        };
        match kind {
            Some(kind) => consts.push((param.ident.clone(), kind)),
            None => errors.on(
                &param.ty,
                "a const parameter must be an integer, a bool or a char",
            ),
        }
    }
    consts
}
