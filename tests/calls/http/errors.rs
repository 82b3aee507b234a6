//! The kinds of errors, from the bodies that the providers document or were recorded with.

use toolcast::Provider;
use toolcast::http::ErrorKind::{self, *};

use super::{chats, error};

/// Checks the kind of each error, and that its message is the provider's text.
fn check(provider: Provider, errors: &[(u16, &str, ErrorKind)]) {
    for (status, body, kind) in errors {
        let error = error(provider, *status, &[], body);
        assert_eq!(error.kind, *kind, "{provider}: {body}");
        assert!(body.contains(&error.message), "{error}");
        assert!(!error.message.is_empty());
        let retryable = matches!(kind, RateLimit | Overloaded | Server);
        assert_eq!(error.is_retryable(), retryable, "{error}");
    }
}

#[test]
fn errors_of_openai_and_azure_have_the_kind_of_their_code() {
    for provider in [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::AzureOpenAi,
    ] {
        check(
            provider,
            &[
                (
                    400,
                    r#"{"error":{"code":"invalid_value","message":"Invalid 'messages[3]'.","param":"messages[3]","type":"invalid_request_error"}}"#,
                    BadRequest,
                ),
                (
                    400,
                    r#"{"error":{"message":"This model's maximum context length is 128000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
                    ContextTooLong,
                ),
                (
                    400,
                    r#"{"error":{"message":"Your input exceeds the context window of this model.","type":"invalid_request_error","param":null,"code":null}}"#,
                    ContextTooLong,
                ),
                (
                    400,
                    r#"{"error":{"message":"filtered","param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
                    BadRequest,
                ),
                (
                    401,
                    r#"{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
                    Authentication,
                ),
                (
                    403,
                    r#"{"error":{"message":"Country not supported","type":"request_forbidden","code":"unsupported_country"}}"#,
                    Authentication,
                ),
                (
                    404,
                    r#"{"error":{"message":"The model does not exist","type":"invalid_request_error","code":"model_not_found"}}"#,
                    NotFound,
                ),
                (
                    429,
                    r#"{"error":{"message":"Rate limit reached","type":"tokens","param":null,"code":"rate_limit_exceeded"}}"#,
                    RateLimit,
                ),
                (
                    429,
                    r#"{"error":{"message":"Slow down","type":"rate_limit_error","code":"slow_down"}}"#,
                    RateLimit,
                ),
                (
                    429,
                    r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#,
                    Quota,
                ),
                (
                    429,
                    r#"{"error":{"message":"No credit","type":"insufficient_quota","code":"credit_balance_exhausted"}}"#,
                    Quota,
                ),
                (
                    429,
                    r#"{"error":{"message":"Limit","type":"insufficient_quota","code":"rate_limit_exceeded"}}"#,
                    Quota,
                ),
                (
                    500,
                    r#"{"error":{"message":"The server had an error","type":"server_error","code":null}}"#,
                    Server,
                ),
                (
                    503,
                    r#"{"error":{"message":"Overloaded","type":"service_unavailable_error","code":"server_is_overloaded"}}"#,
                    Overloaded,
                ),
                (502, "<html>bad gateway</html>", Server),
            ],
        );
    }
}

#[test]
fn errors_of_anthropic_have_the_kind_of_their_type() {
    check(
        Provider::Anthropic,
        &[
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"tools.0.custom.input_schema.type: Field required"},"request_id":"req_1"}"#,
                BadRequest,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 213462 tokens > 200000 maximum"}}"#,
                ContextTooLong,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 1 + 2 > 2"}}"#,
                ContextTooLong,
            ),
            (
                401,
                r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
                Authentication,
            ),
            (
                402,
                r#"{"type":"error","error":{"type":"billing_error","message":"Pay"}}"#,
                Quota,
            ),
            (
                403,
                r#"{"type":"error","error":{"type":"permission_error","message":"Not allowed"}}"#,
                Authentication,
            ),
            (
                404,
                r#"{"type":"error","error":{"type":"not_found_error","message":"model: x"}}"#,
                NotFound,
            ),
            (
                409,
                r#"{"type":"error","error":{"type":"conflict_error","message":"Conflict"}}"#,
                Server,
            ),
            (
                413,
                r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
                ContextTooLong,
            ),
            (
                429,
                r#"{"type":"error","error":{"type":"rate_limit_error","message":"Too many tokens"}}"#,
                RateLimit,
            ),
            (
                429,
                r#"{"type":"error","error":{"type":"rate_limit_error","message":"Spent","details":{"error_code":"enforced_spend_limit_reached"}}}"#,
                Quota,
            ),
            (
                500,
                r#"{"type":"error","error":{"type":"api_error","message":"Internal server error"}}"#,
                Server,
            ),
            (
                504,
                r#"{"type":"error","error":{"type":"timeout_error","message":"Timeout"}}"#,
                Server,
            ),
            (
                529,
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                Overloaded,
            ),
        ],
    );
}

