#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| toolcast_tests::fuzz::lint(data));
