//! The budgets of one call: steps, the work of serde, and the work of matching texts.

use super::Session;
use crate::constraint::{counted_length_kept, matching_work, text_kept};
use crate::schema::{Pattern, Rules};

/// Budget for one call: the number of values that serde may visit to find alternatives. About a
/// second's work without optimisation.
pub(in crate::decode::guided) const PRICE: u64 = 2_000_000;

/// Budget for matching with imported patterns: twice what an import matches, because alternatives
/// and faults visit a text again.
pub(super) const MATCHING: usize = 10_000_000;

impl Session<'_> {
    /// Uses one step. Returns `false` if none was left.
    pub(in crate::decode::guided) fn step(&self) -> bool {
        let left = self.fuel.get();
        self.fuel.set(left.saturating_sub(1));
        left > 0
    }

    /// Returns true if a text satisfies length, pattern and format. Gives up if imported patterns
    /// take too long: their author is not the program's.
    pub(in crate::decode) fn text_kept(&self, rules: &Rules<'_>, text: &str) -> bool {
        if !counted_length_kept(rules, || text.chars().count()) {
            return false;
        }
        if let Some(pattern) = rules.pattern
            && pattern.facts & Pattern::IMPORTED != 0
        {
            let work = matching_work(pattern.text.raw(), text.len());
            let Some(left) = self.matching.get().checked_sub(work) else {
                self.give_up();
                return false;
            };
            self.matching.set(left);
        }
        text_kept(rules, text)
    }

    /// Returns true if the step budget ran out before alternatives were found.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.fuel.get() == 0
    }

    pub(in crate::decode::guided) fn give_up(&self) {
        self.fuel.set(0);
    }

    /// Charges the cost of serde's own work. Returns `false` if the budget is exceeded.
    pub(in crate::decode::guided) fn charge(&self, price: u64) -> bool {
        let left = self.budget.get().checked_sub(price);
        self.budget.set(left.unwrap_or(0));
        if left.is_none() {
            self.give_up();
        }
        left.is_some()
    }
}

#[cfg(feature = "import")]
#[cfg(test)]
mod tests {
    use super::Session;
    use crate::Provider;
    use crate::decode::DecodeLimits;
    use crate::decode::arena::Arena;
    use crate::dialect;
    use crate::json_index::scan;
    use crate::schema::{Pattern, Rules, Text};

    /// Hundreds of states that the engine keeps in mind at each byte.
    const SLOW: &str = "[ab]*a[ab]{900}c";

    /// Returns whether a text is kept, and whether steps are left.
    fn checked(facts: u16, len: usize) -> (bool, bool) {
        let arena = Arena::new();
        let tape = scan("1", DecodeLimits::DEFAULT).expect("a number");
        let dialect = dialect::of(Provider::JsonSchema, false);
        let session = Session::new(dialect, &arena, DecodeLimits::DEFAULT, &tape);
        let pattern = Pattern {
            text: Text::plain(SLOW),
            facts,
            largest_repeat: 900,
        };
        let rules = Rules {
            pattern: Some(pattern),
            ..Rules::NONE
        };
        let text = "b".repeat(len - 902) + "a" + &"b".repeat(900) + "c";
        (session.text_kept(&rules, &text), session.step())
    }

    #[test]
    fn imported_patterns_are_matched_within_a_budget_and_those_of_the_program_always() {
        assert_eq!(checked(Pattern::IMPORTED, 10_000), (true, true));
        assert_eq!(checked(Pattern::IMPORTED, 1_000_000), (false, false));
        assert_eq!(checked(0, 1_000_000), (true, true));
    }
}
