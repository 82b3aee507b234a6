//! A flattened `Option`: its required properties are all present, or none of its properties is.
//! Serde reads an incomplete one as `None`, and the decoder rejects it.

use super::describe::Description;
use super::notes::{NO_KEYWORD, Outcome};
use super::place::SchemaPlace;
use super::properties::{key, skipped, write_element};
use super::writer::Writer;
use crate::const_str::eq;
use crate::dialect::kw;
use crate::json::lit;
use crate::schema::{Field, Literal, Object};
use crate::shape::{Alternative, Frame, FrameStep, alternatives, choose, is_optional, resolve};

/// The type in a flattened `Option`, and the flattened `Option`s around it.
#[derive(Clone, Copy)]
pub(crate) struct FlattenedOption<'p, 'a> {
    pub(super) object: &'a Object<'a>,
    pub(super) choice: usize,
    pub(super) frame: &'p Frame<'p, 'a>,
    pub(super) up: Option<&'p FlattenedOption<'p, 'a>>,
}

/// The form of a list of names.
#[derive(Clone, Copy)]
enum Form {
    /// The names are only counted.
    Count,
    /// `"a","b"`
    Json,
    /// `a, b`
    Words,
}

impl<'a> FlattenedOption<'_, 'a> {
    /// Describes the properties that one of these requires, if the dialect has no keyword for it.
    pub(super) const fn words(
        &self,
        w: &mut Writer<'_, 'a>,
        text: &mut Description,
        place: &SchemaPlace<'_, 'a>,
    ) {
        let FrameStep::Property(name) = place.step else {
            return;
        };
        if w.d.has(kw::DEPENDENCIES) || self.list(w, name, Form::Count) == 0 {
            return;
        }
        text.write_constraint(w, "requires ", "");
        self.list(w, name, Form::Words);
        let here = place.frame();
        w.note(&here, Outcome::Described, "dependentRequired", NO_KEYWORD);
    }

    /// Lists the properties that the one of that name requires, and returns their number.
    const fn list(&self, w: &mut Writer<'_, 'a>, name: &str, form: Form) -> usize {
        let mut n = 0;
        self.list_after(w, name, form, &mut n);
        n
    }

    /// Continues a list of `n` names.
    const fn list_after(&self, w: &mut Writer<'_, 'a>, name: &str, form: Form, n: &mut usize) {
        list_required(w, self.object, self.choice, self.frame, name, form, n);
        if let Some(up) = self.up {
            up.list_after(w, name, form, n);
        }
    }
}

/// Lists the required properties of an object, except one.
const fn list_required<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    except: &str,
    form: Form,
    n: &mut usize,
) {
    let mut choice = choice;
    let mut i = 0;
    while i < object.fields.len() {
        let field = &object.fields[i];
        if skipped(w, field) {
        } else if field.flags & Field::FLATTEN != 0 {
            let count = alternatives(&field.ty, frame);
            match choose(resolve(&field.ty, frame), choice % count, frame) {
                (Alternative::Object(inner, number, at), false) => {
                    list_required(w, inner, number, &at, except, form, n);
                }
                (Alternative::Unit(value), _) => {
                    if let Literal::String(name) = &value.value {
                        separate(w, form, n);
                        if !matches!(form, Form::Count) {
                            w.out.put(name.json());
                        }
                    }
                }
                _ => {}
            }
            choice /= count;
        } else if !is_optional(field, frame) && !eq(field.key.raw, except) {
            separate(w, form, n);
            if !matches!(form, Form::Count) {
                write_element(w, &field.key);
            }
        }
        i += 1;
    }
}

/// Writes what comes between two names, and counts them.
const fn separate(w: &mut Writer<'_, '_>, form: Form, n: &mut usize) {
    if *n > 0 {
        match form {
            Form::Count => {}
            Form::Json => lit!(w.out, "\",\""),
            Form::Words => lit!(w.out, ", "),
        }
    }
    *n += 1;
}

/// Writes `dependentRequired`.
pub(super) const fn dependent_required<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) {
    let mut first = true;
    dependencies(w, object, choice, frame, None, &mut first);
    if !first {
        lit!(w.out, "}");
    }
}

const fn dependencies<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    option: Option<&FlattenedOption<'_, 'a>>,
    first: &mut bool,
) {
    let mut choice = choice;
    let mut i = 0;
    while i < object.fields.len() {
        let field = &object.fields[i];
        if skipped(w, field) {
        } else if field.flags & Field::FLATTEN != 0 {
            let count = alternatives(&field.ty, frame);
            if let (Alternative::Object(inner, number, at), optional) =
                choose(resolve(&field.ty, frame), choice % count, frame)
            {
                let own = FlattenedOption {
                    object: inner,
                    choice: number,
                    frame: &at,
                    up: option,
                };
                let option = if optional { Some(&own) } else { option };
                dependencies(w, inner, number, &at, option, first);
            }
            choice /= count;
        } else if let Some(option) = option
            && option.list(w, field.key.raw, Form::Count) > 0
        {
            if *first {
                lit!(w.out, ",\"dependentRequired\":{\"");
            } else {
                lit!(w.out, ",\"");
            }
            *first = false;
            write_element(w, key(w, field));
            lit!(w.out, "\":[\"");
            option.list(w, field.key.raw, Form::Json);
            lit!(w.out, "\"]");
        }
        i += 1;
    }
}