#[test]
fn errors_of_gemini_and_vertex_have_the_kind_of_their_status() {
    for provider in [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ] {
        check(
            provider,
            &[
                (
                    400,
                    r#"{"error":{"code":400,"message":"Cannot fetch content from the provided URL.","status":"INVALID_ARGUMENT"}}"#,
                    BadRequest,
                ),
                (
                    400,
                    r#"[{"error":{"code":400,"message":"In a list","status":"FAILED_PRECONDITION"}}]"#,
                    BadRequest,
                ),
                (
                    400,
                    r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}"#,
                    Authentication,
                ),
                (
                    400,
                    r#"{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
                    ContextTooLong,
                ),
                (
                    401,
                    r#"{"error":{"code":401,"message":"Who?","status":"UNAUTHENTICATED"}}"#,
                    Authentication,
                ),
                (
                    402,
                    r#"{"error":{"code":402,"message":"Pay","status":"RESOURCE_EXHAUSTED"}}"#,
                    Quota,
                ),
                (
                    403,
                    r#"{"error":{"code":403,"message":"Denied","status":"PERMISSION_DENIED"}}"#,
                    Authentication,
                ),
                (
                    404,
                    r#"{"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}}"#,
                    NotFound,
                ),
                (
                    429,
                    r#"{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}"#,
                    RateLimit,
                ),
                (
                    500,
                    r#"{"error":{"code":500,"message":"Internal","status":"INTERNAL"}}"#,
                    Server,
                ),
                (
                    500,
                    r#"{"error":{"code":500,"message":"The input token count exceeds the maximum number of tokens allowed","status":"INTERNAL"}}"#,
                    ContextTooLong,
                ),
                (
                    503,
                    r#"{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}"#,
                    Overloaded,
                ),
                (
                    504,
                    r#"{"error":{"code":504,"message":"Deadline","status":"DEADLINE_EXCEEDED"}}"#,
                    Server,
                ),
            ],
        );
    }
}

#[test]
fn errors_of_bedrock_have_the_kind_of_their_type() {
    let named = |status, name, message: &str| {
        let body = serde_json::json!({ "message": message }).to_string();
        error(
            Provider::Bedrock,
            status,
            &[("x-amzn-errortype", name)],
            &body,
        )
    };
    for (status, name, message, kind) in [
        (
            400,
            "ValidationException:http://internal.amazon.com/x/",
            "This model doesn't support the video content block",
            BadRequest,
        ),
        (
            400,
            "ValidationException",
            "Input is too long for requested model.",
            ContextTooLong,
        ),
        (400, "ServiceQuotaExceededException", "Quota", Quota),
        (403, "AccessDeniedException", "No access", Authentication),
        (
            403,
            "UnrecognizedClientException",
            "Bad token",
            Authentication,
        ),
        (404, "ResourceNotFoundException", "No model", NotFound),
        (408, "ModelTimeoutException", "Slow", Server),
        (424, "ModelErrorException", "Model", Server),
        (
            429,
            "ThrottlingException:http://x",
            "Too many tokens, please wait before trying again.",
            RateLimit,
        ),
        (429, "ModelNotReadyException", "Not ready", RateLimit),
        (500, "InternalServerException", "Internal", Server),
        (
            503,
            "ServiceUnavailableException",
            "Unavailable",
            Overloaded,
        ),
    ] {
        let error = named(status, name, message);
        assert_eq!(error.kind, kind, "{error}");
        assert_eq!(error.message, message);
        assert_eq!(error.code.as_deref(), name.split(':').next());
    }
    check(
        Provider::Bedrock,
        &[
            (
                400,
                r#"{"__type":"ServiceQuotaExceededException","Message":"Quota"}"#,
                Quota,
            ),
            (
                403,
                r#"{"Message":"The security token is invalid."}"#,
                Authentication,
            ),
        ],
    );
}

