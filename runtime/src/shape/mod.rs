//! Logic that the renderer and the decoder share: the position of a walk through the tree, and a
//! schema's form in a dialect.

mod alternatives;
mod ambiguity;
#[cfg(feature = "call")]
mod changes;
mod entries;
mod flatten;
mod form;
mod frame;
#[cfg(feature = "call")]
mod members;
mod newtype;
mod other_names;
#[cfg(feature = "call")]
mod place;
#[cfg(feature = "call")]
mod positional_keys;
mod root;
mod unit_variant;

pub(crate) use alternatives::{alternatives, object_alternatives};
pub(crate) use ambiguity::are_alike;
pub(crate) use entries::{ENTRIES, is_wrapped_in_entries, map_is_entries};
pub(crate) use flatten::{
    Alternative, FlattenedType, ObjectAt, choose, has_members, has_rest, is_external, rest_key,
    takes_names,
};
pub(crate) use form::{
    TupleForm, enum_is_text, is_json_text, key_is_renamed, null_is_text, null_of_union,
    recursion_is_text, renamed, tuple_form,
};
pub(crate) use frame::{Frame, FrameStep, enclosing_frame, is_recursive_at, resolve, via_optional};
pub(crate) use newtype::{
    Wrappers, has_key_rules, is_null, is_optional, is_self_cycle, kind_inside, map_key,
    null_is_value, peel,
};
pub(crate) use other_names::is_closed;
pub(crate) use root::{RootForm, is_empty_root, root_form};
pub(crate) use unit_variant::unit_variant;
#[cfg(feature = "call")]
pub(crate) use {
    changes::Changes,
    entries::{has_entries, is_entries, map_may_be_entries, may_be_map},
    flatten::{rest_field, takes_list, variant_takes_list},
    form::tuple_may_be_object,
    members::{
        MemberPosition, ObjectMember, OtherNames, flattens_untagged, hidden_names, is_member,
        own_hidden_names, walk_members, walk_members_of_none, walk_variants, with_rest,
    },
    newtype::{key_rules, reads_null},
    other_names::serde_rejects_names,
    place::{Place, is_edge_of},
    positional_keys::{positional_keys, tuples_by_place},
    root::hidden_names_of_root,
};
