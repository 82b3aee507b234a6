//! Defaults that are literals of another type than the parameter.

/// Types that a text can be the default of.
#[diagnostic::on_unimplemented(
    message = "a text can't be the default of `{Self}`",
    label = "this is a text",
    note = "write an expression of the parameter's own type"
)]
pub trait FromText {
    /// The value.
    fn from_text(text: &'static str) -> Self;
}

// So that the error is this trait's and not that of `From`.
#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> FromText for T {
    fn from_text(text: &'static str) -> T {
        T::from(text)
    }
}

/// Returns the value of a parameter whose default is a text.
pub fn from_text<T: FromText>(text: &'static str) -> T {
    T::from_text(text)
}

/// Types whose parameters can have `#[tool(default)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default value",
    label = "`default` alone needs `Default`",
    note = "write `#[derive(Default)]` on the type, or the value here: `default = value`"
)]
pub trait DefaultArgument {
    /// The value.
    fn default_argument() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> DefaultArgument for T {
    fn default_argument() -> T {
        T::default()
    }
}

/// Returns the value of a parameter with `#[tool(default)]`.
pub fn or_default<T: DefaultArgument>(value: Option<T>) -> T {
    value.unwrap_or_else(T::default_argument)
}

/// Types that a list can be the default of.
#[diagnostic::on_unimplemented(
    message = "a list of that length can't be the default of `{Self}`",
    label = "this is an array",
    note = "write an expression of the parameter's own type"
)]
pub trait FromList<L> {
    /// The value.
    fn from_list(list: L) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<L>, L> FromList<L> for T {
    fn from_list(list: L) -> T {
        T::from(list)
    }
}

/// Returns the value of a parameter whose default is a list.
pub fn from_list<T: FromList<[U; N]>, U, const N: usize>(list: [U; N]) -> T {
    T::from_list(list)
}
