//! Schemas that are read at run time.

use serde_json::{Value, json};
use toolcast::import::ImportedSchema;
use toolcast::{Dialect, from_model, to_model};

/// Imports a schema from text, renders it in every dialect, and checks some values against it.
///
/// # Panics
///
/// If the imported schema contradicts itself, which is what the fuzzer looks for.
pub fn import(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let imported = match ImportedSchema::parse(&*text) {
        Ok(imported) => imported,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    for loss in imported.losses() {
        assert!(!loss.reason.is_empty());
    }
    let values = values(&text, imported.wrapper_name());
    imported.with_schema(|schema| {
        for dialect in Dialect::all() {
            let rendered = toolcast::render(schema, dialect);
            if let Ok(text) = &rendered {
                serde_json::from_str::<Value>(text).expect("our text is JSON");
            }
            for value in &values {
                let lowered = to_model(schema, dialect, value.clone());
                let _ = from_model(schema, dialect, lowered);
                let _ = from_model(schema, dialect, value.clone());
            }
        }
    });
    for value in &values {
        if let Err(errors) = imported.validate(value) {
            assert!(!errors.faults.is_empty());
        }
    }
}

/// Returns values of every type, including the schema itself, wrapped if the root is wrapped.
fn values(text: &str, wrapped: Option<&str>) -> Vec<Value> {
    let all = [
        serde_json::from_str(text).unwrap_or_default(),
        json!({}),
        json!({"a": 1, "b": "x", "c": [true, null, {"a": 1.5}]}),
        json!([["a", 1], {}]),
        json!("{\"a\":null}"),
        json!(-7),
        json!(null),
    ];
    let wrap = |value: Value| match wrapped {
        Some(name) => json!({ name: value }),
        None => value,
    };
    all.into_iter().map(wrap).collect()
}
