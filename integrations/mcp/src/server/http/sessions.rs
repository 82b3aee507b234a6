//! HTTP sessions: limits their number, and cancels calls of disconnected clients.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionHandle, LocalSessionManager, LocalSessionManagerError, SessionError,
};
use rmcp::transport::streamable_http_server::session::{
    EventStore, RestoreOutcome, ServerSseMessage, SessionId, SessionManager,
};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Interval, MissedTickBehavior};

use super::calls::{Call, CallReader, Calls};
use super::options::HttpOptions;

/// A stream of events from the SDK to a client.
type Events = Pin<Box<dyn Stream<Item = ServerSseMessage> + Send + Sync>>;

/// The SDK's session manager with a limit on the number of sessions. It also cancels a call whose
/// stream broke and was not resumed in time. The SDK lets such a call run until its session ends.
pub struct HttpSessions {
    options: HttpOptions,
    /// Held while a session is counted and created, so that concurrent clients can't exceed the
    /// limit.
    making: tokio::sync::Mutex<()>,
    running: Arc<Semaphore>,
    calls: Calls,
}

impl HttpSessions {
    pub(super) fn new(options: HttpOptions) -> Self {
        let requests = options.max_requests.min(Semaphore::MAX_PERMITS);
        HttpSessions {
            options,
            making: tokio::sync::Mutex::default(),
            running: Arc::new(Semaphore::new(requests)),
            calls: Calls::default(),
        }
    }

