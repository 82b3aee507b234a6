//! How a call begins: by the model, or after it waited.

use std::sync::Arc;

use super::member::Member;
use crate::call::Reply;

/// How a call begins.
pub(crate) enum Start {
    /// The model made it: the hook is asked.
    Asked,
    /// It was approved, perhaps with other arguments: the hook is not asked again.
    Approved(Arc<Member>, Option<String>),
    /// It was denied, or another system executed it. The tool may be gone.
    Settled(Option<Arc<Member>>, Reply),
}
