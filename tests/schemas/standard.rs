//! Types of the standard library: their schemas against the library's own parsers.

use serde_json::{Value, json};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use toolcast::ToolSchema;
use toolcast::schema::{Kind, SchemaRef};
use toolcast_test_support::judge::judge;
use toolcast_test_support::{canonical, none, random, text};

fn accepts<T: ToolSchema>() -> impl Fn(&str) -> bool {
    let (_, text) = text(<(T,)>::SCHEMA.get(), canonical()).expect("a text");
    let judge = judge(&text).expect("a schema");
    move |text| judge.is_valid(&json!({ "value": [text] }))
}

fn address(next: &mut impl FnMut() -> u32) -> Ipv6Addr {
    let mut groups = [0; 8];
    for group in &mut groups {
        let bits = next();
        if bits & 1 == 0 {
            *group = u16::try_from(bits >> 16 >> (bits >> 4 & 15)).unwrap_or(0);
        }
    }
    match next() % 8 {
        0 => Ipv4Addr::from(next()).to_ipv6_mapped(),
        _ => groups.into(),
    }
}

/// Every written address matches the pattern, and every match is parsed.
#[test]
fn socket_patterns_match_what_the_standard_library_parses() {
    let (any, v4, v6) = (
        accepts::<SocketAddr>(),
        accepts::<SocketAddrV4>(),
        accepts::<SocketAddrV6>(),
    );
    let result = random(3000, |tape| {
        let mut next = || tape.number();
        let port = u16::try_from(next() >> 16).unwrap_or(0);
        let scope = if next() % 2 == 0 { 0 } else { next() };
        let four = SocketAddrV4::new(Ipv4Addr::from(next()), port).to_string();
        let six = SocketAddrV6::new(address(&mut next), port, 0, scope).to_string();
        for (text, own) in [(&four, v4(&four)), (&six, v6(&six))] {
            if !own || !any(text) {
                return Err(format!("{text} is refused"));
            }
        }
        for text in [four, six] {
            let mut chars: Vec<char> = text.chars().collect();
            let place = tape.below(chars.len());
            match tape.below(3) {
                0 => drop(chars.remove(place)),
                1 => chars.insert(place, *tape.pick(&['0', '5', 'f', ':', '.', '%', '[', ']'])),
                _ => chars[place] = *tape.pick(&['0', '5', 'f', ':', '.', '%', '[', ']', ' ']),
            }
            let text: String = chars.into_iter().collect();
            let parsed = (
                text.parse::<SocketAddrV4>().is_ok(),
                text.parse::<SocketAddrV6>().is_ok(),
            );
            if v4(&text) && !parsed.0
                || v6(&text) && !parsed.1
                || any(&text) && text.parse::<SocketAddr>().is_err()
            {
                return Err(format!("{text} is accepted"));
            }
        }
        Ok(())
    });
    none(&result.err().into_iter().collect::<Vec<_>>());
}

fn bounds<T: ToolSchema>() -> (String, String, bool, bool) {
    match SchemaRef::get(T::SCHEMA).kind {
        Kind::Integer(int) => (
            int.min.text().into(),
            int.max.text().into(),
            int.small,
            int.not_zero,
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn integers_have_their_bounds() {
    macro_rules! check {
        ($($ty:ident $signed:literal),*) => {$(
            let small = $ty::BITS <= 16;
            assert_eq!(bounds::<$ty>(), ($ty::MIN.to_string(), $ty::MAX.to_string(), small, false));
            let least = if $signed { $ty::MIN.to_string() } else { "1".into() };
            assert_eq!(bounds::<core::num::NonZero<$ty>>(), (least, $ty::MAX.to_string(), small, $signed));
            assert_eq!(bounds::<core::num::Wrapping<$ty>>(), bounds::<$ty>());
            assert_eq!(bounds::<core::num::Saturating<$ty>>(), bounds::<$ty>());
        )*};
    }
    check!(
        i8 true, i16 true, i32 true, i64 true, i128 true, isize true,
        u8 false, u16 false, u32 false, u64 false, u128 false, usize false
    );
}

#[test]
fn everything_that_serde_reads_has_a_schema() {
    fn has<T: serde::de::DeserializeOwned + ToolSchema>() {}
    use std::collections::{
        BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque,
    };
    has::<[u8; 0]>();
    has::<[String; 32]>();
    has::<BinaryHeap<u8>>();
    has::<(BTreeSet<u8>, HashSet<u8>, LinkedList<u8>, VecDeque<u8>)>();
    has::<(BTreeMap<String, u8>, HashMap<String, u8>)>();
    has::<(
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
        u8,
    )>();
    has::<std::sync::Mutex<std::sync::RwLock<u8>>>();
    has::<std::sync::atomic::AtomicU64>();
    has::<Box<std::path::Path>>();
    has::<std::borrow::Cow<'static, [u8]>>();
    has::<std::ops::Bound<std::ops::RangeInclusive<u8>>>();
    has::<Result<std::time::Duration, std::time::SystemTime>>();
    has::<Box<serde_json::value::RawValue>>();
    has::<serde_json::Map<String, Value>>();
}

/// Returns what it was given.
#[cfg(unix)]
#[toolcast::tool]
fn echo(
    name: std::ffi::CString,
    path: std::ffi::OsString,
    boxed: Box<std::ffi::OsStr>,
) -> (std::ffi::CString, std::ffi::OsString, Box<std::ffi::OsStr>) {
    (name, path, boxed)
}

#[cfg(unix)]
#[test]
fn strings_of_the_system_come_back_as_serde_writes_them() {
    use std::os::unix::ffi::OsStringExt as _;
    use toolcast::call::Content;
    use toolcast::{Provider, Tool as _};
    let odd = std::ffi::OsString::from_vec(vec![b'a', 0xff, 0]);
    let (name, path) = (c"a\xff", odd.clone());
    let boxed = odd.into_boxed_os_str();
    let arguments = json!({ "name": name, "path": path, "boxed": boxed });
    let expected = json!([name, path, boxed]);
    for &provider in Provider::ALL {
        let dialect = toolcast::Dialect::of(provider, false).expect("not strict");
        let sent = toolcast::to_model(echo::DEF.parameters(), dialect, arguments.clone());
        let sent = sent.to_string();
        let reply = echo::call(provider, &sent)
            .now_or_never()
            .expect("no waiting");
        let reply = reply.unwrap_or_else(|error| panic!("{provider}, {sent}: {error}"));
        let [Content::Json(text)] = reply.content.as_slice() else {
            panic!("{:?}", reply.content)
        };
        let text: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(text, expected, "{provider}");
    }
    let zero = r#"{"name":[97,0],"path":{"Unix":[]},"boxed":{"Unix":[]}}"#;
    let error = echo::call(Provider::Mcp, zero)
        .now_or_never()
        .expect("no waiting");
    assert!(error.is_err());
}
