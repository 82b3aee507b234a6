//! Converts a field's type to a node. A generic type links to itself by name, else E0391 (a cycle).

use crate::diag::Errors;
use crate::shared::generics::names_of_params;
use crate::shared::literal::parse_number;
use crate::shared::node::{Node, Shape};
use crate::shared::rejected::{parts_of, report_long_tuples};
use crate::shared::ty::{
    arguments, find_ident, spanned, ungroup, with_static_lifetimes, without_self,
};
use quote::{ToTokens as _, quote};
use syn::{DeriveInput, GenericArgument, PathArguments, PathSegment, Type, TypePath};

/// The type being described, as context for its fields.
pub(super) struct This<'a> {
    pub(super) input: &'a DeriveInput,
    /// Set if the type has type or const parameters.
    pub(super) generic: bool,
    /// The type itself, with its own parameters.
    ty: Type,
    /// Every type whose own schema is used. Bounds are inferred from these.
    pub(super) asked: Vec<Type>,
    /// Every type declared to be this one under another name; rustc checks that.
    pub(super) same: Vec<Type>,
}

impl<'a> This<'a> {
    pub(super) fn new(input: &'a DeriveInput, generic: bool) -> Self {
        let (_, ty_generics, _) = input.generics.split_for_impl();
        let ident = &input.ident;
        let tokens = quote!(#ident #ty_generics);
        let ty = syn::parse2(tokens.clone()).unwrap_or(Type::Verbatim(tokens));
        This {
            input,
            generic,
            ty,
            asked: Vec::new(),
            same: Vec::new(),
        }
    }

    /// Returns the node of a field's type. `recursive`: declared to lead back to this type.
    pub(super) fn node(&mut self, ty: &Type, recursive: bool, errors: &mut Errors) -> Node {
        report_long_tuples(ty, errors);
        let ty = self.outside(ty);
        // For a type without parameters, the derive's static breaks the cycle.
        if recursive || (self.generic && self.mentioned_in(&ty)) {
            return self.by_name(&ty, recursive, errors);
        }
        self.own_schema(&ty)
    }

    /// Returns the node of a field that an adapter of `serde_with` reads.
    pub(super) fn adapted(&mut self, adapter: &Type, ty: &Type) -> Node {
        let ty = self.outside(ty);
        let tokens = quote!(__tool::Adapted<#adapter, #ty>);
        self.own_schema(&syn::parse2(tokens.clone()).unwrap_or(Type::Verbatim(tokens)))
    }

    pub(super) fn outside(&self, ty: &Type) -> Type {
        if find_ident(ty, &|ident| ident == "Self").is_none() {
            return ty.clone();
        }
        let (this, name) = (&self.ty, &self.input.ident);
        let named = |at| spanned(name, at).into_token_stream();
        let tokens = without_self(ty.to_token_stream(), &|_| quote!(#this), &named);
        syn::parse2(tokens).unwrap_or_else(|_| ty.clone())
    }

    fn own_schema(&mut self, ty: &Type) -> Node {
        self.asked.push(ty.clone());
        // A static needs `'static` types. In the implementation's const the type's own lifetimes
        // are in scope, and `&'static T` would require `T: 'static`.
        Node::Type(Box::new(if self.generic {
            ty.clone()
        } else {
            with_static_lifetimes(ty)
        }))
    }

    /// Returns the node of a type that leads back to this one: expands std's wrappers and links to
    /// this type by name. Wrappers are recognised by the last segment of their path, so a user's
    /// own `Vec` with other JSON would be described wrongly. With `recursive`, the innermost type
    /// that is not a wrapper is treated as this type, whatever its name (an alias). In a tuple only
    /// elements with type arguments are, so that `(u32, Alias<T>)` and `(T, Alias<T>)` work.
    fn by_name(&mut self, ty: &Type, recursive: bool, errors: &mut Errors) -> Node {
        let ty = ungroup(ty);
        if self.is_this(ty) {
            return Node::ThisType;
        }
        if !recursive && !self.mentioned_in(ty) {
            return self.own_schema(ty);
        }
        let shape = match ty {
            Type::Reference(reference) => return self.by_name(&reference.elem, recursive, errors),
            Type::Slice(slice) => Shape::Array {
                items: self.by_name(&slice.elem, recursive, errors),
                exactly: None,
                unique: false,
            },
            Type::Array(array) => Shape::Array {
                items: self.by_name(&array.elem, recursive, errors),
                exactly: array_length(&array.len, errors),
                unique: false,
            },
            Type::Tuple(tuple) if !tuple.elems.is_empty() => Shape::Tuple(
                tuple
                    .elems
                    .iter()
                    .map(|elem| {
                        let leads_back =
                            self.mentioned_in(elem) || (recursive && has_arguments(elem));
                        if leads_back {
                            self.by_name(elem, recursive, errors)
                        } else {
                            self.own_schema(elem)
                        }
                    })
                    .collect(),
            ),
            Type::Path(path) => match wrapper(path) {
                Some((Wrapper::Transparent, args)) => {
                    return self.by_name(args[0], recursive, errors);
                }
                Some((Wrapper::Option, args)) => {
                    Shape::Option(self.by_name(args[0], recursive, errors))
                }
                Some((Wrapper::List { unique }, args)) => Shape::Array {
                    items: self.by_name(args[0], recursive, errors),
                    exactly: None,
                    unique,
                },
                Some((Wrapper::Map, args)) => Shape::Map {
                    key: self.own_schema(args[0]),
                    value: self.by_name(args[1], recursive, errors),
                },
                None if recursive => return self.said_to_be_this(ty),
                None => return self.unknown_wrapper(ty, errors),
            },
            _ if recursive => return self.said_to_be_this(ty),
            _ => return self.unknown_wrapper(ty, errors),
        };
        Node::of(shape)
    }

    /// Returns the node of a type declared to be this one. A user's own wrapper of it may have the
    /// same JSON. Rustc checks any other type, which would otherwise be described wrongly.
    fn said_to_be_this(&mut self, ty: &Type) -> Node {
        if self.is_named_as_this(ty) || !self.mentioned_in(ty) {
            self.same.push(ty.clone());
        }
        Node::ThisType
    }

    fn is_named_as_this(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|it| it.ident == self.input.ident))
    }

    fn unknown_wrapper(&self, ty: &Type, errors: &mut Errors) -> Node {
        let name = &self.input.ident;
        let message = if self.is_named_as_this(ty) {
            "a generic type that contains itself with other type arguments is infinite; write `#[tool(recursive)]` if it is the same type, or `#[tool(as = \"..\")]`".to_string()
        } else {
            format!(
                "`{name}` is generic and names itself here, inside a type that the derive doesn't know; write `#[tool(recursive)]` on this field if its JSON is that of `{name}`, or use `Box`, `Option`, `Vec`, a set, a map or a tuple around it"
            )
        };
        errors.on(ty, message);
        Node::ThisType
    }

    /// Returns whether a type is this one, by its name or as `Self`.
    pub(super) fn is_itself(&self, ty: &Type) -> bool {
        self.is_this(&self.outside(ty))
    }

    /// Returns whether a type is this one, with its own parameters as arguments.
    fn is_this(&self, ty: &Type) -> bool {
        let segment = self.segment_of_this(ungroup(ty));
        segment.is_some_and(|segment| self.own_arguments(&segment.arguments))
    }

    /// Returns the only segment of a path that is this type's name.
    fn segment_of_this<'t>(&self, ty: &'t Type) -> Option<&'t PathSegment> {
        let Type::Path(TypePath {
            qself: None, path, ..
        }) = ty
        else {
            return None;
        };
        let single = path.leading_colon.is_none() && path.segments.len() == 1;
        let name = &self.input.ident;
        path.segments
            .first()
            .filter(|it| single && it.ident == *name)
    }

