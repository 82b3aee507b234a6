"""Messages and their events, by the types of Anthropic's SDK."""

import json

from anthropic.types import Message, RawMessageStreamEvent
from made import dumped, pieces
from pydantic import TypeAdapter

PACKAGE = "anthropic"
REASONS = {"stop": "end_turn", "length": "max_tokens", "calls": "tool_use", "refused": "refusal"}
EVENT = TypeAdapter(RawMessageStreamEvent)
USAGE = {"input_tokens": 1, "output_tokens": 2}


def made(name, turn):
    yield "anthropic", "response", dumped(Message.model_validate(message(blocks(turn), REASONS[turn["finish"]]), strict=True, extra="forbid"))
    typed = [EVENT.validate_python(event, strict=True, extra="forbid") for event in events(turn)]
    yield "anthropic", "events", [dumped(event, exclude_unset=True) for event in typed]


def message(content, reason):
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "a", "content": content, "stop_reason": reason, "stop_sequence": None, "usage": USAGE}


def blocks(turn):
    out = []
    if turn["thoughts"]:
        out.append({"type": "thinking", "thinking": turn["thoughts"], "signature": "AAAA"})
        out.append({"type": "redacted_thinking", "data": "BBBB"})
    if turn["text"]:
        out.append({"type": "text", "text": turn["text"], "citations": None})
    return out + [{"type": "tool_use", "id": call["id"], "name": call["name"], "input": call["arguments"]} for call in turn["calls"]]


def events(turn):
    yield {"type": "message_start", "message": message([], None)}
    for index, block in enumerate(blocks(turn)):
        deltas, start = [], block
        if block["type"] == "text":
            start = {**block, "text": ""}
            deltas = [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
        elif block["type"] == "thinking":
            start = {**block, "thinking": "", "signature": ""}
            deltas = [{"type": "thinking_delta", "thinking": piece} for piece in pieces(block["thinking"])]
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
        elif block["type"] == "tool_use":
            start = {**block, "input": {}}
            text = json.dumps(block["input"], ensure_ascii=False) if block["input"] else ""
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in ["", *pieces(text)]]
        yield {"type": "content_block_start", "index": index, "content_block": start}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": REASONS[turn["finish"]], "stop_sequence": None}, "usage": {"output_tokens": 2}}
    yield {"type": "message_stop"}
