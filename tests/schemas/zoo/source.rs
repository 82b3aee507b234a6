//! The source code of the zoo's types: the attributes that apply at each place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::{Attribute, Fields, GenericParam, Item, Meta, Type, visit::Visit};

/// The attributes at one place. `type:..` are the attributes and the shape of the type around it,
/// `variant:..` those of its variant. `of:..` are those of the types in the same file that its own
/// type names. Without a prefix: its own attributes, and its own type.
pub(crate) type Place = BTreeSet<String>;

/// All places of all types, from the zoo's files.
pub(crate) fn places() -> Vec<Place> {
    let mut files = Vec::new();
    read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/zoo"),
        &mut files,
    );
    files.iter().flat_map(|file| of_file(file)).collect()
}

fn read(folder: &Path, out: &mut Vec<Vec<Item>>) {
    for entry in std::fs::read_dir(folder).expect("the zoo") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read(&path, out);
        } else {
            let text = std::fs::read_to_string(&path).expect("a file of the zoo");
            let file = syn::parse_file(&text).expect("Rust");
            out.push(file.items);
        }
    }
}

/// A type: its own attributes, and those of each field and variant.
#[derive(Default)]
struct Described {
    whole: Place,
    parts: Vec<(Place, BTreeSet<String>)>,
}

fn of_file(items: &[Item]) -> Vec<Place> {
    let mut types: BTreeMap<String, Described> = BTreeMap::new();
    for item in items {
        match item {
            Item::Struct(item) => {
                let mut described = Described {
                    whole: keys(&item.attrs),
                    parts: Vec::new(),
                };
                generics(&item.generics, &mut described.whole);
                described.whole.insert(shape(&item.fields).into());
                described.whole.insert("struct".into());
                fields(&item.fields, &Place::new(), &mut described);
                types.insert(item.ident.to_string(), described);
            }
            Item::Enum(item) => {
                let mut described = Described {
                    whole: keys(&item.attrs),
                    parts: Vec::new(),
                };
                generics(&item.generics, &mut described.whole);
                described.whole.insert("enum".into());
                if described.whole.contains("tag") {
                    let internal = !described.whole.contains("content");
                    let tagging = if internal { "internal" } else { "adjacent" };
                    described.whole.insert(tagging.into());
                } else if !described.whole.contains("untagged") {
                    described.whole.insert("external".into());
                }
                if item.variants.is_empty() {
                    described.whole.insert("empty".into());
                }
                for variant in &item.variants {
                    let mut own = keys(&variant.attrs);
                    own.insert(shape(&variant.fields).into());
                    let own: Place = own.iter().map(|key| format!("variant:{key}")).collect();
                    described.parts.push((own.clone(), BTreeSet::new()));
                    fields(&variant.fields, &own, &mut described);
                }
                types.insert(item.ident.to_string(), described);
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    for described in types.values() {
        let whole = described.whole.iter().map(|key| format!("type:{key}"));
        let whole: Place = whole.collect();
        out.push(whole.clone());
        for (own, named) in &described.parts {
            let mut place: Place = whole.union(own).cloned().collect();
            for below in named.iter().filter_map(|name| types.get(name)) {
                place.extend(below.whole.iter().map(|key| format!("of:{key}")));
                let parts = below.parts.iter().flat_map(|(part, _)| part);
                place.extend(parts.map(|key| format!("in:{key}")));
            }
            out.push(place);
        }
    }
    out
}

fn shape(fields: &Fields) -> &'static str {
    match fields {
        Fields::Unit => "unit",
        Fields::Named(named) if named.named.is_empty() => "braces",
        Fields::Named(_) => "named",
        Fields::Unnamed(it) if it.unnamed.len() == 1 => "newtype",
        Fields::Unnamed(_) => "tuple",
    }
}

fn generics(generics: &syn::Generics, out: &mut Place) {
    for param in &generics.params {
        out.insert(
            match param {
                GenericParam::Type(_) => "type parameter",
                GenericParam::Const(_) => "const parameter",
                GenericParam::Lifetime(_) => "lifetime",
            }
            .into(),
        );
    }
}

fn fields(fields: &Fields, above: &Place, out: &mut Described) {
    for field in fields {
        let mut place = above.clone();
        place.extend(keys(&field.attrs));
        let mut named = Named::default();
        named.visit_type(&field.ty);
        if let Type::Path(path) = &field.ty {
            let last = path.path.segments.last().expect("a name");
            // `=` is the outermost type, `~` any type in it.
            place.insert(format!("={}", last.ident));
        }
        place.extend(named.0.iter().map(|name| format!("~{name}")));
        out.parts.push((place, named.0));
    }
}

/// The names of all types in a type.
#[derive(Default)]
struct Named(BTreeSet<String>);

impl<'ast> Visit<'ast> for Named {
    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        self.0.insert(segment.ident.to_string());
        syn::visit::visit_path_segment(self, segment);
    }
}

/// The words of `#[serde(..)]`; those of `#[tool(..)]` with `tool ` in front. A word with a value
/// or with directions is listed in both forms.
fn keys(attrs: &[Attribute]) -> Place {
    let mut out = Place::new();
    for attr in attrs {
        let prefix = if attr.path().is_ident("serde") {
            ""
        } else if attr.path().is_ident("tool") {
            "tool "
        } else {
            continue;
        };
        let Meta::List(list) = &attr.meta else {
            continue;
        };
        for part in split(list.tokens.clone()) {
            let mut words = part.into_iter();
            let Some(word) = words.next() else { continue };
            let word = word.to_string();
            let word = word.trim_start_matches("r#");
            out.insert(format!("{prefix}{word}"));
            match words.next() {
                Some(next) if next.to_string() == "=" => out.insert(format!("{prefix}{word} =")),
                Some(_) => out.insert(format!("{prefix}{word}(..)")),
                None => continue,
            };
        }
    }
    out
}

/// Tokens between commas.
fn split(tokens: proc_macro2::TokenStream) -> Vec<Vec<proc_macro2::TokenTree>> {
    let mut out = vec![Vec::new()];
    for token in tokens {
        if token.to_string() == "," {
            out.push(Vec::new());
        } else {
            out.last_mut().expect("one part at least").push(token);
        }
    }
    out
}