    async fn room(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, HttpSessionsError> {
        let making = self.making.lock().await;
        let most = self.options.max_sessions;
        if self.options.sessions.sessions.read().await.len() < most {
            Ok(making)
        } else {
            Err(HttpSessionsError::Full(most))
        }
    }

    async fn handle(&self, id: &SessionId) -> Result<LocalSessionHandle, HttpSessionsError> {
        let sessions = self.options.sessions.sessions.read().await;
        let found = sessions.get(id).cloned();
        found.ok_or_else(|| LocalSessionManagerError::SessionNotFound(id.clone()).into())
    }

    fn busy(&self, session: LocalSessionHandle) -> Option<Busy> {
        let idle = self.options.sessions.session_config.keep_alive?;
        // A quarter of the idle time: one late tick doesn't matter.
        let mut beat = tokio::time::interval((idle / 4).max(Duration::from_millis(1)));
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Some(Busy { beat, session })
    }
}

impl SessionManager for HttpSessions {
    type Error = HttpSessionsError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        let _making = self.room().await?;
        Ok(self.options.sessions.create_session().await?)
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        Ok(self
            .options
            .sessions
            .initialize_session(id, message)
            .await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        Ok(self.options.sessions.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        Ok(self.options.sessions.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let permit = Arc::clone(&self.running)
            .try_acquire_owned()
            .map_err(|_| HttpSessionsError::Busy(self.options.max_requests))?;
        let session = self.handle(id).await?;
        let busy = self.busy(session.clone());
        let request = match &message {
            ClientJsonRpcMessage::Request(request) if self.event_store().is_none() => {
                request.id.clone()
            }
            _ => {
                let events: Events =
                    Box::pin(self.options.sessions.create_stream(id, message).await?);
                return Ok(ClientEvents {
                    events,
                    call: None,
                    busy,
                    _permit: Some(permit),
                });
            }
        };
        // Repeats the SDK manager's own steps, because the stream's number is needed.
        let receiver = session.establish_request_wise_channel().await?;
        let call = receiver.http_request_id.map(|stream| {
            CallReader::begin(Call {
                calls: self.calls.clone(),
                key: (id.clone(), stream),
                session: session.clone(),
                request,
                timeout: self.options.resume_timeout,
                runtime: Handle::current(),
                newest: watch::Sender::new(0),
                _permit: permit,
            })
        });
        let watched = ClientEvents {
            events: Box::pin(CallEvents(receiver.inner)),
            call,
            busy,
            _permit: None,
        };
        session
            .push_message(message, receiver.http_request_id)
            .await?;
        Ok(watched)
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Self::Error> {
        Ok(self.options.sessions.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.options
            .sessions
            .create_standalone_stream(id)
            .await
            .map_err(Into::into)
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        // The SDK's event ids are `EVENT/STREAM`. The call is kept here, because the SDK ends the
        // old stream on resume.
        let stream = last_event_id.split_once('/');
        let call = stream.and_then(|(event, stream)| {
            event.parse::<usize>().ok()?;
            let key = (id.clone(), stream.parse().ok()?);
            self.calls.get(&key)
        });
        let busy = call
            .as_ref()
            .and_then(|call| self.busy(call.session.clone()));
        // Attached first: the SDK ends the old stream even for an event that it doesn't know.
        let call = call.map(CallReader::resume);
        let events: Events = Box::pin(self.options.sessions.resume(id, last_event_id).await?);
        Ok(ClientEvents {
            events,
            call,
            busy,
            _permit: None,
        })
    }

    async fn restore_session(
        &self,
        id: SessionId,
    ) -> Result<RestoreOutcome<Self::Transport>, Self::Error> {
        let _making = self.room().await?;
        Ok(self.options.sessions.restore_session(id).await?)
    }

    fn event_store(&self) -> Option<Arc<dyn EventStore>> {
        self.options.sessions.event_store()
    }
}

/// The events of one call.
struct CallEvents(tokio::sync::mpsc::Receiver<ServerSseMessage>);

impl Stream for CallEvents {
    type Item = ServerSseMessage;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(cx)
    }
}

/// The events for a client, and the call they belong to.
struct ClientEvents {
    events: Events,
    call: Option<CallReader>,
    busy: Option<Busy>,
    /// The permit of a request that is not watched.
    _permit: Option<OwnedSemaphorePermit>,
}

impl Stream for ClientEvents {
    type Item = ServerSseMessage;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = self.events.as_mut().poll_next(cx);
        if let Poll::Ready(None) = &event
            && let Some(call) = self.call.take()
        {
            call.ended();
        }
        if event.is_pending()
            && let Some(busy) = &mut self.busy
        {
            busy.beat(cx);
        }
        event
    }
}

/// Keeps a session alive while a client waits for a call. The SDK considers a session without
/// messages idle, so a call of more than five minutes would never be answered.
struct Busy {
    beat: Interval,
    session: LocalSessionHandle,
}

impl Busy {
    fn beat(&mut self, cx: &mut Context<'_>) {
        while self.beat.poll_tick(cx).is_ready() {
            let session = self.session.clone();
            tokio::spawn(async move {
                // Any message will do. No stream has this number.
                let _ = session.close_request_wise_channel(u64::MAX).await;
            });
        }
    }
}

/// Errors of [`HttpSessions`]: those of the SDK and the limits.
#[derive(Debug)]
#[non_exhaustive]
pub enum HttpSessionsError {
    /// The maximum number of sessions is reached.
    Full(usize),
    /// The maximum number of running requests is reached.
    Busy(usize),
    /// An error of the SDK.
    Local(LocalSessionManagerError),
}

impl From<LocalSessionManagerError> for HttpSessionsError {
    fn from(error: LocalSessionManagerError) -> Self {
        HttpSessionsError::Local(error)
    }
}

impl From<SessionError> for HttpSessionsError {
    fn from(error: SessionError) -> Self {
        HttpSessionsError::Local(error.into())
    }
}

impl fmt::Display for HttpSessionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HttpSessionsError::Full(most) => {
                write!(
                    f,
                    "the server has {most} sessions, its limit; try again later"
                )
            }
            HttpSessionsError::Busy(most) => {
                write!(
                    f,
                    "the server answers {most} requests, its limit; try again later"
                )
            }
            HttpSessionsError::Local(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HttpSessionsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            HttpSessionsError::Full(_) | HttpSessionsError::Busy(_) => None,
            HttpSessionsError::Local(error) => Some(error),
        }
    }
}
