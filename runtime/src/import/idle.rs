//! Keywords without an effect. A schema that is read more than once, because others refer to it or
//! because it has alternatives, may have one that takes effect in another place.

use super::keywords::Keywords;
use super::read::SchemaReader;
use super::types::ABOUT;
use crate::render::Outcome;

impl SchemaReader<'_> {
    /// Reports a keyword without an effect in this place.
    pub(super) fn idle(&mut self, sheet: &mut Keywords, keyword: String, reason: &str) {
        let at = sheet.at.clone();
        self.loss(&at, &keyword, Outcome::Hidden, reason);
        sheet.idle.push(keyword);
    }

    /// The keywords of a sheet that may have no effect, if other sheets have them too.
    pub(super) fn shared(sheet: &Keywords) -> Vec<String> {
        if !sheet.at.shared {
            return Vec::new();
        }
        let about = |name: &str| ABOUT.iter().any(|(_, all)| all.contains(&name));
        let names = sheet.members.iter().map(|(name, _)| name);
        names.filter(|name| about(name)).cloned().collect()
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
