//! The position of a walk through the tree: the path from the root, and the named types on it.

use crate::schema::{Field, Kind, Link, Schema, TypeName};

/// One step of the path from the root. Frames are on the walk's own call stack.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'f, 'a> {
    pub(crate) step: FrameStep<'a>,
    /// The schema at this place, if it has a name.
    pub(crate) named: Option<&'a Schema<'a>>,
    /// True if the step goes through a property that may be absent.
    pub(crate) optional: bool,
    pub(crate) up: Option<&'f Frame<'f, 'a>>,
    /// The direction of the walk: true for what serde writes, false for what it reads.
    pub(crate) output: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum FrameStep<'a> {
    /// The root, or a step that leaves no trace in JSON.
    Here,
    /// Like [`Here`](Self::Here), into a named type that is a variant of this flattened enum.
    VariantOf(&'a Schema<'a>),
    /// A definition: its type's name, and the number after it if it isn't the first of that name.
    Definition(&'a str, usize),
    Property(&'a str),
    Items,
    /// The names of a map.
    Names,
    /// The other names of an object, as the property of that name.
    Rest(&'a str),
    Values,
    Index(usize),
    Variant(usize),
}

impl<'f, 'a> Frame<'f, 'a> {
    pub(crate) const ROOT: Frame<'f, 'a> = Frame {
        step: FrameStep::Here,
        named: None,
        optional: false,
        up: None,
        output: false,
    };

    /// Returns the frame of a step from here that goes through no property that may be absent. A
    /// walk that doesn't ask uses it for every step.
    pub(crate) const fn below(
        &self,
        step: FrameStep<'a>,
        named: Option<&'a Schema<'a>>,
    ) -> Frame<'_, 'a> {
        Frame {
            step,
            named,
            optional: false,
            up: Some(self),
            output: self.output,
        }
    }

    /// Returns the frame of a flattened type, as one inside this wrapper or enum around it. A frame
    /// has one name: the innermost one, because a link by name is directly inside the type that it
    /// names. The enum is kept too, so that an enum that flattens itself is found.
    pub(super) const fn inside(self, around: &'a Schema<'a>) -> Self {
        match self.named {
            Some(Schema { name: Some(_), .. }) => match around.kind {
                Kind::Union(_) => Frame {
                    step: FrameStep::VariantOf(around),
                    ..self
                },
                _ => self,
            },
            _ => Frame {
                named: Some(around),
                ..self
            },
        }
    }

    pub(crate) const fn variant_of(&self) -> Option<&'a Schema<'a>> {
        match self.step {
            FrameStep::VariantOf(schema) => Some(schema),
            _ => None,
        }
    }

    /// Returns true if the frame is that of the type, or of a variant of it.
    const fn is_of(&self, name: &TypeName<'_>) -> bool {
        if let Some(schema) = self.named
            && let Some(found) = schema.name
            && found.same(name)
        {
            return true;
        }
        match self.variant_of() {
            Some(Schema {
                name: Some(found), ..
            }) => found.same(name),
            _ => false,
        }
    }

    /// Returns the frame of a property, for a note.
    pub(crate) const fn property(&self, name: &'a str) -> Frame<'_, 'a> {
        self.below(FrameStep::Property(name), None)
    }

    pub(crate) const fn root(output: bool) -> Self {
        Frame {
            output,
            ..Frame::ROOT
        }
    }

    /// Returns true if the field is in no JSON of the walk's direction.
    pub(crate) const fn skips(&self, field: &Field<'_>) -> bool {
        let other = if self.output {
            Field::INPUT_ONLY
        } else {
            Field::OUTPUT_ONLY
        };
        field.flags & other != 0
    }

    /// Returns true if the properties of the field's type are part of the object, in the walk's
    /// direction.
    pub(crate) const fn flattens(&self, field: &Field<'_>) -> bool {
        field.flags & Field::FLATTEN != 0 && !self.skips(field)
    }
}

/// Returns the schema that a link refers to at this place.
pub(crate) const fn resolve<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> &'a Schema<'a> {
    match link {
        Link::Static(schema) => schema.get(),
        Link::Borrowed(schema) => schema,
        Link::ByName(name) => match find_named(name, at) {
            Some(schema) => schema,
            // Reached only with a handwritten tree: the derive writes the marker inside the type
            // that it names.
            None => panic!("a link by name must be inside the type that it names"),
        },
    }
}

/// Returns the innermost enclosing type of that declaration.
pub(super) const fn find_named<'a>(
    name: &TypeName<'_>,
    at: &Frame<'_, 'a>,
) -> Option<&'a Schema<'a>> {
    let mut next = Some(at);
    while let Some(frame) = next {
        if let Some(schema) = frame.named
            && let Some(found) = &schema.name
            && found.same_declaration(name)
        {
            return Some(schema);
        }
        next = frame.up;
    }
    None
}

/// Returns the frame of the same named type around this place, if any: a link to `schema` would
/// close a cycle.
pub(crate) const fn enclosing_frame<'f, 'a>(
    schema: &Schema<'_>,
    at: &'f Frame<'f, 'a>,
) -> Option<&'f Frame<'f, 'a>> {
    let Some(name) = schema.name else {
        return None;
    };
    let mut next = Some(at);
    while let Some(frame) = next {
        if frame.is_of(name) {
            return Some(frame);
        }
        next = frame.up;
    }
    None
}

/// Returns true if the path from the enclosing frame of `schema` to this place goes through a
/// property that may be absent.
pub(crate) const fn via_optional(schema: &Schema<'_>, at: &Frame<'_, '_>, here: bool) -> bool {
    if here {
        return true;
    }
    let Some(name) = schema.name else {
        return false;
    };
    let mut next = Some(at);
    while let Some(frame) = next
        && !frame.is_of(name)
    {
        if frame.optional {
            return true;
        }
        next = frame.up;
    }
    false
}

/// Returns true if the type already occurs at this very place: flattened into itself, wrapped in
/// itself, or as one of its own alternatives. A property or an item in between would make it an
/// ordinary recursive type.
pub(crate) const fn is_recursive_at(schema: &Schema<'_>, at: &Frame<'_, '_>) -> bool {
    let Some(name) = schema.name else {
        return false;
    };
    let mut frame = at;
    loop {
        if frame.is_of(name) {
            return true;
        }
        match (frame.step, frame.up) {
            (FrameStep::Here | FrameStep::VariantOf(_) | FrameStep::Variant(_), Some(up)) => {
                frame = up;
            }
            _ => return false,
        }
    }
}
