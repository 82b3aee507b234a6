//! Retry decisions and delays.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::attempt::RequestFailure;

/// The number of retries and their delays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retry {
    pub(super) times: u32,
    pub(super) first: Duration,
    pub(super) longest: Duration,
}

impl Retry {
    pub(super) const DEFAULT: Self = Retry {
        times: 3,
        first: Duration::from_millis(500),
        longest: Duration::from_secs(30),
    };

    /// Returns the delay before the next attempt, or `None` if there is none.
    pub(super) fn delay(self, failed: &RequestFailure, attempts: u32) -> Option<Duration> {
        let asked = failed.again.filter(|asked| *asked <= self.longest)?;
        (attempts <= self.times).then(|| self.wait(attempts, random()).max(asked))
    }

    /// Returns the delay. It doubles each time and is reduced at random by up to half, so that
    /// clients don't retry simultaneously.
    fn wait(self, attempts: u32, random: u64) -> Duration {
        let doubled = 2_u32.saturating_pow(attempts.saturating_sub(1));
        let full = self.first.saturating_mul(doubled).min(self.longest);
        #[allow(clippy::cast_precision_loss)] // Any number below 1 will do.
        let less = random as f64 / u64::MAX as f64 / 2.0;
        full.mul_f64(1.0 - less)
    }
}

/// Parses a `Retry-After`: seconds, or the time until a date. Seconds that overflow are clamped.
pub(super) fn retry_after(value: &str) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let date = http_date(value)?;
    let now = Timestamp::try_from(SystemTime::now()).ok()?;
    let now = now.to_zoned(TimeZone::UTC).datetime();
    // A date in the past requests no delay.
    Some(Duration::try_from(date.duration_since(now)).unwrap_or_default())
}

/// Parses a date in one of the three forms of RFC 9110, section 5.6.7. The time zone is always UTC
/// and omitted, because as a timestamp the last day of the year 9999 would overflow.
fn http_date(value: &str) -> Option<DateTime> {
    if let Some((_, date)) = value.split_once(", ") {
        let forms = ["%d %b %Y %H:%M:%S GMT", "%d-%b-%y %H:%M:%S GMT"];
        return forms
            .iter()
            .find_map(|form| DateTime::strptime(form, date).ok());
    }
    let (_, date) = value.split_once(' ')?;
    DateTime::strptime("%b %e %H:%M:%S %Y", date).ok()
}

/// Returns a random number: the standard library seeds its hashers randomly.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Returns a unique name for a batch.
pub(super) fn random_key() -> String {
    format!("{:016x}{:016x}", random(), random())
}

#[cfg(test)]
mod tests {
    use super::super::attempt::outcome;
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_are_at_most_halved() {
        let retry = Retry::DEFAULT;
        let full = |attempts| retry.wait(attempts, 0);
        assert_eq!(full(1), Duration::from_millis(500));
        assert_eq!(full(2), Duration::from_secs(1));
        assert_eq!(full(5), Duration::from_secs(8));
        assert_eq!(full(u32::MAX), retry.longest);
        assert_eq!(retry.wait(1, u64::MAX), Duration::from_millis(250));
        let drawn: Vec<_> = (0..64).map(|_| retry.wait(1, random())).collect();
        assert!(drawn.iter().any(|wait| *wait != drawn[0]), "{drawn:?}");
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        assert_eq!(retry_after(" 7 "), Some(Duration::from_secs(7)));
        assert_eq!(
            retry_after("Sun, 06 Nov 1994 08:49:37 GMT"),
            Some(Duration::ZERO)
        );
        let far = retry_after("Tue, 31 Dec 2999 23:59:59 GMT").unwrap();
        assert!(far > Duration::from_secs(1 << 32), "{far:?}");
        for none in ["soon", "-1", "+1", "", "1.5", "Sun, 06 Nov", "9 9"] {
            assert_eq!(retry_after(none), None, "{none}");
        }
    }

    #[test]
    fn a_retry_after_beyond_all_bounds_is_the_longest_wait() {
        for seconds in [
            "18446744073709551615",
            "99999999999999999999",
            &"9".repeat(5_000),
        ] {
            assert_eq!(retry_after(seconds), Some(Duration::from_secs(u64::MAX)));
        }
        for date in [
            "Fri, 31 Dec 9999 23:59:59 GMT",
            "Wed, 31 Dec 9999 23:59:59 GMT",
        ] {
            assert!(
                retry_after(date).unwrap() > Duration::from_secs(1 << 37),
                "{date}"
            );
        }
    }

    #[test]
    fn the_three_forms_of_dates_are_read() {
        let read = |value| http_date(value).unwrap().to_string();
        for value in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(read(value), "1994-11-06T08:49:37", "{value}");
        }
    }

    fn refused(status: u16) -> RequestFailure {
        outcome(status, String::new(), None, 1).unwrap_err()
    }

    #[test]
    fn only_temporary_errors_are_retried() {
        let again = |failed: &RequestFailure| Retry::DEFAULT.delay(failed, 1).is_some();
        for status in [408, 429, 500, 502, 503, 599] {
            assert!(again(&refused(status)), "{status}");
        }
        for status in [301, 307, 400, 401, 403, 404, 409, 413, 422, 600] {
            assert!(!again(&refused(status)), "{status}");
        }
        for status in [200, 204] {
            assert!(outcome(status, String::new(), None, 1).is_ok(), "{status}");
        }
        assert_eq!(Retry::DEFAULT.delay(&refused(503), 4), None);
    }
}
