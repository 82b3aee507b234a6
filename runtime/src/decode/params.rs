//! Decoding of a call's parameters, one after the other.

use serde::Deserialize;
use serde::de::Error as _;

use super::Leniency;
use super::arguments::Arguments;
use super::errors::{ArgumentErrors, Fault};
use super::expected::name_of;
use super::explain::Explain;
use super::guided::{
    DecodeError, EntryRole, FieldEntry, FlattenedPart, Guided, Once, SentFields, Session, Walk,
    WalkOptions, fields, read_into,
};
use super::path::{path, push_name};
use super::rejected::{add_number, too_many_ways};
use crate::dialect::Dialect;
use crate::json_index::Node;
use crate::schema::{Field, Object, Schema};
use crate::shape::{Frame, Place, Wrappers, kind_inside, object_alternatives, peel, resolve};

/// Reads one parameter after the other and records the faults of each.
#[derive(Debug)]
pub struct ParamReader<'de> {
    params: &'de Schema<'de>,
    arguments: &'de Arguments<'de>,
    session: Session<'de>,
    /// The object of the parameters, if one was sent.
    sent: Option<ParamsObject<'de>>,
    /// The errors of the parameters that serde rejected, by number.
    refused: Vec<(usize, DecodeError)>,
    /// Parameters that needed leniency.
    coercions: Vec<usize>,
}

/// The object of the parameters.
struct ParamsObject<'de> {
    object: &'de Object<'de>,
    node: Node<'de>,
    choice: usize,
    /// The way in which the alternative fits.
    way: WalkOptions<'de>,
    /// True if no alternative fits, and serde may lose a value of a flattened parameter.
    loses: bool,
    entries: Vec<FieldEntry<'de>>,
}

impl core::fmt::Debug for ParamsObject<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.node.fmt(f)
    }
}

impl<'de> ParamReader<'de> {
    pub(crate) fn new(
        params: &'de Schema<'de>,
        arguments: &'de Arguments<'de>,
        dialect: &'static Dialect,
    ) -> Self {
        let session = arguments.session(dialect, params);
        let mut take = ParamReader {
            params,
            arguments,
            session,
            sent: None,
            refused: Vec::new(),
            coercions: Vec::new(),
        };
        let frame = take.frame();
        take.sent = take.find(&frame);
        take
    }

    fn frame(&self) -> Frame<'de, 'de> {
        root_frame(self.params)
    }

