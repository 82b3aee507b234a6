//! The running calls of all sessions, each with the number of client streams that read it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::model::RequestId;
use rmcp::transport::streamable_http_server::session::SessionId;
use tokio::sync::OwnedSemaphorePermit;

/// A session, and the SDK's number for the stream of one of its requests.
pub(super) type Key = (SessionId, u64);

/// The calls whose streams have not ended.
#[derive(Default)]
pub(super) struct Calls(Mutex<HashMap<Key, Call>>);

struct Call {
    request: RequestId,
    /// Briefly 2 if a client resumes a stream before its loss was noticed.
    streams: usize,
    /// The number of times the call was resumed.
    resumed: u64,
    /// The call's permit from the limit on running requests.
    _permit: Option<OwnedSemaphorePermit>,
}

impl Calls {
    /// Registers a call with one stream.
    pub(super) fn began(&self, key: Key, request: RequestId, permit: Option<OwnedSemaphorePermit>) {
        let call = Call {
            request,
            streams: 1,
            resumed: 0,
            _permit: permit,
        };
        self.lock().insert(key, call);
    }

    /// Registers another stream of a call. Returns `None` if the call is over.
    pub(super) fn resumed(&self, key: &Key) -> Option<RequestId> {
        let mut calls = self.lock();
        let call = calls.get_mut(key)?;
        call.streams += 1;
        call.resumed += 1;
        Some(call.request.clone())
    }

    /// A stream ended, with the answer or because another stream replaces it.
    pub(super) fn ended(&self, key: &Key) {
        let mut calls = self.lock();
        if let Some(call) = calls.get_mut(key) {
            call.streams = call.streams.saturating_sub(1);
            if call.streams == 0 {
                calls.remove(key);
            }
        }
    }

    /// A stream broke. If it was the last one, returns the argument for
    /// [`given_up`](Self::given_up).
    pub(super) fn lost(&self, key: &Key) -> Option<u64> {
        let mut calls = self.lock();
        let call = calls.get_mut(key)?;
        call.streams = call.streams.saturating_sub(1);
        (call.streams == 0).then_some(call.resumed)
    }

    /// Called when the time to resume is over. If no client has resumed since, removes the call and
    /// returns true.
    pub(super) fn given_up(&self, key: &Key, resumed: u64) -> bool {
        let mut calls = self.lock();
        let gone = calls
            .get(key)
            .is_some_and(|call| call.streams == 0 && call.resumed == resumed);
        if gone {
            calls.remove(key);
        }
        gone
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Call>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun() -> (Calls, Key) {
        let (calls, key) = (Calls::default(), (SessionId::from("s"), 3));
        calls.began(key.clone(), RequestId::Number(7), None);
        (calls, key)
    }

    #[test]
    fn a_lost_call_is_given_up_once() {
        let (calls, key) = begun();
        let ticket = calls.lost(&key).unwrap();
        assert!(calls.given_up(&key, ticket));
        assert!(!calls.given_up(&key, ticket));
        assert!(calls.resumed(&key).is_none());
    }

    #[test]
    fn a_resumed_call_is_given_up_only_if_it_is_lost_again() {
        let (calls, key) = begun();
        let first = calls.lost(&key).unwrap();
        assert_eq!(calls.resumed(&key), Some(RequestId::Number(7)));
        assert!(!calls.given_up(&key, first));
        let second = calls.lost(&key).unwrap();
        // The first wait may end after the second loss.
        assert!(!calls.given_up(&key, first));
        assert!(calls.given_up(&key, second));
    }

    #[test]
    fn a_stream_that_another_follows_does_not_end_its_call() {
        let (calls, key) = begun();
        assert!(calls.resumed(&key).is_some());
        calls.ended(&key);
        let ticket = calls.lost(&key).unwrap();
        assert!(calls.given_up(&key, ticket));

        let (calls, key) = begun();
        assert!(calls.resumed(&key).is_some());
        assert_eq!(calls.lost(&key), None);
        calls.ended(&key);
        assert!(calls.resumed(&key).is_none());
    }
}
