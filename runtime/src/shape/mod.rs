//! Logic that the renderer and the decoder share: the position of a walk through the tree, and a
//! schema's form in a dialect.

mod apart;
mod flatten;
mod form;
mod frame;
#[cfg(feature = "call")]
mod places;

pub(crate) use apart::are_alike;
pub(crate) use flatten::{
    Alternative, alternatives, choose, has_members, has_rest, is_closed, object_alternatives,
    rest_key,
};
#[cfg(feature = "call")]
pub(crate) use flatten::{takes_list, variant_takes_list};
pub(crate) use form::{
    Around, ENTRIES, RootForm, TupleForm, edge_is_text, enum_is_text, is_cut, is_empty_root,
    is_nothing_else, is_null, is_optional, is_under_entries, key_is_renamed, kind_inside,
    map_is_entries, map_key, null_is_text, null_of_union, renamed, root_form, tuple_form,
    unwrapped,
};
#[cfg(feature = "call")]
pub(crate) use form::{
    has_entries, is_entries, item_type, kind_may_be_text, map_may_be_entries, may_be_map,
    tuple_may_be_object,
};
pub(crate) use frame::{Frame, Step, enclosing, resolve, stands_in_itself, via_optional};
#[cfg(feature = "call")]
pub(crate) use places::{is_by_place, tuples_by_place};
