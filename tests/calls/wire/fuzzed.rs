//! Random bytes around real responses never cause a panic. `cargo fuzz` calls the same functions.

use std::sync::LazyLock;

use proptest::prelude::*;
use toolcast::Provider;
use toolcast_tests::fuzz;

use super::shapes::{body, events, providers, whole};

/// Seeds: real responses and streams of all providers, behind the byte that names the provider.
static SEEDS: LazyLock<Vec<(Vec<u8>, Vec<u8>)>> = LazyLock::new(|| {
    let calls = [("x", "alpha", r#"{"a":[1,"b"]}"#), ("y", "beta", "{}")];
    providers()
        .map(|provider| {
            let number = fuzz::number_of(provider);
            let mut response = vec![number];
            response.extend(whole(provider, "said", &calls).bytes());
            let mut stream = vec![number, 7];
            stream.extend(body(provider, &events(provider, "said", &calls)));
            (response, stream)
        })
        .chain([interaction()])
        .collect()
});

/// Gemini's other API: a whole response, and its events.
fn interaction() -> (Vec<u8>, Vec<u8>) {
    let number = fuzz::number_of(Provider::Gemini);
    let events = super::interactions::interaction();
    let mut stream = vec![number, 7];
    let texts: Vec<_> = events.iter().map(ToString::to_string).collect();
    stream.extend(body(Provider::Gemini, &texts));
    let steps: Vec<_> = events
        .iter()
        .filter_map(|event| event.get("step"))
        .collect();
    let whole = serde_json::json!({"status": "completed", "steps": steps});
    let mut response = vec![number];
    response.extend(whole.to_string().bytes());
    (response, stream)
}

#[derive(Clone, Debug)]
enum Edit {
    Set(usize, u8),
    Cut(usize, usize),
    Copy(usize, usize, usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let byte = prop_oneof![
        proptest::sample::select(b"{}[]\",:\\0189.eE-+ntf\n\r $".to_vec()),
        any::<u8>()
    ];
    let edit = prop_oneof![
        (any::<usize>(), byte).prop_map(|(at, byte)| Edit::Set(at, byte)),
        (any::<usize>(), 0..40_usize).prop_map(|(at, length)| Edit::Cut(at, length)),
        (any::<usize>(), any::<usize>(), 0..60_usize)
            .prop_map(|(from, to, length)| Edit::Copy(from, to, length)),
    ];
    proptest::collection::vec(edit, 1..6)
}

fn edited(seed: &[u8], edits: &[Edit]) -> Vec<u8> {
    let (head, rest) = seed.split_at(1);
    let mut bytes = rest.to_vec();
    for edit in edits {
        if bytes.is_empty() {
            break;
        }
        match *edit {
            Edit::Set(at, byte) => {
                let at = at % bytes.len();
                bytes[at] = byte;
            }
            Edit::Cut(at, length) => {
                let at = at % bytes.len();
                let end = (at + length).min(bytes.len());
                bytes.drain(at..end);
            }
            Edit::Copy(from, to, length) => {
                let from = from % bytes.len();
                let piece = bytes[from..(from + length).min(bytes.len())].to_vec();
                let to = to % bytes.len();
                bytes.splice(to..to, piece);
            }
        }
    }
    [head, &bytes].concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edited_responses_do_not_panic(which in any::<proptest::sample::Index>(), edits in edits()) {
        fuzz::parse(&edited(&which.get(&SEEDS).0, &edits));
    }

    #[test]
    fn edited_streams_do_not_panic(which in any::<proptest::sample::Index>(), edits in edits()) {
        fuzz::stream(&edited(&which.get(&SEEDS).1, &edits));
    }

    #[test]
    fn random_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        fuzz::parse(&bytes);
        fuzz::stream(&bytes);
    }
}

#[test]
fn the_assertions_of_the_fuzz_targets_hold_for_the_seeds() {
    for (response, stream) in SEEDS.iter() {
        fuzz::parse(response);
        fuzz::stream(stream);
    }
}
