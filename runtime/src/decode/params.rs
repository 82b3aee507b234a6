//! Decoding of a call's parameters, one after the other.

use serde::Deserialize;
use serde::de::Error as _;

use super::Leniency;
use super::arguments::{Arguments, root_frame};
use super::errors::{ArgumentErrors, Fault};
use super::expected::name_of;
use super::explain::{Explain, explained};
use super::guided::{
    DecodeError, EntryRole, ExpectedForm, FieldEntry, FlattenedPart, Guided, Once, SentFields,
    Session, Walk, WalkOptions, fields, read_into,
};
use super::path::{is_within, path, push_name};
use crate::dialect::Dialect;
use crate::json_index::Node;
use crate::schema::{Field, Schema};
use crate::shape::{Frame, Place, kind_inside, object_alternatives};

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
    node: Node<'de>,
    members: SentFields<'de, 'de>,
    /// The way in which the alternative fits.
    way: WalkOptions<'de>,
    /// True if no alternative fits, and serde may lose a value of a flattened parameter.
    loses: bool,
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
        take.sent = take.find();
        take
    }

    fn find(&self) -> Option<ParamsObject<'de>> {
        let frame = &root_frame(self.params);
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
        let members = fields(walk, object, choice, frame, node);
        Some(ParamsObject {
            node,
            way: walk.way(),
            loses: found.is_none() && members.has_other_variant(),
            members,
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

    /// Reads like [`take`](Self::take), for a parameter with a default. `Some(None)` if it is
    /// absent.
    pub fn take_or_absent<T: Deserialize<'de>>(&mut self, field: usize) -> Option<Option<T>> {
        if self.sent.is_some() && self.entry(field).is_none() {
            return Some(None);
        }
        self.take(field).map(Some)
    }

    /// Reads a parameter, and again with leniency if that fails.
    fn read(&mut self, field: usize, once: &mut Once<'_, 'de>) {
        let mut found = match self.attempt(Walk::new(&self.session), field, once) {
            Some(found) => found,
            None if self.sent.is_some() => once(None),
            None => Err(DecodeError::custom("expected an object")),
        };
        if found.is_err()
            && let Some(again) = self
                .lenient()
                .and_then(|walk| self.attempt(walk, field, once))
        {
            found = again;
            self.coercions.push(field);
        }
        if let Err(stop) = found {
            self.refused.push((field, stop));
        }
    }

    /// Reads a parameter. `None` if it was not sent. The members of a flattened one are siblings of
    /// the other parameters.
    fn attempt(
        &self,
        walk: Walk<'_, 'de>,
        field: usize,
        once: &mut Once<'_, 'de>,
    ) -> Option<Result<(), DecodeError>> {
        let sent = self.sent.as_ref()?;
        let members = &sent.members;
        if !members.object.fields.get(field)?.has(Field::FLATTEN) {
            return Some(self.value(walk, field)?.read_by(once));
        }
        let again;
        let (walk, members) = if walk.lenient.is_none() {
            (walk.in_way(sent.way), members)
        } else {
            again = sent.members_in(walk);
            (walk, &again)
        };
        let part = FlattenedPart::of(members.object, members.choice, field, &members.frame);
        let what = ExpectedForm::Part(members, part);
        let node = self.arguments.root();
        Some(Guided { walk, node, what }.read_by(once))
    }

    fn entry(&self, field: usize) -> Option<&FieldEntry<'de>> {
        let sent = self.sent.as_ref()?;
        let wanted = sent.members.object.fields.get(field)?;
        let is = |entry: &&FieldEntry<'_>| match entry.slot {
            EntryRole::Field { field, own, .. } => own && core::ptr::eq(field, wanted),
            EntryRole::Default { .. } => entry.name == wanted.key.raw,
            _ => false,
        };
        // If all were sent, each entry's index is its field's number.
        let entries = &sent.members.entries;
        entries
            .get(field)
            .filter(is)
            .or_else(|| entries.iter().find(is))
    }

    fn value<'p>(&'p self, walk: Walk<'p, 'de>, field: usize) -> Option<Guided<'p, 'de>> {
        let entry = self.entry(field)?;
        let frame = &self.sent.as_ref()?.members.frame;
        let EntryRole::Field { field, .. } = entry.slot else {
            return Some(Guided::raw(walk, entry.node));
        };
        Some(Guided::property(walk, entry.node, (field, frame), false))
    }

    /// Returns all faults, unknown names included. Notes accepted mistakes and ignored names in the
    /// [`Arguments`].
    ///
    /// # Errors
    ///
    /// Fails if there was any fault.
    pub fn finish(mut self) -> Result<(), ArgumentErrors> {
        let unknown = self.sent.as_ref().is_some_and(|sent| {
            let mut entries = sent.members.entries.iter();
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
        let root = self.arguments.root();
        let (mut faults, is_all) =
            explained(&self.session, root, |session| self.explain_all(session));
        if is_all {
            return faults;
        }
        for (field, stop) in refused {
            let path = self.path_of(field);
            // A flattened parameter has no path of its own.
            let known = if path == "$" {
                !faults.is_empty()
            } else {
                faults.iter().any(|fault| is_within(&fault.path, &path))
            };
            if !known {
                let sent = || self.sent.as_ref().map(|sent| sent.node);
                let node = self.entry(field).map(|entry| entry.node).or_else(sent);
                faults.push(stop.into_fault(&self.session, path, node.unwrap_or(root)));
            }
        }
        faults
    }

    fn explain_all(&self, session: &Session<'de>) -> Vec<Fault> {
        let leniency = self.arguments.options.leniency;
        let walk = Walk::new(session).forgiving(leniency).explaining();
        let mut explain = Explain::new(session);
        match &self.sent {
            Some(sent) => {
                let place = Place::at(&Frame::ROOT);
                let SentFields { object, frame, .. } = &sent.members;
                if walk
                    .alternative(self.params, object, frame, sent.node)
                    .is_none()
                {
                    explain.guided(Guided::of(walk, sent.node, self.params, place, None));
                } else {
                    let all = fields(walk, object, sent.members.choice, frame, sent.node);
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
        match (self.entry(field), sent.members.object.fields.get(field)) {
            (Some(entry), _) => path(&self.session, entry.node),
            (None, Some(field)) if field.flags & Field::FLATTEN == 0 => {
                let mut path = path(&self.session, sent.node);
                push_name(&mut path, &name_of(self.session.d, &field.key));
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
            let all = sent.members_in(walk);
            let mut explain = Explain::new(&self.session);
            for field in &self.coercions {
                match self.value(walk, *field) {
                    Some(value) => explain.guided(value),
                    None => explain.fields(walk, &all, sent.node, false),
                }
            }
        }
        self.arguments.note(&self.session);
    }
}

impl<'de> ParamsObject<'de> {
    fn members_in(&self, walk: Walk<'_, 'de>) -> SentFields<'de, 'de> {
        let SentFields {
            object,
            choice,
            frame,
            ..
        } = &self.members;
        fields(walk.in_way(self.way), object, *choice, frame, self.node)
    }
}
