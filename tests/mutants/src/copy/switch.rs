
/// The mutation switches. In const evaluation all are off. With `trace:FILE` in place of a number
/// all are off, and the numbers of the switches that are read are written to the file.
#[doc(hidden)]
pub mod mutant {
    use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    use std::io::Write as _;

    const UNREAD: u32 = u32::MAX;
    const TRACE: u32 = u32::MAX - 1;
    static ON: AtomicU32 = AtomicU32::new(UNREAD);
    static ASKED: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
    static FILE: std::sync::Mutex<Option<std::fs::File>> = std::sync::Mutex::new(None);

    #[inline]
    pub(crate) const fn is(number: u32) -> bool {
        const fn never(_: u32) -> bool {
            false
        }
        #[inline]
        fn is_on(number: u32) -> bool {
            let on = ON.load(Ordering::Relaxed);
            on == number || on >= TRACE && unusual(number)
        }
        core::intrinsics::const_eval_select((number,), never, is_on)
    }

    /// Returns `true` if a switch is on or all are traced. If so, values made at compile time are
    /// made again.
    pub(crate) fn any() -> bool {
        if ON.load(Ordering::Relaxed) == UNREAD {
            read();
        }
        ON.load(Ordering::Relaxed) != 0
    }

    fn read() {
        let on = std::env::var("TOOLCAST_MUTANT").unwrap_or_default();
        let on = match on.strip_prefix("trace:") {
            Some(path) => {
                let file = std::fs::File::options().append(true).open(path).expect("a file to write to");
                *FILE.lock().expect("no panic") = Some(file);
                TRACE
            }
            None => on.parse().unwrap_or(0),
        };
        ON.store(on, Ordering::Relaxed);
    }

    #[cold]
    fn unusual(number: u32) -> bool {
        if ON.load(Ordering::Relaxed) == UNREAD {
            read();
        }
        let on = ON.load(Ordering::Relaxed);
        if on != TRACE {
            return on == number;
        }
        if !ASKED[number as usize].swap(true, Ordering::Relaxed) {
            let mut file = FILE.lock().expect("no panic");
            let file = file.as_mut().expect("opened");
            file.write_all(std::format!("{number}\n").as_bytes()).expect("written");
        }
        false
    }

    /// Returns a reference that lives for `'static`.
    pub(crate) fn leak<T>(value: T) -> &'static T {
        std::boxed::Box::leak(std::boxed::Box::new(value))
    }

    /// The same for a list.
    pub(crate) fn list<T, const N: usize>(list: [T; N]) -> &'static [T] {
        leak(list)
    }

    type Made<K, V> = std::sync::Mutex<std::collections::BTreeMap<K, V>>;

    /// Returns the texts of a tool as the mutated code would make them at compile time.
    pub(crate) const fn texts(
        spec: &'static crate::spec::Spec<'static>,
        texts: crate::render::Texts,
    ) -> crate::render::Texts {
        const fn usual(_: &'static crate::spec::Spec<'static>, texts: crate::render::Texts) -> crate::render::Texts {
            texts
        }
        fn switched(spec: &'static crate::spec::Spec<'static>, texts: crate::render::Texts) -> crate::render::Texts {
            static MADE: Made<usize, crate::render::Texts> = std::sync::Mutex::new(std::collections::BTreeMap::new());
            if !any() || texts.is_none() {
                return texts;
            }
            let place = core::ptr::from_ref(spec) as usize;
            let made = MADE.lock().unwrap_or_else(|error| error.into_inner()).get(&place).copied();
            made.unwrap_or_else(|| {
                let made = crate::render::texts_again(spec);
                MADE.lock().unwrap_or_else(|error| error.into_inner()).insert(place, made);
                made
            })
        }
        core::intrinsics::const_eval_select((spec, texts), usual, switched)
    }

    const SIZE: usize = 1 << 17;

    /// The same for a type's text.
    pub const fn schema(
        text: &'static str,
        schema: crate::schema::SchemaRef,
        provider: crate::Provider,
    ) -> &'static str {
        const fn usual(text: &'static str, _: crate::schema::SchemaRef, _: crate::Provider) -> &'static str {
            text
        }
        fn switched(text: &'static str, schema: crate::schema::SchemaRef, provider: crate::Provider) -> &'static str {
            if any() { structured(schema, provider).0 } else { text }
        }
        core::intrinsics::const_eval_select((text, schema, provider), usual, switched)
    }

    fn structured(schema: crate::schema::SchemaRef, provider: crate::Provider) -> (&'static str, bool) {
        let all = crate::__private::Structured::new(schema, provider);
        let text = leak(all.write::<SIZE>());
        (&text.text()[..all.size()], all.strict())
    }

    /// The same for a request fragment.
    pub const fn response(
        text: &'static str,
        schema: crate::schema::SchemaRef,
        provider: crate::Provider,
    ) -> &'static str {
        const fn usual(text: &'static str, _: crate::schema::SchemaRef, _: crate::Provider) -> &'static str {
            text
        }
        fn switched(text: &'static str, schema: crate::schema::SchemaRef, provider: crate::Provider) -> &'static str {
            if !any() {
                return text;
            }
            let (inner, strict) = structured(schema, provider);
            let pieces = crate::__private::ResponseParts::new(provider, schema, inner, strict);
            &leak(pieces.join::<SIZE>()).text()[..pieces.size()]
        }
        core::intrinsics::const_eval_select((text, schema, provider), usual, switched)
    }
}
