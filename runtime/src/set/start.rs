//! How a call begins: by the model, or after it waited.

use std::sync::Arc;

use super::budget::Budget;
use super::member::Member;
use crate::call::{OverBudget, Reply};

/// How a call begins.
pub(crate) enum Start {
    /// The model made it: the hook is asked.
    Asked,
    /// It was approved, perhaps with other arguments: the hook is not asked again.
    Approved(Arc<Member>, Option<String>),
    /// It was denied, or another system executed it. The tool may be gone.
    Settled(Option<Arc<Member>>, Reply),
}

impl Start {
    /// Takes the call from a budget. A call that waited was taken when it was made, and a denial or
    /// an answer costs nothing.
    pub(crate) fn charge(&self, budget: &Budget) -> Result<(), OverBudget> {
        match self {
            Start::Asked => budget.start_call(),
            Start::Approved(..) => budget.check(),
            Start::Settled(..) => Ok(()),
        }
    }
}
