"""What Cohere's chat answers, by the types of its SDK."""

import json

import cohere
from cohere import V2ChatResponse
from made import dumped, pieces
from openai_made import calls
from pydantic import TypeAdapter

PACKAGE = "cohere"
REASONS = {"stop": "COMPLETE", "length": "MAX_TOKENS", "calls": "TOOL_CALL"}
RESPONSE = TypeAdapter(V2ChatResponse)
EVENTS = {
    "message-start": cohere.MessageStartV2ChatStreamResponse,
    "content-start": cohere.ContentStartV2ChatStreamResponse,
    "content-delta": cohere.ContentDeltaV2ChatStreamResponse,
    "content-end": cohere.ContentEndV2ChatStreamResponse,
    "tool-plan-delta": cohere.ToolPlanDeltaV2ChatStreamResponse,
    "tool-call-start": cohere.ToolCallStartV2ChatStreamResponse,
    "tool-call-delta": cohere.ToolCallDeltaV2ChatStreamResponse,
    "tool-call-end": cohere.ToolCallEndV2ChatStreamResponse,
    "message-end": cohere.MessageEndV2ChatStreamResponse,
}
USAGE = {"tokens": {"input_tokens": 1.0, "output_tokens": 2.0}}


def made(name, turn):
    if turn["finish"] == "refused":
        return  # It has no refusals.
    # Text next to calls is sent as the plan.
    plan = turn["text"] if turn["calls"] else ""
    parts = []
    if turn["thoughts"]:
        parts.append({"type": "thinking", "thinking": turn["thoughts"]})
    if turn["text"] and not plan:
        parts.append({"type": "text", "text": turn["text"]})
    message = {"role": "assistant"}
    if parts:
        message["content"] = parts
    if turn["calls"]:
        message["tool_calls"] = calls(turn)
    if plan:
        message["tool_plan"] = plan
    whole = {"id": "a", "finish_reason": REASONS[turn["finish"]], "message": message, "usage": USAGE}
    yield "cohere", "response", dumped(RESPONSE.validate_python(whole, extra="forbid"), exclude_unset=True)
    typed = [TypeAdapter(EVENTS[event["type"]]).validate_python(event, extra="forbid") for event in events(turn, plan, parts)]
    yield "cohere", "events", [dumped(event, exclude_unset=True) for event in typed]


def events(turn, plan, parts):
    yield {"type": "message-start", "id": "a", "delta": {"message": {"role": "assistant"}}}
    if plan:
        for piece in pieces(plan):
            yield {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": piece}}}
    for index, part in enumerate(parts):
        kind = part["type"]
        yield {"type": "content-start", "index": index, "delta": {"message": {"content": {"type": kind, kind: ""}}}}
        for piece in pieces(part[kind]):
            yield {"type": "content-delta", "index": index, "delta": {"message": {"content": {kind: piece}}}}
        yield {"type": "content-end", "index": index}
    for index, call in enumerate(calls(turn)):
        function = call["function"]
        start = {**call, "function": {"name": function["name"], "arguments": ""}}
        yield {"type": "tool-call-start", "index": index, "delta": {"message": {"tool_calls": start}}}
        for piece in pieces(function["arguments"]):
            yield {"type": "tool-call-delta", "index": index, "delta": {"message": {"tool_calls": {"function": {"arguments": piece}}}}}
        yield {"type": "tool-call-end", "index": index}
    yield {"type": "message-end", "delta": {"finish_reason": REASONS[turn["finish"]], "usage": USAGE}}
