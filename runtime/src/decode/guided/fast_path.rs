//! One level of a value for serde. A value without rewrites or constraints takes the fast path.

use super::error::DecodeError;
use super::untagged_cost::is_buffered;
use super::{ExpectedForm, Guided, Resolved, Walk};
use crate::json_index::TokenKind as Json;
use crate::schema::{Array, FloatType, Kind, Literal, Schema};
use crate::shape::{null_is_text, resolve};

/// The result of the fast path.
pub(super) enum FastPath {
    AsItIs,
    /// An integer.
    Whole,
}

impl<'de> Guided<'_, 'de> {
    /// Calls `show` with one level of the value, if its constraints are satisfied.
    pub(super) fn with<R>(
        &self,
        show: impl FnOnce(Resolved<'_, 'de>, Walk<'_, 'de>) -> Result<R, DecodeError>,
    ) -> Result<R, DecodeError> {
        if let Some(glance) = self.fast_path() {
            let seen = match glance {
                FastPath::AsItIs => Resolved::Raw(self.node),
                FastPath::Whole => Resolved::Integer(self.node.raw()),
            };
            return show(seen, self.walk);
        }
        let mut show = Some(show);
        let mut out = Err(DecodeError::default());
        self.general_path(&mut |seen, walk| {
            if let Some(show) = show.take() {
                out = show(seen, walk);
            }
        })?;
        out
    }

    /// The general path of [`with`](Self::with), valid for every value.
    fn general_path(
        &self,
        once: &mut dyn FnMut(Resolved<'_, 'de>, Walk<'_, 'de>),
    ) -> Result<(), DecodeError> {
        if self.exceeds_budget() {
            return Err(DecodeError::spent());
        }
        match self.what {
            ExpectedForm::Raw => once(Resolved::Raw(self.node), self.walk),
            ExpectedForm::Part(fields, _) => once(Resolved::Fields(fields), self.walk),
            ExpectedForm::As { schema, place, .. } => {
                let is_priced = is_buffered(schema, &place);
                let mut kept = true;
                self.resolve(&mut |seen, leaf| {
                    kept = leaf.satisfies_constraints(&seen);
                    if kept {
                        let walk = Walk {
                            priced: leaf.walk.priced || is_priced,
                            ..leaf.walk
                        };
                        once(seen, walk);
                    }
                });
                if !kept {
                    return Err(DecodeError::constraint());
                }
            }
        }
        Ok(())
    }

    /// Fast path for values without rewrites or constraints, such as most parameters. Must agree
    /// with the general path.
    pub(super) fn fast_path(&self) -> Option<FastPath> {
        let (schema, place) = match &self.what {
            ExpectedForm::Raw => return Some(FastPath::AsItIs),
            ExpectedForm::As {
                schema,
                place,
                rules: None,
            } => (*schema, place),
            _ => return None,
        };
        let (schema, null) = match &schema.kind {
            Kind::Option(inner) if schema.name.is_none() => (resolve(inner, place.up), true),
            _ => (schema, place.null),
        };
        let node = self.node;
        match (&schema.kind, node.kind()) {
            (Kind::String(_), Json::Plain | Json::Escaped)
                if schema.name.is_none()
                    && !(null && null_is_text(&mut self.walk.d.reader(), place.optional)) =>
            {
                Some(FastPath::AsItIs)
            }
            // A unit enum can't contain itself, so it may have a name.
            (Kind::Enum(values), Json::Plain | Json::Escaped)
                if matches!(values.values.first(), Some(one) if matches!(one.value, Literal::String(_)))
                    && self.walk.lenient.is_none()
                    && !(null && null_is_text(&mut self.walk.d.reader(), place.optional)) =>
            {
                Some(FastPath::AsItIs)
            }
            (Kind::Boolean, Json::True | Json::False)
            | (Kind::Number(FloatType::F64), Json::Number) => Some(FastPath::AsItIs),
            (Kind::Integer(_), Json::Number) => Some(FastPath::Whole),
            _ => None,
        }
    }

    /// The fast path for a list: its items are resolved when they are read.
    pub(super) fn array_at_a_glance(&self, schema: &'de Schema<'de>) -> Option<&'de Array<'de>> {
        match &schema.kind {
            Kind::Array(array)
                if schema.name.is_none()
                    && array.exactly.is_none()
                    && !array.unique
                    && self.node.is_array() =>
            {
                Some(array)
            }
            _ => None,
        }
    }
}
