//! The steps of a check, and the reasons why it ends early.

/// Maximum number of steps of a check: pairs of a schema and a value, with long texts and matching
/// as several.
const MAX_STEPS: usize = 5_000_000;

/// The reason why a check ends early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stop {
    /// Too many steps, or values too deep.
    Steps,
    /// Matching a text with a pattern takes too many.
    Matching,
    /// There are enough faults.
    Faults,
}

/// True if a value fits; an error if the check ended early.
pub(super) type Verdict = Result<bool, Stop>;

/// The steps that are left.
pub(super) struct Steps(usize);

impl Steps {
    pub(super) const fn new() -> Self {
        Steps(MAX_STEPS)
    }

    /// Spends the steps of matching a text, if there are enough.
    pub(super) fn spend_on_matching(&mut self, number: usize) -> Result<(), Stop> {
        self.spend(number).map_err(|_| Stop::Matching)
    }

    pub(super) fn spend(&mut self, number: usize) -> Result<(), Stop> {
        self.0 = self.0.checked_sub(number).ok_or(Stop::Steps)?;
        Ok(())
    }
}
