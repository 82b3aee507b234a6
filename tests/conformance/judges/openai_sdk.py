"""OpenAI and the hosts alike: the types of its SDK, and what its own helper for strict schemas would still change."""

import copy

import shared
from openai.lib._pydantic import _ensure_strict_json_schema
from openai.types.chat import ChatCompletionFunctionToolParam
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.responses import FunctionToolParam
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from pydantic import TypeAdapter

judge = shared.Judge(
    "openai",
    ["openai"],
    "the parameter types take the declaration and know each member; `to_strict_json_schema` changes nothing in strict parameters. Requests: the type of all parameters takes them",
)
CHAT = TypeAdapter(ChatCompletionFunctionToolParam)
ADAPTERS = {
    "openai": CHAT,
    "azure-openai": CHAT,
    "xai": CHAT,
    "deepseek": CHAT,
    "portable": CHAT,
    "openai-responses": TypeAdapter(FunctionToolParam),
}


def ask(line):
    declaration = line["declaration"]
    ADAPTERS[line["provider"]].validate_python(declaration, strict=True, extra="forbid")
    function = declaration.get("function", declaration)
    if (function.get("strict") is True) != line["strict"]:
        raise shared.Refused(f"`strict` is {function.get('strict')}")
    if line["strict"] and line["parameters"] is not None:
        ours = line["parameters"]
        shared.same(ours, _ensure_strict_json_schema(copy.deepcopy(ours), path=(), root=ours), "the helper")


for provider in ADAPTERS:
    wrong = {"type": "function", "function": {"name": "a", "parameters": {}}, "input_schema": {}, "name": "a"}
    judge.must_refuse("an unknown member", "^extra_forbidden: `input_schema`$", lambda: ask({"provider": provider, "strict": False, "declaration": wrong, "parameters": {}}))
WRONG = (
    ({"required": []}, "^the helper changes: `required`"),
    ({"additionalProperties": False, "required": ["a"], "default": None}, "^the helper changes: without `default`$"),
)
for member, because in WRONG:
    wrong = {"type": "object", "properties": {"a": {"type": "string"}}, **member}
    function = {"name": "a", "parameters": wrong, "strict": True}
    line = {"provider": "openai", "strict": True, "declaration": {"type": "function", "function": function}, "parameters": wrong}
    judge.must_refuse(f"{member}", because, lambda: ask(line))
for line in shared.texts():
    if line["provider"] in ADAPTERS and line["declaration"]:
        if line["strict"]:
            judge.feed(shared.label(line), line["tool"], lambda: ask(line))
        else:
            judge.feed_envelope(line, lambda: ask(line))


REQUESTS = {provider: TypeAdapter(CompletionCreateParamsNonStreaming) for provider in ADAPTERS}
REQUESTS["openai-responses"] = TypeAdapter(ResponseCreateParamsNonStreaming)


def of_openai(provider, request):
    """The request without DeepSeek's own member: its page "Thinking Mode" requires `reasoning_content` beside calls, which may be empty."""
    if provider != "deepseek":
        return request
    messages = []
    for message in request["messages"]:
        if message.get("tool_calls"):
            message = dict(message)
            if message.pop("reasoning_content", None) != "":
                raise shared.Refused("`reasoning_content` is missing beside calls")
        messages.append(message)
    return {**request, "messages": messages}


def ask_request(provider, request):
    request = of_openai(provider, request)
    shared.seen(REQUESTS[provider].validate_python({"model": "a", **request}, strict=True, extra="forbid"))


WRONG_REQUESTS = (
    ({"messages": [{"role": "tool", "content": "a", "call_id": "b"}]}, "^missing: `tool_call_id`$|tool_call_id"),
    ({"messages": [], "tool_choice": "any"}, "^literal_error: `tool_choice`|literal_error"),
    ({"messages": [], "format": {}}, "^extra_forbidden: `format`$"),
)
for wrong, because in WRONG_REQUESTS:
    judge.must_refuse(f"{wrong}", because, lambda: ask_request("openai", wrong))
call = {"id": "a", "type": "function", "function": {"name": "a", "arguments": "{}"}}
wrong = {"messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]}
judge.must_refuse(f"{wrong}", "^`reasoning_content` is missing", lambda: ask_request("deepseek", wrong))
wrong = {"messages": [{"role": "user", "content": "a", "reasoning_content": ""}]}
judge.must_refuse(f"{wrong}", "reasoning_content", lambda: ask_request("deepseek", wrong))
wrong = {"input": [{"type": "function_call_output", "tool_call_id": "a", "output": "b"}]}
judge.must_refuse(f"{wrong}", "call_id", lambda: ask_request("openai-responses", wrong))
judge.feed_requests(REQUESTS, ask_request)
judge.write()
