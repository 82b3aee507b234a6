//! A server that asks for OAuth, with its authorization server. Loopback only.

use core::convert::Infallible;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Empty, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use toolcast::Provider;
use toolcast::call::{Content, ToolCall};
use toolcast_mcp::rmcp::transport::auth::{AuthorizationManager, AuthorizationRequest, OAuthState};
use toolcast_mcp::{Client, ConnectionState, HttpService, McpEndpoint, Server};

use crate::support::{tools, within};

type Answer = Response<BoxBody<Bytes, Infallible>>;

fn json_response(value: &Value) -> Answer {
    let mut response = Response::new(Full::from(value.to_string()).boxed());
    let kind = "application/json".parse().unwrap();
    response.headers_mut().insert("content-type", kind);
    response
}

fn status(status: StatusCode) -> Answer {
    let mut response = Response::new(Empty::new().boxed());
    *response.status_mut() = status;
    response
}

/// The two servers behind one address.
struct Servers {
    origin: String,
    mcp: HttpService,
    /// The token that is good now; none after the access was withdrawn.
    good: Mutex<Option<&'static str>>,
    /// The requests for tokens, and the requests that were refused.
    seen: Mutex<Vec<String>>,
    /// The life of the next token in seconds.
    life: AtomicU64,
}

impl Servers {
    async fn start() -> Arc<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let servers = Arc::new(Servers {
            origin: format!("http://{}", listener.local_addr().unwrap()),
            mcp: Server::new(tools()).http_service(),
            good: Mutex::new(Some("first-token")),
            seen: Mutex::default(),
            life: AtomicU64::new(3600),
        });
        let shared = Arc::clone(&servers);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let servers = Arc::clone(&shared);
                tokio::spawn(async move {
                    let answer = service_fn(move |request| {
                        let servers = Arc::clone(&servers);
                        async move { Ok::<_, Infallible>(servers.answer(request).await) }
                    });
                    let _ = hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), answer)
                        .await;
                });
            }
        });
        servers
    }

    fn url(&self) -> String {
        format!("{}/mcp", self.origin)
    }

    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let origin = &self.origin;
        let path = request.uri().path().to_owned();
        match path.as_str() {
            "/mcp" => self.guarded(request).await,
            "/.well-known/oauth-protected-resource/mcp" => json_response(&json!({
                "resource": self.url(),
                "authorization_servers": [origin],
            })),
            "/.well-known/oauth-authorization-server" => json_response(&json!({
                "issuer": origin,
                "authorization_endpoint": format!("{origin}/authorize"),
                "token_endpoint": format!("{origin}/token"),
                "registration_endpoint": format!("{origin}/register"),
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
            })),
            "/register" => json_response(&json!({
                "client_id": "program",
                "redirect_uris": ["http://127.0.0.1:1/callback"],
            })),
            "/token" => {
                let form = request.into_body().collect().await.unwrap().to_bytes();
                self.token(core::str::from_utf8(&form).unwrap())
            }
            _ => status(StatusCode::NOT_FOUND),
        }
    }

    async fn guarded(&self, request: Request<Incoming>) -> Answer {
        let given = request.headers().get("authorization").cloned();
        let good = self
            .good
            .lock()
            .unwrap()
            .map(|good| format!("Bearer {good}"));
        if good.is_some() && given.and_then(|it| it.to_str().ok().map(str::to_owned)) == good {
            return self.mcp.handle(request).await;
        }
        self.seen.lock().unwrap().push("refused".to_owned());
        status(StatusCode::UNAUTHORIZED)
    }

    /// A token for the code, and later another one for the refresh token.
    fn token(&self, form: &str) -> Answer {
        let has = |member: &str| form.split('&').any(|one| one == member);
        let good = *self.good.lock().unwrap();
        let kind = if has("grant_type=authorization_code") && has("code=the-code") {
            assert!(form.contains("code_verifier="), "{form}");
            "code"
        } else {
            assert!(has("grant_type=refresh_token"), "{form}");
            assert!(has("refresh_token=refresh-secret"), "{form}");
            "refresh"
        };
        self.seen.lock().unwrap().push(kind.to_owned());
        if let Some(good) = good {
            return json_response(&json!({
                "access_token": good,
                "token_type": "Bearer",
                "expires_in": self.life.load(Ordering::SeqCst),
                "refresh_token": "refresh-secret",
            }));
        }
        let mut response = json_response(&json!({
            "error": "invalid_grant",
            "error_description": "first-token, second-token and refresh-secret are revoked",
        }));
        *response.status_mut() = StatusCode::BAD_REQUEST;
        response
    }

    fn seen(&self) -> Vec<String> {
        std::mem::take(&mut self.seen.lock().unwrap())
    }
}

/// The program of docs/mcp.md, with a browser that agrees at once.
async fn authorized(servers: &Servers) -> AuthorizationManager {
    let mut oauth = OAuthState::new(servers.url(), None).await.unwrap();
    let request = AuthorizationRequest::new("http://127.0.0.1:1/callback");
    oauth.start_authorization(request).await.unwrap();
    let page = oauth.get_authorization_url().await.unwrap();
    assert!(
        page.starts_with(&format!("{}/authorize?", servers.origin)),
        "{page}"
    );
    let mut members = page.split(['?', '&']);
    let state = members.find(|member| member.starts_with("state=")).unwrap();
    let callback = format!("http://127.0.0.1:1/callback?code=the-code&{state}");
    oauth.handle_callback_url(&callback).await.unwrap();
    oauth.into_authorization_manager().unwrap()
}

#[tokio::test]
async fn tokens_of_oauth_are_used_and_refreshed() {
    let servers = Servers::start().await;
    let manager = within(Box::pin(authorized(&servers))).await;
    let client = Client::builder()
        .server("web", McpEndpoint::http(servers.url()).oauth(manager))
        .connect()
        .await;
    let status = &client.status()[0];
    assert_eq!(status.connection, ConnectionState::Connected, "{status}");
    let call = async || {
        let call = ToolCall::new("1", "nearest", r#"{"to": "x"}"#);
        within(client.tools().call(Provider::Mcp, call)).await
    };
    assert_eq!(call().await.content, [Content::Text("Oslo".into())]);
    // The SDK asks without a token first, for the address of the authorization server.
    assert_eq!(servers.seen(), ["refused", "code"]);

    // The server rejects the token before its time. The next one expires soon.
    *servers.good.lock().unwrap() = Some("second-token");
    servers.life.store(10, Ordering::SeqCst);
    assert_eq!(call().await.content, [Content::Text("Oslo".into())]);
    assert_eq!(servers.seen()[..2], ["refused", "refresh"]);
    servers.life.store(3600, Ordering::SeqCst);
    *servers.good.lock().unwrap() = Some("third-token");
    assert_eq!(call().await.content, [Content::Text("Oslo".into())]);
    let seen = servers.seen();
    assert!(seen.iter().all(|one| one == "refresh"), "{seen:?}");

    // The user has withdrawn the access.
    *servers.good.lock().unwrap() = None;
    let result = call().await;
    assert!(result.is_error(), "{result:?}");
    let status = &client.status()[0];
    let reason = status.last_error.clone().unwrap_or_default();
    assert!(reason.contains("refresh token was rejected"), "{status}");
    let shown = format!("{result:?} {status} {status:?}");
    for secret in ["first-token", "second-token", "refresh-secret", "the-code"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    within(client.close()).await;
}
