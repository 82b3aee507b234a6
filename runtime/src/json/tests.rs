//! Runs the buffer's unsafe code at run time, for memory checkers: `tests/soundness/run` uses
//! valgrind and Miri.

use super::{BASE, Buffer, Bytes, Digits, LiteralText, Mark, Sink};

/// Texts with characters of one to four bytes.
const TEXTS: [&str; 7] = [
    "",
    "a",
    "{\"type\":",
    "ü",
    "日本語",
    "🦀🦀",
    "a longer piece of a text, 46 bytes of it or so.",
];

/// A small generator with the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

/// A model of a sink: text up to its capacity, and a position that continues to count.
struct Model {
    text: Vec<u8>,
    cap: usize,
    marks: Vec<(Mark, usize)>,
    pos: usize,
}

impl Model {
    fn write(&mut self, piece: &[u8]) {
        let at = self.pos;
        self.pos += piece.len();
        if self.pos <= self.cap {
            self.text.resize(at, 0);
            self.text.extend(piece);
        }
    }
}

/// Makes random writes into a buffer and its model.
fn agree<B: Bytes>(seed: u64) {
    let mut numbers = Numbers(seed);
    let mut buffer = Buffer::<B>::new();
    let mut model = Model {
        text: Vec::new(),
        cap: Buffer::<B>::SIZE,
        marks: vec![(Mark::START, 0)],
        pos: 0,
    };
    let mut sink = Sink::new(&mut buffer);
    for _ in 0..numbers.below(40) {
        match numbers.below(4) {
            0 | 1 => {
                let text = TEXTS[numbers.below(TEXTS.len())];
                sink.put(text);
                model.write(text.as_bytes());
            }
            2 => {
                sink.put_literal(const { &LiteralText::<6>::of("née\u{1}\n") });
                model.write("née\u{1}\n".as_bytes());
            }
            _ => {
                let (from, to) = (
                    numbers.below(model.marks.len()),
                    numbers.below(model.marks.len()),
                );
                let ((from, a), (to, b)) = (model.marks[from.min(to)], model.marks[from.max(to)]);
                sink.copy(from, to);
                if b <= model.text.len() {
                    let piece = model.text[a..b].to_vec();
                    model.write(&piece);
                } else {
                    model.pos += b - a;
                }
            }
        }
        assert_eq!(sink.mark().get(), model.pos);
        model.marks.push((sink.mark(), model.pos));
    }
    model.text.resize(Buffer::<B>::SIZE, 0);
    // All bytes, including those not written, are still UTF-8.
    assert_eq!(buffer.all().as_bytes(), model.text);
    assert!(core::str::from_utf8(buffer.all().as_bytes()).is_ok());
}

#[test]
fn random_writes_to_each_sink_leave_the_bytes_of_a_plain_buffer() {
    for seed in 0..if cfg!(miri) { 6 } else { 40 } {
        agree::<[u8; 0]>(seed);
        agree::<[u8; 1]>(seed);
        agree::<[u8; 7]>(seed);
        agree::<[u8; 64]>(seed);
        agree::<Digits<0, 0, 0, 2>>(seed);
        agree::<Digits<0, 0, 1, 0>>(seed);
    }
}

#[test]
fn a_text_beyond_the_buffer_is_counted_but_not_written() {
    let mut buffer = Buffer::<[u8; 5]>::new();
    let mut sink = Sink::new(&mut buffer);
    sink.put("日");
    sink.put("ü");
    assert_eq!(sink.mark().get(), 5);
    sink.put("x");
    sink.put_literal(const { &LiteralText::<1>::of("y") });
    let end = sink.mark();
    assert_eq!(end.get(), 7);
    assert_eq!(buffer.all(), "日ü");
    assert_eq!(buffer.until(end), "日ü");
    assert_eq!(buffer.until(Mark::START), "");
    // Never a partial character.
    let mut sink = Sink::new(&mut buffer);
    sink.put("ü");
    sink.put("🦀");
    assert_eq!(buffer.all(), "ü\0\0\0");
}

#[test]
fn a_buffer_is_emptied_for_its_next_sink() {
    let mut buffer = Buffer::<[u8; 4]>::new();
    Sink::new(&mut buffer).put("🦀");
    Sink::new(&mut buffer).put("a");
    assert_eq!(buffer.all(), "a\0\0\0");
}

