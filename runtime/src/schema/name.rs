//! The identity of a named type.

use super::Link;
use super::same::same_schema;
use crate::const_str::eq;

/// Which type this is. Addresses and `TypeId`s can't be compared in const evaluation, so identity is this small tree, compared by structure.
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
    /// In place of a line, which is 1 at least: of a type that was read at run time and is too large for texts without definitions.
    pub(crate) const CUT: u32 = 0;

    /// Whether both name the same declaration, whatever their arguments.
    pub const fn same_declaration(&self, other: &TypeName<'_>) -> bool {
        // Cheapest first: in const evaluation a compared byte costs more than all of these numbers together.
        self.line == other.line
            && self.column == other.column
            && self.name.len() == other.name.len()
            && eq(self.name, other.name)
            && eq(self.module, other.module)
            && eq(self.file, other.file)
    }

    /// Whether both name the same type, arguments included.
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
