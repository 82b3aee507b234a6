//! Old against new.
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;
use toolcast::{Dialect, lift, lower, oracle};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::mutate::mutate;
use toolcast_test_support::{canonical, name, random, text};
use toolcast_tests::zoo::{self, Specimen};

static FOUND: Mutex<BTreeMap<String, (u32, String)>> = Mutex::new(BTreeMap::new());
static RUNS: Mutex<[u64; 2]> = Mutex::new([0; 2]);

fn note(key: String, what: String) {
    let mut found = FOUND.lock().unwrap();
    let one = found.entry(key).or_insert((0, what));
    one.0 += 1;
}

fn compare(specimen: &Specimen, dialect: &'static Dialect, low: &Value, canon: Option<&Value>) {
    let schema = specimen.schema;
    RUNS.lock().unwrap()[0] += 1;
    let (a, b) = (
        oracle::lift(schema, dialect, low.clone()),
        lift(schema, dialect, low.clone()),
    );
    if a != b && twice(low) {
        note("lift: key twice".into(), low.to_string());
    } else if a != b {
        let ra = (specimen.rewrite)(&a);
        let rb = (specimen.rewrite)(&b);
        let g = (specimen.guided)(dialect, &low.to_string());
        let kind = match (&ra, &rb, &g) {
            (Ok(x), Ok(y), _) if x == y => "same",
            (Err(_), Err(_), Err(_)) => "both refused",
            (_, Ok(y), Ok(g)) if y == g => "NEW like decoder",
            (Ok(x), _, Ok(g)) if x == g => "OLD like decoder",
            _ => "other",
        };
        note(
            format!("lift {kind}: {}", specimen.name),
            format!(
                "{}: {low}\n   old {a}\n   new {b}\n   serde old {ra:?}\n   serde new {rb:?}\n   guided {:?}",
                name(dialect),
                g.map_err(|e| e.to_string())
            ),
        );
    }
    if let Some(value) = canon {
        RUNS.lock().unwrap()[1] += 1;
        let (a, b) = (
            oracle::lower(schema, dialect, value.clone()),
            lower(schema, dialect, value.clone()),
        );
        if a != b {
            note(
                format!(
                    "lower: {} {}",
                    if (specimen.decode)(value).is_ok() {
                        "read"
                    } else {
                        "refused"
                    },
                    specimen.name
                ),
                format!("{}: {value}\n   old {a}\n   new {b}", name(dialect)),
            );
        }
    }
}

fn twice(value: &Value) -> bool {
    match value {
        Value::Array(items) => {
            let keys: Vec<_> = items.iter().filter_map(|item| item.get("key")).collect();
            (1..keys.len()).any(|i| keys[..i].contains(&keys[i])) || items.iter().any(twice)
        }
        Value::Object(map) => map.values().any(twice),
        _ => false,
    }
}

#[test]
fn old_and_new() {
    let seconds: u64 = std::env::var("SECONDS_EACH")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(30);
    let all = zoo::all();
    let begin = std::time::Instant::now();
    let mut round = 0;
    while begin.elapsed().as_secs() < seconds {
        round += 1;
        std::thread::scope(|scope| {
            for part in 0..2 {
                let all = &all;
                scope.spawn(move || {
                    for specimen in all.iter().skip(part).step_by(2) {
                        let Ok((_, text)) = text(specimen.schema, canonical()) else {
                            continue;
                        };
                        let mut generator = Generator::new(&text);
                        generator.unknown_names = true;
                        let written = (specimen.written)();
                        for dialect in Dialect::all() {
                            if round == 1 {
                                for value in &written {
                                    compare(
                                        specimen,
                                        dialect,
                                        &oracle::lower(specimen.schema, dialect, value.clone()),
                                        Some(value),
                                    );
                                }
                            }
                            let _ = random(8, |tape| {
                                let value = if tape.one_in(3)
                                    && specimen.symmetric
                                    && !written.is_empty()
                                {
                                    tape.pick(&written).clone()
                                } else {
                                    oracle::lift(
                                        specimen.schema,
                                        canonical(),
                                        generator.value(tape),
                                    )
                                };
                                let low = oracle::lower(specimen.schema, dialect, value.clone());
                                compare(specimen, dialect, &low, Some(&value));
                                let mutated = mutate(low, tape);
                                compare(specimen, dialect, &mutated, Some(&mutate(value, tape)));
                                compare(specimen, dialect, &mutate(mutated, tape), None);
                                Ok(())
                            });
                        }
                    }
                });
            }
        });
    }
    println!("rounds {round}, runs {:?}", RUNS.lock().unwrap());
    for (key, (n, example)) in FOUND.lock().unwrap().iter() {
        println!("== {key} ({n})\n   {example}");
    }
}