#[test]
fn marks_of_another_sink_reach_nothing() {
    let mut long = Buffer::<[u8; 64]>::new();
    let mut other = Sink::new(&mut long);
    other.put("a longer text than the other has");
    let far = other.mark();
    let mut short = Buffer::<[u8; 8]>::new();
    let mut sink = Sink::new(&mut short);
    sink.put("ab");
    sink.copy(Mark::START, far);
    assert_eq!(sink.mark().get(), 2 + far.get());
    assert_eq!(short.all(), "ab\0\0\0\0\0\0");
}

#[test]
#[should_panic(expected = "the marks are not in order")]
fn marks_in_the_wrong_order_fail() {
    let mut buffer = Buffer::<[u8; 8]>::new();
    let mut sink = Sink::new(&mut buffer);
    sink.put("ab");
    sink.copy(sink.mark(), Mark::START);
}

#[test]
#[should_panic(expected = "a mark is inside of a character")]
fn a_mark_of_another_sink_inside_of_a_character_fails() {
    let mut other = Buffer::<[u8; 8]>::new();
    let mut other = Sink::new(&mut other);
    other.put("a");
    let mut buffer = Buffer::<[u8; 8]>::new();
    let mut sink = Sink::new(&mut buffer);
    sink.put("éa");
    sink.copy(other.mark(), sink.mark());
}

#[test]
fn lines_that_are_taken_back_leave_no_part_of_a_character() {
    let mut buffer = Buffer::<[u8; 16]>::new();
    let mut sink = Sink::new(&mut buffer);
    sink.put("\né");
    let line = sink.mark();
    sink.put("\né");
    sink.drop_repeated(line);
    assert_eq!(sink.mark(), line);
    sink.put("xy");
    let all = buffer.all().as_bytes();
    assert_eq!(core::str::from_utf8(all), Ok("\néxy\0\0\0\0\0\0\0\0\0\0\0"));
}

#[test]
fn lines_that_differ_are_kept() {
    let mut buffer = Buffer::<[u8; 16]>::new();
    let mut sink = Sink::new(&mut buffer);
    sink.put("\nab\n");
    let line = sink.mark();
    sink.put("\na");
    sink.drop_repeated(line);
    assert_eq!(buffer.all().trim_end_matches('\0'), "\nab\n\na");
}

#[test]
fn a_sink_that_only_counts_writes_nowhere() {
    let mut sink = Sink::none();
    sink.put("abc");
    sink.put_literal(const { &LiteralText::<2>::of("de") });
    sink.copy(Mark::START, sink.mark());
    assert_eq!(sink.mark().get(), 10);

    let mut buffer = Buffer::<[u8; 4]>::new();
    let mut sink = Sink::new(&mut buffer);
    sink.put("ab");
    let mut taken = sink.take();
    sink.put("lost");
    taken.put("cd");
    assert_eq!(buffer.all(), "abcd");
}

#[test]
fn a_sink_over_bytes_stays_in_them() {
    let mut bytes = [b'-'; 12];
    let mut sink = Sink::over(&mut bytes[4..8]);
    sink.put("ab");
    sink.put("cde");
    sink.copy(Mark::START, sink.mark());
    assert_eq!(&bytes, b"----ab------");
    Sink::over(&mut []).put("a");
    let mut bytes = [b'-'; 4];
    Sink::over(&mut bytes).put("🦀");
    assert_eq!(core::str::from_utf8(&bytes), Ok("🦀"));
}

#[test]
fn a_text_is_cut_to_its_length() {
    let mut buffer = Buffer::<[u8; 64]>::new();
    let mut sink = Sink::new(&mut buffer);
    sink.put("日本語 and more");
    let end = sink.mark();
    assert_eq!(buffer.shrink::<[u8; 18]>(end).all(), "日本語 and more");
    assert_eq!(
        buffer.shrink::<Digits<0, 0, 0, 1>>(end).until(end),
        "日本語 and more"
    );
}

#[test]
#[should_panic(expected = "the text is longer than the buffer")]
fn a_text_is_not_cut_short() {
    let mut buffer = Buffer::<[u8; 64]>::new();
    let mut sink = Sink::new(&mut buffer);
    sink.put("日本語");
    let end = sink.mark();
    let _ = buffer.shrink::<[u8; 8]>(end);
}

#[test]
fn digits_have_no_padding() {
    assert_eq!(
        Buffer::<Digits<0, 1, 2, 3>>::SIZE,
        BASE.pow(3) + 2 * BASE.pow(2) + 3 * BASE
    );
    let buffer = Box::new(Buffer::<Digits<0, 1, 0, 1>>::new());
    assert!(buffer.all().bytes().all(|byte| byte == 0));
    assert_eq!(buffer.all().len(), BASE.pow(3) + BASE);
}
