//! A default that is a text.

/// What a text may be the default of.
#[diagnostic::on_unimplemented(
    message = "a text is no default for `{Self}`",
    label = "this is a text",
    note = "write an expression of the parameter's own type"
)]
pub trait FromText {
    /// The value.
    fn from_text(text: &'static str) -> Self;
}

// The message is to be that of the trait, not that of `From`.
#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> FromText for T {
    fn from_text(text: &'static str) -> T {
        T::from(text)
    }
}

/// The value of a parameter whose default is a text.
pub fn from_text<T: FromText>(text: &'static str) -> T {
    T::from_text(text)
}