    fn find(&self, frame: &Frame<'_, 'de>) -> Option<ParamsObject<'de>> {
        let node = self.arguments.unwrapped(self.params);
        let crate::schema::Kind::Object(object) = kind_inside(self.params) else {
            return None;
        };
        if !node.is_object() {
            return None;
        }
        let walk = Walk::new(&self.session);
        let alone = object_alternatives(object, frame) == 1;
        let found = if alone {
            let attempts = walk.changes.of_object(object, frame);
            let changes = attempts.into_iter().flatten().next();
            changes.map(|changes| (walk.with_changes(changes), 0))
        } else {
            let walk = self.lenient().unwrap_or(walk);
            walk.chosen_alternative(self.params, object, frame, node)
        };
        let (way, choice) = found.unwrap_or((walk, 0));
        let walk = way.forgiving(Leniency::NONE);
        let sent = fields(walk, object, choice, frame, node);
        let loses = found.is_none() && sent.has_other_variant();
        let entries = sent.entries;
        Some(ParamsObject {
            object,
            node,
            choice,
            way: walk.way(),
            loses,
            entries,
        })
    }

    fn lenient(&self) -> Option<Walk<'_, 'de>> {
        let leniency = self.arguments.options.leniency;
        (!leniency.is_none()).then(|| Walk::new(&self.session).forgiving(leniency))
    }

    /// Reads the parameter of that number, counting those that the model sends. `None` if a fault
    /// was recorded.
    pub fn take<T: Deserialize<'de>>(&mut self, field: usize) -> Option<T> {
        let mut found = None;
        self.read(field, &mut read_into(&mut found));
        found
    }

    /// Reads a parameter, and again with leniency if that fails.
    fn read(&mut self, field: usize, once: &mut Once<'_, 'de>) {
        let frame = self.frame();
        let mut found = match self.value(Walk::new(&self.session), field, &frame) {
            Some(value) => value.read_by(once),
            None => self.missing(once),
        };
        if found.is_err()
            && let Some(value) = self
                .lenient()
                .and_then(|walk| self.value(walk, field, &frame))
        {
            found = value.read_by(once);
            self.coercions.push(field);
        }
        self.note_refused(field, found);
    }

    /// Reads a parameter that was not sent. If no object was sent, that is the fault.
    fn missing(&self, once: &mut Once<'_, 'de>) -> Result<(), DecodeError> {
        if self.sent.is_some() {
            once(None)
        } else {
            Err(DecodeError::custom("expected an object"))
        }
    }

    /// Reads like [`take`](Self::take), for a parameter with a default. `Some(None)` if it is
    /// absent.
    pub fn take_or_absent<T: Deserialize<'de>>(&mut self, field: usize) -> Option<Option<T>> {
        if self.sent.is_some() && self.entry(field).is_none() {
            return Some(None);
        }
        self.take(field).map(Some)
    }

    /// Reads a flattened parameter, whose members are siblings of the other parameters.
    pub fn take_flat<T: Deserialize<'de>>(&mut self, field: usize) -> Option<T> {
        let mut found = None;
        self.read_flat(field, &mut read_into(&mut found));
        found
    }

    fn read_flat(&mut self, field: usize, once: &mut Once<'_, 'de>) {
        let frame = self.frame();
        let part =
            |all: &SentFields<'_, 'de>| FlattenedPart::of(all.object, all.choice, field, &frame);
        let root = self.arguments.root();
        let walk = Walk::new(&self.session);
        let walk = (self.sent.as_ref()).map_or(walk, |sent| walk.in_way(sent.way));
        let mut found = match self.all(walk, &frame) {
            Some(all) => Guided::part_of(walk, &all, root, part(&all)).read_by(once),
            None => self.missing(once),
        };
        if found.is_err()
            && let Some(walk) = self.lenient()
            && let Some(all) = self.all(walk, &frame)
        {
            found = Guided::part_of(walk, &all, root, part(&all)).read_by(once);
            self.coercions.push(field);
        }
        self.note_refused(field, found);
    }

    /// Returns the members of the parameters' object.
    fn all<'s>(
        &self,
        walk: Walk<'_, 'de>,
        frame: &'s Frame<'s, 'de>,
    ) -> Option<SentFields<'s, 'de>> {
        let sent = self.sent.as_ref()?;
        Some(fields(
            walk.in_way(sent.way),
            sent.object,
            sent.choice,
            frame,
            sent.node,
        ))
    }

    fn entry(&self, field: usize) -> Option<&FieldEntry<'de>> {
        let sent = self.sent.as_ref()?;
        let wanted = sent.object.fields.get(field)?;
        let is = |entry: &&FieldEntry<'_>| match entry.slot {
            EntryRole::Field { field, own, .. } => own && core::ptr::eq(field, wanted),
            EntryRole::Default { .. } => entry.name == wanted.key.raw,
            _ => false,
        };
        // If all were sent, each entry's index is its field's number.
        let here = sent.entries.get(field).filter(is);
        here.or_else(|| sent.entries.iter().find(is))
    }

    fn value<'p>(
        &self,
        walk: Walk<'p, 'de>,
        field: usize,
        frame: &'p Frame<'p, 'de>,
    ) -> Option<Guided<'p, 'de>> {
        let entry = self.entry(field)?;
        let EntryRole::Field { field, .. } = entry.slot else {
            return Some(Guided::raw(walk, entry.node));
        };
        let place = Place::property(frame, field, false);
        let schema = resolve(&field.ty, frame);
        Some(Guided::of(walk, entry.node, schema, place, field.rules()))
    }

    fn note_refused(&mut self, field: usize, found: Result<(), DecodeError>) {
        if let Err(stop) = found {
            self.refused.push((field, stop));
        }
    }

    /// Returns all faults, unknown names included. Notes accepted mistakes and ignored names in the
    /// [`Arguments`].
    ///
    /// # Errors
    ///
    /// Fails if there was any fault.
    pub fn finish(mut self) -> Result<(), ArgumentErrors> {
        let unknown = self.sent.as_ref().is_some_and(|sent| {
            let mut entries = sent.entries.iter();
            sent.loses
                || entries.any(|entry| matches!(entry.slot, EntryRole::Unknown | EntryRole::Hidden))
        });
        if !self.refused.is_empty() || unknown {
            let faults = self.explain();
            if !faults.is_empty() {
                return Err(ArgumentErrors::new(faults));
            }
        }
        self.note();
        Ok(())
    }

    /// Collects all faults: at least one if a parameter was rejected, none if there were only
    /// unknown names and leniency accepts them.
    fn explain(&mut self) -> Vec<Fault> {
        let refused = core::mem::take(&mut self.refused);
        let number = self.session.number_for_tag();
        let again = number.map(|_| self.session.fresh());
        let session = again.as_ref().unwrap_or(&self.session);
        let mut faults = self.explain_all(session);
        if session.is_exhausted() {
            let node = self.arguments.root();
            return vec![too_many_ways(session, path(session, node), node)];
        }
        if let Some(number) = number {
            add_number(&self.session, number, &mut faults);
            // The parameters after it were rejected because of it.
            return faults;
        }
        for (field, stop) in refused {
            let path = self.path_of(field);
            let under = |fault: &Fault| {
                fault
                    .path
                    .strip_prefix(path.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            // A flattened parameter has no path of its own.
            let known = if path == "$" {
                !faults.is_empty()
            } else {
                faults.iter().any(under)
            };
            if !known {
                let sent = || self.sent.as_ref().map(|sent| sent.node);
                let node = self.entry(field).map(|entry| entry.node).or_else(sent);
                let node = node.unwrap_or_else(|| self.arguments.root());
                faults.push(stop.into_fault(session, path, node));
            }
        }
        faults
    }

    fn explain_all(&self, session: &Session<'de>) -> Vec<Fault> {
        let frame = self.frame();
        let leniency = self.arguments.options.leniency;
        let walk = Walk::new(session).forgiving(leniency).explaining();
        let mut explain = Explain::new(session);
        match &self.sent {
            Some(sent) => {
                let place = Place::at(&Frame::ROOT);
                let several = walk
                    .alternative(self.params, sent.object, &frame, sent.node)
                    .is_none();
                if several {
                    explain.value(walk, self.params, place, None, sent.node);
                } else {
                    let all = fields(walk, sent.object, sent.choice, &frame, sent.node);
                    explain.fields(walk, &all, sent.node, true);
                }
            }
            None => explain.root(walk, self.params, self.arguments.root()),
        }
        explain.faults
    }

    fn path_of(&self, field: usize) -> String {
        let Some(sent) = &self.sent else {
            return "$".into();
        };
        match (self.entry(field), sent.object.fields.get(field)) {
            (Some(entry), _) => path(&self.session, entry.node),
            (None, Some(field)) if field.flags & Field::FLATTEN == 0 => {
                let mut path = path(&self.session, sent.node);
                push_name(&mut path, &name_of(self.session.d(), &field.key));
                path
            }
            _ => path(&self.session, sent.node),
        }
    }

    /// Notes the accepted mistakes and the ignored names.
    fn note(&self) {
        let Some(sent) = &self.sent else { return };
        if let Some(walk) = self.lenient() {
            // Start over: trying alternatives may have noted more leniency than the result needs.
            self.session.forget_coercions();
            let frame = self.frame();
            let all = self.all(walk, &frame);
            let mut explain = Explain::new(&self.session);
            for field in &self.coercions {
                match (self.value(walk, *field, &frame), &all) {
                    (Some(value), _) => explain.guided(value),
                    (None, Some(all)) => explain.fields(walk, all, sent.node, false),
                    (None, None) => {}
                }
            }
        }
        let place = |node| path(&self.session, node);
        self.arguments
            .note(self.session.coercions(place), self.session.ignored(place));
    }
}

/// Returns the frame of the object at a root, without newtypes.
pub(super) fn root_frame<'de>(schema: &'de Schema<'de>) -> Frame<'de, 'de> {
    Place::at(&Frame::ROOT).frame(peel(schema, Wrappers::Newtypes, None))
}
