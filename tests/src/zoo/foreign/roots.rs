//! Types of other crates as roots, so that no other field hides a fault.

super::super::specimens! {
    /// A UUID alone, as a tool would take one.
    uuid::Uuid = [uuid::Uuid::nil(), uuid::Uuid::max(), uuid::Uuid::from_u128(0x0123_4567_89ab_cdef)];
    /// A version of one package.
    semver::Version = ["1.2.3".parse().expect("a version"), "0.0.1-rc.1+b".parse().expect("a version")];
    /// A decimal whose digits are text.
    rust_decimal::Decimal = ["0.10".parse().expect("a decimal"), "-7922816251426433759354395033.5".parse().expect("a decimal")];
    /// A short string that is stored in place.
    smol_str::SmolStr = ["".into(), "a longer text than is stored in place".into()];
    /// A path that is UTF-8.
    camino::Utf8PathBuf = ["/tmp/ä".into()];
    /// A month by its name, as `Month` is not an `Option` here.
    chrono::Month = [chrono::Month::January, chrono::Month::December];
    /// A point in time with an offset.
    chrono::DateTime<chrono::FixedOffset> = ["2024-02-29T23:59:59.5+05:30".parse().expect("a time")];
    /// A day of the Gregorian calendar.
    chrono::NaiveDate = ["2024-02-29".parse().expect("a date")];
    /// A civil date of the other crate.
    jiff::civil::Date = [jiff::civil::date(2024, 2, 29)];
    /// A map that keeps its order, with numbers as names.
    indexmap::IndexMap<u16, Vec<bool>> = [indexmap::IndexMap::new(), [(7, vec![true])].into_iter().collect()];
    /// A set that keeps its order.
    indexmap::IndexSet<char> = [['b', 'a'].into_iter().collect()];
    /// One of two objects.
    either::Either<super::numbers::Position, Vec<u8>> = [either::Either::Right(vec![1])];
    /// A list with a small buffer in options.
    Option<smallvec::SmallVec<[String; 1]>> = [None, Some(smallvec::smallvec!["a".into(), "b".into()])];
    /// A list of at most two items.
    arrayvec::ArrayVec<u8, 2> = [arrayvec::ArrayVec::new(), [1, 2].into_iter().collect()];
    /// Bytes alone.
    bytes::Bytes = [bytes::Bytes::from_static(b"\x00\x7f\xff")];
    /// A float with an order, which is a plain one in JSON.
    ordered_float::OrderedFloat<f32> = [ordered_float::OrderedFloat(0.5)];
}
