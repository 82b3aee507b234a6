//! The way back: a value that a provider's text accepts is, lifted, valid in the original schema,
//! unless the loss report has an entry.

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};
use toolcast::import::ToolDefinition;
use toolcast::{Outcome, Provider, ReportEntry};
use toolcast_test_support::json::{change_each, has_key_twice};
use toolcast_test_support::lists::{Counts, masked, without_numbers};
use toolcast_test_support::measured::maker::Maker;
use toolcast_test_support::measured::measure::original;
use toolcast_test_support::measured::sources::{self, Input};
use toolcast_test_support::none;
use toolcast_test_support::proto;

/// How many values are made of a text.
const VALUES: usize = 8;

#[derive(Default)]
struct Tally {
    counts: Counts,
    failures: Vec<String>,
}

/// Converts a provider's text to standard JSON Schema, and closes every object that is not declared
/// open. Other names are outside of this measurement; the decoder checks them.
fn plain(provider: Provider, text: &Value) -> Value {
    let mut text = match provider {
        Provider::Gemini | Provider::Vertex => proto::to_json_schema(text),
        _ => text.clone(),
    };
    close(&mut text);
    text
}

fn close(schema: &mut Value) {
    change_each(schema, &mut |schema| {
        let object = schema.get("properties").is_some_and(Value::is_object);
        if object && schema.get("additionalProperties").is_none() {
            schema["additionalProperties"] = json!(false);
        }
    });
}

/// Returns whether a string has the place of another type's JSON text, and is not JSON. The decoder
/// reports it.
fn is_no_json(value: &Value, pointer: &str) -> bool {
    let text = value.pointer(pointer).and_then(Value::as_str);
    text.is_some_and(|text| serde_json::from_str::<Value>(text).is_err())
}

fn is_loss(entry: &ReportEntry) -> bool {
    !matches!(entry.outcome, Outcome::Rewritten)
}

impl Tally {
    fn look(&mut self, input: &Input) {
        let schema = input.plain.as_ref().unwrap_or(&input.schema);
        self.counts.one("schemas");
        let Ok(judge) = original(schema) else {
            return self.counts.one("not read by the judge");
        };
        let definition = json!({"name": "tool", "inputSchema": input.schema});
        let definition = match ToolDefinition::parse(&definition) {
            Ok(definition) => definition,
            Err(error) => {
                let reason = masked(&without_numbers(&error.reason), '`', |_| false);
                return self.counts.one(format!("not read: {reason}"));
            }
        };
        let lossy = definition.losses().iter().any(is_loss);
        for &provider in Provider::ALL {
            let Ok(text) = definition.schema_for(provider) else {
                self.counts.one(format!("refused for {provider}"));
                continue;
            };
            self.counts.one("texts");
            let report = definition.report_for(provider);
            if lossy || report.entries.iter().any(is_loss) {
                self.counts.one("texts with a loss");
                continue;
            }
            let text: Value = serde_json::from_str(&text).expect("our text is JSON");
            let (parameters, _) = toolcast_test_support::judges::parameters(provider, &text);
            let Some(parameters) = parameters else {
                self.counts.one("texts without parameters");
                continue;
            };
            self.counts.one("texts without a loss");
            let parameters = plain(provider, parameters);
            self.values(input, provider, &definition, &parameters, &judge);
        }
    }

    fn values(
        &mut self,
        input: &Input,
        provider: Provider,
        definition: &ToolDefinition,
        text: &Value,
        judge: &Validator,
    ) {
        let accepts = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(text)
            .expect("our text is a schema");
        let mut maker = Maker::new(text, 11);
        for _ in 0..VALUES {
            let value = maker.value();
            if !accepts.is_valid(&value) || has_key_twice(&value) {
                continue;
            }
            self.counts.one("values");
            let lifted = definition.from_model(provider, value.clone());
            let errors = &mut judge.iter_errors(&lifted);
            if let Some(error) =
                errors.find(|error| !is_no_json(&value, error.instance_path().as_str()))
            {
                self.failures.push(format!(
                    "{} {} for {provider}: {value} lifted to {lifted}: {error} at {}\n    {}",
                    input.source,
                    input.name,
                    error.instance_path(),
                    input.schema
                ));
            }
        }
    }
}

/// Each text of each schema.
fn look_at(inputs: impl IntoIterator<Item = Input>) -> Counts {
    let mut tally = Tally::default();
    for input in inputs {
        tally.look(&input);
    }
    none(&tally.failures);
    tally.counts
}

#[test]
fn values_of_a_text_fit_the_original() {
    let servers = sources::servers().into_iter();
    let counts = look_at(servers.skip(3).step_by(sources::SAMPLE));
    counts.agree("imported/measured/variant, servers in the repository");
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn values_of_a_text_fit_the_original_of_the_corpus() {
    let folder = sources::folder().expect("the corpus");
    let all = sources::all(&folder).into_iter();
    let counts = look_at(all.skip(3).step_by(sources::SAMPLE));
    counts.agree_with_corpus("imported/measured/variant, corpus");
}
