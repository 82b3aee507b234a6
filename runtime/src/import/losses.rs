//! Reports what a schema loses when it is read, and bounds the texts that reading makes.

use super::error::ImportError;
use super::keywords::{At, Keywords};
use super::read::SchemaReader;
use super::types::has_type;
use crate::render::{Outcome, ReportEntry};

/// Maximum bytes of the pointers in a report. A name in a pointer may be as long as the document.
const MAX_REPORTED: usize = 16 << 20;

/// Maximum bytes of the descriptions. Each reference with a text of its own has a copy of its
/// target's.
const MAX_DOCUMENTED: usize = 16 << 20;

impl SchemaReader<'_> {
    /// Reports a keyword of a schema, in each part of the schema that has it.
    pub(super) fn loss(&mut self, at: &At, keyword: &str, outcome: Outcome, reason: &str) {
        let keyword = at.place.spelled(keyword);
        for place in at.place.places(keyword) {
            self.loss_at(place, keyword, outcome, reason);
        }
    }

    pub(super) fn loss_at(&mut self, place: &str, keyword: &str, outcome: Outcome, reason: &str) {
        let key = (place.to_owned(), keyword.to_owned());
        let is_weak = |one| matches!(one, Outcome::Hidden | Outcome::Rewritten);
        let known = self.lost.entry(key).or_default();
        // The same place may be reached in several ways.
        for &index in known.iter() {
            let known = &mut self.losses[index];
            if is_weak(known.outcome) && !is_weak(outcome) {
                known.outcome = outcome;
                reason.clone_into(&mut known.reason);
                return;
            }
            let narrows = |one| one == Outcome::Narrowed;
            if is_weak(outcome) || narrows(known.outcome) == narrows(outcome) {
                return;
            }
        }
        known.push(self.losses.len());
        self.reported += place.len();
        self.losses
            .push(ReportEntry::new(place, keyword, outcome, reason));
    }

    /// Returns an error if the report or the descriptions are too long.
    pub(super) fn check_texts(&self, at: &At) -> Result<(), ImportError> {
        if self.reported > MAX_REPORTED {
            return Err(at.error(format!(
                "the places of what it loses have more than {MAX_REPORTED} bytes; shorten its names"
            )));
        }
        if self.documented > MAX_DOCUMENTED {
            return Err(at.error(format!(
                "with its references written out its descriptions have more than \
                 {MAX_DOCUMENTED} bytes"
            )));
        }
        Ok(())
    }

    /// Reports a keyword without an effect in this place.
    pub(super) fn idle(&mut self, sheet: &mut Keywords, keyword: String, reason: &str) {
        self.loss(&sheet.at, &keyword, Outcome::Hidden, reason);
        sheet.idle.push(keyword);
    }

    /// The keywords of a sheet that may have no effect here. A schema that is read more than once,
    /// because others refer to it or because it has alternatives, may have one that takes effect in
    /// another place.
    pub(super) fn shared(sheet: &Keywords) -> Vec<String> {
        if !sheet.at.shared {
            return Vec::new();
        }
        let names = sheet.members.iter().map(|(name, _)| name);
        names.filter(|name| has_type(name)).cloned().collect()
    }

    /// Marks the keywords that have an effect.
    pub(super) fn use_shared(&mut self, sheet: &Keywords, keywords: &[String]) {
        for keyword in keywords.iter().filter(|name| !sheet.idle.contains(name)) {
            for place in sheet.at.place.places(keyword) {
                self.used.insert((place.clone(), keyword.clone()));
            }
        }
    }

    /// Removes the reports of keywords that have an effect in another place.
    pub(super) fn forget_used(&mut self) {
        let used = core::mem::take(&mut self.used);
        if !used.is_empty() {
            self.losses.retain(|loss| {
                let key = (loss.pointer.as_str().into(), loss.keyword.clone());
                loss.outcome != Outcome::Hidden || !used.contains(&key)
            });
        }
    }
}