#[test]
fn errors_of_mistral_cohere_xai_deepseek_and_groq_have_their_kind() {
    check(
        Provider::Mistral,
        &[
            (
                400,
                r#"{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","type":"invalid_request_prompt","param":null,"code":"3051"}"#,
                ContextTooLong,
            ),
            (
                422,
                r#"{"detail":[{"loc":["body","tools"],"msg":"Field required","type":"missing"}]}"#,
                BadRequest,
            ),
            (401, r#"{"detail":"Unauthorized"}"#, Authentication),
            (
                429,
                r#"{"object":"error","message":"Rate limit exceeded","type":"rate_limited","code":"1300"}"#,
                RateLimit,
            ),
        ],
    );
    check(
        Provider::Cohere,
        &[
            (
                400,
                r#"{"message":"too many tokens: the total is 9000"}"#,
                ContextTooLong,
            ),
            (400, r#"{"id":"1","message":"invalid request"}"#, BadRequest),
            (401, r#"{"message":"invalid api token"}"#, Authentication),
            (429, r#"{"message":"You are using a trial key"}"#, RateLimit),
            (498, r#"{"message":"invalid token"}"#, Authentication),
        ],
    );
    check(
        Provider::XAi,
        &[
            (
                400,
                r#"{"code":"Client specified an invalid argument","error":"This model's maximum prompt length is 131072 but the request contains 200000 tokens."}"#,
                ContextTooLong,
            ),
            (
                400,
                r#"{"code":"Client specified an invalid argument","error":"Bad tool"}"#,
                BadRequest,
            ),
            (
                400,
                r#"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: ba***na. You can obtain an API key from https://console.x.ai."}"#,
                Authentication,
            ),
            (
                429,
                r#"{"code":"Too many requests","error":"Slow down"}"#,
                RateLimit,
            ),
            (
                503,
                r#"{"error":{"message":"Overloaded","type":"x","code":null}}"#,
                Overloaded,
            ),
        ],
    );
    check(
        Provider::DeepSeek,
        &[
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 65536 tokens. However, you requested 70000 tokens","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
                ContextTooLong,
            ),
            (
                402,
                r#"{"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}"#,
                Quota,
            ),
            (
                503,
                r#"{"error":{"message":"busy","type":"x"}}"#,
                Overloaded,
            ),
        ],
    );
    check(
        Provider::Groq,
        &[
            (
                400,
                r#"{"error":{"code":"tool_use_failed","failed_generation":"maybe","message":"Tool choice is required, but model did not call a tool","type":"invalid_request_error"}}"#,
                BadRequest,
            ),
            (
                400,
                r#"{"error":{"message":"Please reduce the length of the messages or completion.","type":"invalid_request_error"}}"#,
                ContextTooLong,
            ),
            // More tokens than the limit for a minute: the same request never succeeds.
            (
                413,
                r#"{"error":{"message":"Request too large for model on tokens per minute (TPM): Limit 6000, Requested 12328, please reduce your message size and try again.","type":"tokens","code":"rate_limit_exceeded"}}"#,
                ContextTooLong,
            ),
            (
                413,
                r#"{"error":{"message":"Request Entity Too Large"}}"#,
                ContextTooLong,
            ),
            (
                498,
                r#"{"error":{"message":"Flex tier capacity exceeded","type":"capacity_exceeded"}}"#,
                Overloaded,
            ),
        ],
    );
}

#[test]
fn errors_of_ollama_and_compatible_hosts_have_their_kind() {
    check(
        Provider::Ollama,
        &[
            (
                400,
                r#"{"error":"prompt too long; exceeded max context length by 12 tokens"}"#,
                ContextTooLong,
            ),
            (
                401,
                r#"{"error":"unauthorized","signin_url":"https://ollama.com"}"#,
                Authentication,
            ),
            (404, r#"{"error":"model 'x' not found"}"#, NotFound),
            (
                500,
                r#"{"error":"llama runner process has terminated"}"#,
                Server,
            ),
        ],
    );
    check(
        Provider::Portable,
        &[
            (
                403,
                r#"{"error":{"code":403,"message":"Input was flagged","metadata":{"reasons":["violence"],"flagged_input":"a text"}}}"#,
                BadRequest,
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"This endpoint's maximum context length is 8192 tokens."}}"#,
                ContextTooLong,
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}"#,
                ContextTooLong,
            ),
            (
                400,
                r#"{"error":{"message":"The input (9000 tokens) is longer than the model's context length (8192 tokens)."}}"#,
                ContextTooLong,
            ),
            (
                402,
                r#"{"error":{"code":402,"message":"Insufficient credits","metadata":{}}}"#,
                Quota,
            ),
            (
                403,
                r#"{"error":{"code":403,"message":"No access"}}"#,
                Authentication,
            ),
            (
                502,
                r#"{"error":{"code":502,"message":"Provider returned error"}}"#,
                Overloaded,
            ),
            // After the answer began, the status is in the body.
            (
                200,
                r#"{"error":{"code":429,"message":"Rate limited","metadata":{}}}"#,
                RateLimit,
            ),
            (
                200,
                r#"{"error":{"code":502,"message":"Provider returned error"}}"#,
                Overloaded,
            ),
        ],
    );
}

#[test]
fn other_bodies_become_the_message() {
    for provider in chats() {
        let page = error(
            provider,
            502,
            &[],
            "<html>\n<h1>Bad   gateway</h1>\n</html>",
        );
        assert_eq!(
            page.message, "<html> <h1>Bad gateway</h1> </html>",
            "{provider}"
        );
        assert!(page.is_retryable());
        assert_eq!(error(provider, 429, &[], "").message, "Too Many Requests");
        assert_eq!(
            error(provider, 418, &[], r#"{"a":1}"#).message,
            r#"{"a":1}"#
        );
        assert_eq!(error(provider, 599, &[], " ").message, "no text");
        let redirect = error(provider, 302, &[], "");
        assert_eq!(redirect.kind, Unexpected, "{provider}");
        assert!(!redirect.is_retryable());
    }
    let binary = toolcast::http::ApiError::new(
        Provider::OpenAi,
        http::StatusCode::BAD_GATEWAY,
        &http::HeaderMap::new(),
        b"\xff\xfe\x00",
    );
    assert!(binary.message.starts_with('\u{fffd}'));
}

#[test]
fn everything_that_is_read_is_bounded() {
    let long = "ä".repeat(3_000_000);
    let deep = "[".repeat(100_000);
    let id = [
        ("x-request-id", &*"i".repeat(5000)),
        ("request-id", &*"i".repeat(5000)),
    ];
    for provider in chats() {
        let json = serde_json::json!({"message": &long[..500_000], "error": {"message": &long[..500_000], "code": &long[..100_000], "status": &long[..100_000]}});
        for body in [json.to_string(), long.clone(), deep.clone()] {
            let error = error(provider, 400, &id, &body);
            assert!(error.message.len() <= 1000 + '…'.len_utf8(), "{provider}");
            assert!(
                error.code.as_ref().is_none_or(|code| code.len() <= 131),
                "{provider}"
            );
            assert!(
                error.request_id.as_ref().is_none_or(|id| id.len() <= 131),
                "{provider}"
            );
            assert!(error.to_string().len() < 1300, "{provider}");
        }
    }
}

#[test]
fn the_providers_word_on_a_retry_comes_first() {
    for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Groq] {
        let word = |status, word| error(provider, status, &[("x-should-retry", word)], "{}");
        assert!(!word(429, "false").is_retryable(), "{provider}");
        assert!(word(400, "true").is_retryable(), "{provider}");
        assert!(word(429, "perhaps").is_retryable(), "{provider}");
    }
}

#[test]
fn the_text_has_status_code_message_and_wait() {
    let body = r#"{"type":"error","error":{"type":"rate_limit_error","message":"Slow\ndown."}}"#;
    let headers = [("retry-after", "7"), ("request-id", "req_1")];
    let error = error(Provider::Anthropic, 429, &headers, body);
    let expected = "anthropic: 429 (rate_limit_error): Slow down. (retry after 7 s)";
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.request_id.as_deref(), Some("req_1"));
    assert_eq!(toolcast::Error::from(error).to_string(), expected);
}

/// Errors in a response that has begun, by their code alone.
#[test]
fn refusals_and_invalid_requests_in_a_response_are_not_retried() {
    let responses = |code: &str| {
        format!(
            r#"{{"type":"response.failed","response":{{"status":"failed","output":[],"error":{{"code":"{code}","message":"refused"}}}}}}"#
        )
    };
    let google = |code: &str| {
        format!(r#"{{"event_type":"error","error":{{"code":"{code}","message":"refused"}}}}"#)
    };
    for (provider, event, kind) in [
        (
            Provider::OpenAiResponses,
            responses("bio_policy"),
            BadRequest,
        ),
        (
            Provider::OpenAiResponses,
            responses("invalid_prompt"),
            BadRequest,
        ),
        (
            Provider::OpenAiResponses,
            responses("misalignment_policy_violation"),
            BadRequest,
        ),
        (
            Provider::OpenAiResponses,
            responses("image_content_policy_violation"),
            BadRequest,
        ),
        (
            Provider::OpenAiResponses,
            responses("rate_limit_exceeded"),
            RateLimit,
        ),
        (Provider::OpenAiResponses, responses("server_error"), Server),
        (Provider::Gemini, google("invalid_request"), BadRequest),
        (Provider::Gemini, google("payment_required"), Quota),
        (Provider::Gemini, google("an_unknown_code"), Server),
    ] {
        let mut stream = provider.stream().expect("a chat API");
        let sent = stream.push(format!("data: {event}\n\n").as_bytes());
        let error = sent.err().or_else(|| stream.finish().err());
        let error = error.unwrap_or_else(|| panic!("{event}"));
        let error = toolcast::http::ApiError::from_wire(&error);
        let error = error.unwrap_or_else(|| panic!("{event}"));
        assert_eq!(error.kind, kind, "{event}");
        let retryable = matches!(kind, RateLimit | Overloaded | Server);
        assert_eq!(error.is_retryable(), retryable, "{event}");
    }
}
