//! The errors that were created on this thread, also those that serde drops.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::cell::{Cell, RefCell};

/// The start of serde's messages about a flattened `Option` that wasn't sent.
const ABSENT: [&str; 2] = ["missing field", "no variant of enum"];

std::thread_local! {
    /// The number of errors that were created, except those about an absent `Option`.
    static CREATED: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The number of errors created before a value was read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ErrorCount(u32);

impl ErrorCount {
    pub(super) fn now() -> Self {
        ErrorCount(CREATED.get())
    }

    /// Forgets the errors that were created since then.
    pub(super) fn restore(self) {
        CREATED.set(self.0);
    }

    /// Returns the message of the last one.
    pub(super) fn last_message() -> String {
        let text = LAST.try_with(|last| last.borrow().clone());
        text.unwrap_or_default()
    }

    /// Counts an error with that message.
    pub(super) fn add(message: &str) {
        if !ABSENT.iter().any(|start| message.starts_with(start)) {
            CREATED.set(CREATED.get().wrapping_add(1));
            // While a thread ends there is none.
            let _ = LAST.try_with(|last| message.clone_into(&mut last.borrow_mut()));
        }
    }
}
