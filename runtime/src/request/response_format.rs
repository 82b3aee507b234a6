//! The members of a request that ask for an answer in the form of a type.

use serde_json::Value;

use super::members::shape;
use super::{WireError, merge};
use crate::provider::Provider;
use crate::render::response_members;
use crate::schema::SchemaRef;

/// Merges the members for a schema into a request. Changes nothing if it fails.
pub(crate) fn set_response_format(
    provider: Provider,
    schema: SchemaRef,
    request: &mut Value,
) -> Result<(), WireError> {
    if !request.is_object() {
        return Err(shape(provider, "", "an object", request));
    }
    let members = response_members(schema, provider).map_err(WireError::ResponseFormat)?;
    let members = serde_json::from_str(&members).map_err(|error| WireError::Syntax {
        provider,
        message: error.to_string(),
    })?;
    merge(request, members);
    Ok(())
}
