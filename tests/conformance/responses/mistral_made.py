"""Chat completions of Mistral, by the types of its SDK."""

import mistralai.client.models as types
from made import dumped
from openai_made import calls, pieces
from pydantic import TypeAdapter

PACKAGE = "mistralai"
REASONS = {"stop": "stop", "length": "length", "calls": "tool_calls"}
RESPONSE = TypeAdapter(types.ChatCompletionResponse)
CHUNK = TypeAdapter(types.CompletionChunk)
USAGE = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}


def made(name, turn):
    if turn["finish"] == "refused":
        return  # It has no refusals.
    # Nine letters and digits.
    told = {**turn, "calls": [{**call, "id": f"abcdefg{at:02}"} for at, call in enumerate(turn["calls"])]}
    whole = {"id": "a", "object": "chat.completion", "model": "a", "created": 1, "usage": USAGE}
    message = {"role": "assistant", "content": content(told, told["text"]), "tool_calls": mistral_calls(told) or None}
    choice = {"index": 0, "finish_reason": REASONS[turn["finish"]], "message": message}
    yield "mistral", "response", dumped(RESPONSE.validate_python({**whole, "choices": [choice]}, extra="forbid"), exclude_unset=True), told
    typed = [CHUNK.validate_python(chunk, extra="forbid") for chunk in chunks(told)]
    yield "mistral", "events", [dumped(chunk, exclude_unset=True) for chunk in typed], told


def content(turn, text):
    """Thoughts stand in the content, as a part of their own."""
    if not turn["thoughts"]:
        return text
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": turn["thoughts"]}]}
    return [thinking, {"type": "text", "text": text}] if text else [thinking]


def mistral_calls(turn):
    return [{**call, "index": index} for index, call in enumerate(calls(turn))]


def chunks(turn):
    def chunk(delta, finish=None):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "a", "object": "chat.completion.chunk", "model": "a", "created": 1, "choices": [choice]}

    yield chunk({"role": "assistant", "content": ""})
    if turn["thoughts"]:
        yield chunk({"content": content(turn, "")})
    for piece in pieces(turn["text"]):
        yield chunk({"content": piece})
    # The calls come whole, and with the end.
    delta = {"content": "", "tool_calls": mistral_calls(turn)} if turn["calls"] else {"content": ""}
    yield {**chunk(delta, REASONS[turn["finish"]]), "usage": USAGE}
