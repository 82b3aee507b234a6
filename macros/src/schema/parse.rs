//! Builds a [`TypeModel`] from a `DeriveInput`: decides which of serde's attributes determines the
//! shape.

use super::enums::enum_shape;
use super::identity::identity;
use super::model::TypeModel;
use super::structs::struct_shape;
use super::types::This;
use super::variants::{integer_values, parse_variant, report_unread_inside};
use crate::diag::Errors;
use crate::shared::args::Args;
use crate::shared::depth::parse_text;
use crate::shared::doc;
use crate::shared::emit::{Krate, allow_deprecated};
use crate::shared::generics::{ImplBounds, infer, is_generic, written};
use crate::shared::node::Shape;
use crate::shared::rejected::report_bytes_in_field;
use crate::shared::serde_attr::SerdeAttrs;
use crate::shared::text::Text;
use crate::shared::ty::ungroup;
use crate::shared::value::{Str, TypeArg, Word};
use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Attribute, Data, DeriveInput, GenericParam, Meta, Token, Type, WherePredicate};

pub(super) fn parse_type<'a>(
    input: &'a DeriveInput,
    args: &Args,
    krate: Krate,
    errors: &mut Errors,
) -> TypeModel<'a> {
    let serde = SerdeAttrs::parse(&input.attrs);
    let generic = is_generic(&input.generics);
    let mut this = This::new(input, generic);
    let mut docs = doc::text_of(args, &input.attrs);
    let shape = parse_shape(&mut this, args, &serde, &mut docs, errors);
    if let Some(Word(at)) = args.inline {
        let own = this.asked.iter().any(|ty| this.mentioned_in(ty));
        if own || generic {
            errors.at(
                at,
                "only a type without parameters that doesn't contain itself can be `inline`; write `#[tool(inline)]` on the fields that have it",
            );
        }
    }
    let bounds = parse_bounds(input, &this.asked, args.bound.as_ref(), errors);
    TypeModel {
        input,
        krate,
        allow: allow_deprecated(all_attrs(input)),
        docs,
        identity: identity(&input.generics, &bounds, &shape),
        shape,
        bounds,
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
    args: &Args,
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
    if let Some(TypeArg(ty)) = &args.as_type {
        if this.is_itself(ty) {
            errors.on(
                ty,
                "this is the type itself, which doesn't describe its JSON; write another type with the same JSON",
            );
            return Shape::Null;
        }
        let reason = "the type has another schema (`as`); remove it";
        report_unread_inside(&this.input.data, reason, errors);
        return Shape::same_json(this.node(ty, false, errors));
    }
    if let Some(span) = serde.remote {
        errors.at(
            span,
            "this type only describes a type of another crate and is never a value itself; write `#[tool(as = \"..\")]` on the fields that have the other type",
        );
        return Shape::Null;
    }
    if let Some(ty) = &serde.from {
        report_bytes_in_field(ty, false, errors);
        let reason = "serde reads the type in `from` or `try_from`; write it there, or on the field of a newtype: `try_from = \"Code\"` with `struct Code(#[tool(..)] u8)`";
        report_unread_inside(&this.input.data, reason, errors);
        return Shape::same_json(this.node(ty, false, errors));
    }
    match &this.input.data {
        Data::Struct(data) => {
            if let Some(Word(at)) = args.repr {
                errors.at(
                    at,
                    "`repr` is for enums that `serde_repr` reads; remove it from this struct",
                );
            }
            struct_shape(this, &data.fields, serde, docs, errors)
        }
        Data::Enum(data) => {
            if let Some(Word(at)) = args.repr {
                let repr = integer_repr(this.input, at, errors);
                let values = integer_values(data, repr, errors);
                return if values.is_empty() {
                    Shape::Never
                } else {
                    Shape::Enum(values)
                };
            }
            let variants = data.variants.iter();
            let variants = variants.filter_map(|it| parse_variant(this, it, serde, errors));
            enum_shape(variants.collect(), serde, errors)
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

/// Returns the integer type of `#[repr(..)]`, which `#[tool(repr)]` requires. It also requires the
/// derives of `serde_repr`, which a derive macro can't see.
fn integer_repr(input: &DeriveInput, span: Span, errors: &mut Errors) -> Option<&'static str> {
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
    bound: Option<&Str>,
    errors: &mut Errors,
) -> ImplBounds {
    let Some(Str(text)) = bound else {
        return infer(&input.generics, asked);
    };
    let parser = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
    match parse_text(text, parser) {
        Ok(predicates) => written(predicates.into_iter().collect()),
        Err(error) => {
            errors.on(
                text,
                format!(
                    "this is not a list of bounds, such as `\"T: toolcast::ToolSchema\"`; {error}"
                ),
            );
            written(Vec::new())
        }
    }
}

fn const_params(input: &DeriveInput, errors: &mut Errors) -> Vec<(Ident, &'static str)> {
    let mut consts = Vec::new();
    for param in &input.generics.params {
        let GenericParam::Const(param) = param else {
            continue;
        };
        let kind = match ungroup(&param.ty) {
            Type::Path(path) => match path.path.get_ident().map(ToString::to_string).as_deref() {
                Some("bool") => Some("Bool"),
                Some("char") => Some("Char"),
                Some(_) => Some("Int"),
                None => None,
            },
            _ => None,
        };
        match kind {
            Some(kind) => consts.push((param.ident.clone(), kind)),
            None => errors.on(
                &param.ty,
                "write the const parameter's type without a path, such as `usize`; integers, `bool` and `char` are possible",
            ),
        }
    }
    consts
}