    /// Returns whether arguments are the type's own parameters in order, ignoring lifetimes.
    fn own_arguments(&self, arguments: &PathArguments) -> bool {
        let given: Vec<String> = match arguments {
            PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Lifetime(_) => None,
                    GenericArgument::Type(ty) => Some(ungroup(ty).to_token_stream()),
                    other => Some(other.to_token_stream()),
                })
                .map(|text| text.to_string().trim_matches(['{', '}', ' ']).to_owned())
                .collect(),
            _ => Vec::new(),
        };
        let own = names_of_params(&self.input.generics).into_iter();
        given == own.map(ToString::to_string).collect::<Vec<_>>()
    }

    /// Returns whether a type mentions this one anywhere.
    pub(super) fn mentioned_in(&self, ty: &Type) -> bool {
        let is_named = |ty: &Type| self.segment_of_this(ty).is_some();
        !parts_of(ty, true, &is_named).is_empty()
    }
}

enum Wrapper {
    /// Has the same JSON as its content.
    Transparent,
    Option,
    List {
        unique: bool,
    },
    Map,
}

/// Recognises a wrapper of std by its last segment and returns its type arguments.
fn wrapper(path: &TypePath) -> Option<(Wrapper, Vec<&Type>)> {
    let last = path.path.segments.last()?;
    let args = arguments(&path.path);
    let (wrapper, arity) = match last.ident.to_string().as_str() {
        "Box" | "Rc" | "Arc" | "Cell" | "RefCell" | "Cow" => (Wrapper::Transparent, 1),
        "Option" => (Wrapper::Option, 1),
        "Vec" | "VecDeque" => (Wrapper::List { unique: false }, 1),
        "HashSet" | "BTreeSet" => (Wrapper::List { unique: true }, 1),
        "HashMap" | "BTreeMap" => (Wrapper::Map, 2),
        _ => return None,
    };
    (args.len() >= arity).then_some((wrapper, args))
}

fn has_arguments(ty: &Type) -> bool {
    match ungroup(ty) {
        Type::Path(path) => !arguments(&path.path).is_empty(),
        Type::Reference(reference) => has_arguments(&reference.elem),
        Type::Slice(slice) => has_arguments(&slice.elem),
        Type::Array(array) => has_arguments(&array.elem),
        _ => false,
    }
}

fn array_length(len: &syn::Expr, errors: &mut Errors) -> Option<u128> {
    let number = parse_number(len).and_then(|number| number.int);
    if number.is_none() {
        errors.on(
            len,
            "the length of an array of the type itself must be a literal here; write the number, or use `Vec`",
        );
    }
    number
}
