//! The identity of a named type.

use super::Link;
use super::same::same_schema;
use crate::const_str::eq;

/// The identity of a type. Const evaluation can't compare addresses and `TypeId`s, so identity is
/// this small tree, compared by structure.
#[derive(Clone, Copy, Debug)]
pub struct TypeName<'a> {
    /// The type's own name, without its path.
    pub name: &'a str,
    /// `module_path!()` at the type.
    pub module: &'a str,
    /// `file!()` at the type.
    pub file: &'a str,
    /// `line!()` at the type: two types of one name in two function bodies share their module path.
    pub line: u32,
    /// `column!()` at the type.
    pub column: u32,
    /// The schemas of the type arguments.
    pub args: &'a [Link<'a>],
    /// The values of the const arguments.
    pub consts: &'a [ConstArg],
}

/// The value of a const argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstArg {
    /// An integer's bits, sign-extended.
    Int(i128),
    /// A bool.
    Bool(bool),
    /// A char.
    Char(char),
}

impl TypeName<'_> {
    /// Replaces a line number, which is at least 1: marks a type read at run time that is too large
    /// for texts without definitions.
    pub(crate) const CUT: u32 = 0;

    /// Returns whether both refer to the same declaration, ignoring arguments.
    pub const fn same_declaration(&self, other: &TypeName<'_>) -> bool {
        // Cheapest first: in const evaluation comparing one byte costs more than comparing all of
        // these numbers.
        self.line == other.line
            && self.column == other.column
            && self.name.len() == other.name.len()
            && eq(self.name, other.name)
            && eq(self.module, other.module)
            && eq(self.file, other.file)
    }

    /// Returns whether both refer to the same type, including arguments.
    pub const fn same(&self, other: &TypeName<'_>) -> bool {
        if !self.same_declaration(other)
            || self.args.len() != other.args.len()
            || self.consts.len() != other.consts.len()
        {
            return false;
        }
        let mut i = 0;
        while i < self.consts.len() {
            let same = match (self.consts[i], other.consts[i]) {
                (ConstArg::Int(a), ConstArg::Int(b)) => a == b,
                (ConstArg::Bool(a), ConstArg::Bool(b)) => a == b,
                (ConstArg::Char(a), ConstArg::Char(b)) => a == b,
                _ => false,
            };
            if !same {
                return false;
            }
            i += 1;
        }
        let mut i = 0;
        while i < self.args.len() {
            if !same_schema(&self.args[i], &other.args[i]) {
                return false;
            }
            i += 1;
        }
        true
    }
}
