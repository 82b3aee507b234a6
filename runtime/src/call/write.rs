//! Conversion of serializable values into content: nothing for `null`, text for a string, JSON for
//! the rest.

use serde::Serialize;

use super::Content;

/// Serializes a value into parts for the model.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<Content>, String> {
    let json = serde_json::to_string(value).map_err(|error| error.to_string())?;
    Ok(parts(json))
}

fn parts(json: String) -> Vec<Content> {
    match json.as_bytes() {
        b"null" => Vec::new(),
        [b'"', ..] => vec![serde_json::from_str(&json).map_or(Content::Json(json), Content::Text)],
        _ => vec![Content::Json(json)],
    }
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::call::Content;
    use std::collections::BTreeMap;

    #[test]
    fn null_is_nothing() {
        assert_eq!(write(&()), Ok(Vec::new()));
        assert_eq!(write(&None::<u8>), Ok(Vec::new()));
        assert_eq!(write(&serde_json::Value::Null), Ok(Vec::new()));
    }

    #[test]
    fn strings_are_text_without_quotes() {
        for text in ["a\"b\n", ""] {
            assert_eq!(write(text), Ok([Content::Text(text.to_owned())].into()));
            assert_eq!(
                write(&Some(Box::new(text))),
                Ok([Content::Text(text.to_owned())].into())
            );
        }
        assert_eq!(write(&'x'), Ok([Content::Text("x".to_owned())].into()));
    }

    #[test]
    fn the_rest_is_json() {
        assert_eq!(write(&1.5), Ok([Content::Json("1.5".to_owned())].into()));
        assert_eq!(
            write(&[Some("a"), None]),
            Ok([Content::Json(r#"["a",null]"#.to_owned())].into())
        );
    }

    #[test]
    fn what_serde_cannot_write_is_an_error() {
        let map = BTreeMap::from([((1, 2), 3)]);
        assert_eq!(write(&map), Err("key must be a string".to_owned()));
    }
}
