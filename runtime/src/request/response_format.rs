//! The members of a request that ask for an answer in the form of a type.

use serde_json::{Map, Value};

use super::WireError;
use super::members::shape;
use crate::provider::{FORMAT_MEMBERS, Provider};
use crate::render::response_members;
use crate::schema::SchemaRef;

/// Puts the members for a schema into a request, in place of an earlier format. Changes nothing if
/// it fails.
pub(crate) fn set_response_format(
    provider: Provider,
    schema: SchemaRef,
    request: &mut Value,
) -> Result<(), WireError> {
    let Value::Object(request) = request else {
        return Err(shape(provider, "", "an object", request));
    };
    let members = response_members(schema, provider).map_err(WireError::ResponseFormat)?;
    let members = serde_json::from_str(&members).map_err(|error| WireError::Syntax {
        provider,
        message: error.to_string(),
    })?;
    put(request, members);
    Ok(())
}

/// Replaces the format. A member that isn't the format contains it beside other options.
fn put(request: &mut Map<String, Value>, members: Map<String, Value>) {
    for (key, value) in members {
        let is_format = FORMAT_MEMBERS.contains(&key.as_str());
        match (request.get_mut(&key), value) {
            (Some(Value::Object(options)), Value::Object(format)) if !is_format => {
                options.extend(format);
            }
            (_, value) => {
                request.insert(key, value);
            }
        }
    }
}
