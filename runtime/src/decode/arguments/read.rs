//! From scanned arguments to a value of a type, or all faults.

use serde::Deserialize;
#[cfg(feature = "import")]
use serde_json::Value;

use super::Arguments;
use crate::decode::errors::ArgumentErrors;
use crate::decode::explain::Explain;
use crate::decode::guided::{DecodeError, EntryRole, Guided, Session, Walk, fields};
use crate::decode::params::root_frame;
use crate::decode::path::path;
use crate::decode::rejected::{add_number, too_many_ways};
use crate::dialect::Dialect;
use crate::schema::{Kind, Schema};
use crate::shape::{
    Frame, Place, RootForm, hidden_names_of_root, is_empty_root, kind_inside, root_form,
};

impl Arguments<'_> {
    /// Decodes a value of a type from text written for the dialect. In the arguments of a call,
    /// unknown names are faults.
    ///
    /// # Errors
    ///
    /// Fails if the value doesn't match the type.
    pub fn read<'de, T: Deserialize<'de>>(
        &'de self,
        schema: &'de Schema<'de>,
        dialect: &'de Dialect,
    ) -> Result<T, ArgumentErrors> {
        let session = self.session(dialect, schema);
        let value = self.read_in(&session, schema)?;
        match self.unknown_names(&session, schema) {
            Some(errors) => Err(errors),
            None => Ok(value),
        }
    }

    /// Returns faults for names that an open type ignores, if it is the type of a call's
    /// parameters.
    fn unknown_names<'de>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
    ) -> Option<ArgumentErrors> {
        let (Kind::Object(object), RootForm::Plain) =
            (kind_inside(schema), root_form(schema, false))
        else {
            return None;
        };
        if !self.is_call || self.options.leniency.unknown_fields {
            return None;
        }
        let frame = root_frame(schema);
        let walk = Walk::new(session);
        let all = fields(walk, object, 0, &frame, self.root());
        let mut entries = all.entries.iter();
        if !entries.any(|entry| matches!(entry.slot, EntryRole::Unknown | EntryRole::Hidden)) {
            return None;
        }
        let mut explain = Explain::new(session);
        explain.fields(walk, &all, self.root(), true);
        Some(ArgumentErrors::new(explain.faults)).filter(|errors| !errors.faults.is_empty())
    }

    fn read_in<'de, T: Deserialize<'de>>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
    ) -> Result<T, ArgumentErrors> {
        let walk = Walk::new(session);
        let mut found = self.value(walk, schema).read_as();
        if found.is_err() && !self.options.leniency.is_none() {
            found = self.value(self.lenient(walk), schema).read_as();
        }
        match found {
            Ok(value) => {
                self.read_or_explain(session, walk, schema);
                Ok(value)
            }
            Err(stop) => Err(self.faults(session, schema, stop)),
        }
    }

    /// Decodes the arguments as data. A [`Value`] accepts any JSON, so the schema is checked first.
    #[cfg(feature = "import")]
    pub(crate) fn read_checked<'de>(
        &'de self,
        schema: &'de Schema<'de>,
        dialect: &'de Dialect,
    ) -> Result<Value, ArgumentErrors> {
        let session = || self.session(dialect, schema).without_serde();
        let fits = |lenient: bool| {
            let session = session();
            let walk = Walk::new(&session);
            let walk = if lenient { self.lenient(walk) } else { walk };
            let mut explain = Explain::new(&session);
            explain.root(walk, schema, self.root());
            explain.faults.is_empty() && !session.is_exhausted()
        };
        if fits(false) {
            return self.read_in(&session(), schema);
        }
        let session = session();
        let walk = Walk::new(&session);
        let stop = if !self.options.leniency.is_none() && fits(true) {
            match self.value(self.lenient(walk), schema).read_as() {
                Ok(value) => {
                    self.read_or_explain(&session, walk, schema);
                    return Ok(value);
                }
                Err(stop) => stop,
            }
        } else {
            DecodeError::default()
        };
        Err(self.faults(&session, schema, stop))
    }

    fn lenient<'w, 'de>(&self, walk: Walk<'w, 'de>) -> Walk<'w, 'de> {
        walk.forgiving(self.options.leniency)
    }

    fn value<'p, 'de>(&'de self, walk: Walk<'p, 'de>, schema: &'de Schema<'de>) -> Guided<'p, 'de> {
        let node = self.unwrapped(schema);
        if is_empty_root(schema) && hidden_names_of_root(schema).is_empty() {
            return Guided::raw(walk, node);
        }
        Guided::of(walk, node, schema, Place::at(&Frame::ROOT), None)
    }

    fn read_or_explain<'de>(
        &'de self,
        session: &Session<'de>,
        walk: Walk<'_, 'de>,
        schema: &'de Schema<'de>,
    ) {
        if !self.options.leniency.is_none() {
            session.forget_coercions();
            let place = Place::at(&Frame::ROOT);
            let node = self.unwrapped(schema);
            let mut strict = Explain::new(session);
            strict.value(walk, schema, place, None, node);
            if !strict.faults.is_empty() {
                Explain::new(session).value(self.lenient(walk), schema, place, None, node);
            }
        }
        let place = |node| path(session, node);
        self.note(session.coercions(place), session.ignored(place));
    }

    fn faults<'de>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
        stop: DecodeError,
    ) -> ArgumentErrors {
        let number = session.number_for_tag();
        let again = number.map(|_| session.fresh());
        let explaining = again.as_ref().unwrap_or(session);
        let mut explain = Explain::new(explaining);
        explain.root(self.lenient(Walk::new(explaining)), schema, self.root());
        let node = self.unwrapped(schema);
        let at = || path(session, node);
        let mut faults = explain.faults;
        if explaining.is_exhausted() {
            faults = vec![too_many_ways(session, at(), node)];
        } else if let Some(number) = number {
            add_number(session, number, &mut faults);
        } else if faults.is_empty() {
            faults.push(stop.into_fault(session, at(), node));
        }
        ArgumentErrors::new(faults)
    }
}
