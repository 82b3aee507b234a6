"""Chat completions and responses, by the types of OpenAI's SDK; those of hosts alike are the same."""

import json
from typing import get_args

from made import dumped, pieces
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response, ResponseStreamEvent

PACKAGE = "openai"
HOSTS = ["openai", "azure-openai", "xai", "deepseek", "portable"]
REASONS = {"stop": "stop", "length": "length", "calls": "tool_calls", "refused": "content_filter"}
# Each event is validated as its own type. As a union, an error would list every other type too.
EVENTS = {get_args(of.model_fields["type"].annotation)[0]: of for of in get_args(get_args(ResponseStreamEvent)[0])}


def made(name, turn):
    for provider in HOSTS:
        yield provider, "response", dumped(ChatCompletion.model_validate(completion(turn), strict=True, extra="forbid"))
        chunks = [ChatCompletionChunk.model_validate(chunk, strict=True, extra="forbid") for chunk in deltas(turn)]
        yield provider, "events", [dumped(chunk, exclude_unset=True) for chunk in chunks]
    response = Response.model_validate(responses(turn), strict=True, extra="forbid")
    yield "openai-responses", "response", dumped(response)
    events = [EVENTS[event["type"]].model_validate(event, strict=True, extra="forbid") for event in response_events(turn)]
    yield "openai-responses", "events", [dumped(event) for event in events]


def calls(turn):
    return [
        {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": json.dumps(call["arguments"], ensure_ascii=False)}}
        for call in turn["calls"]
    ]


def completion(turn):
    message = {"role": "assistant", "content": turn["text"] or None, "refusal": None}
    finish = turn["finish"]
    if finish == "refused":
        message.update(content=None, refusal=turn["text"])
    if turn["calls"]:
        message["tool_calls"] = calls(turn)
    choice = {"index": 0, "finish_reason": REASONS[finish], "logprobs": None, "message": message}
    usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "a", "choices": [choice], "usage": usage}


def deltas(turn):
    def chunk(delta, finish=None):
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "a", "choices": [choice]}

    yield chunk({"role": "assistant", "content": "" if turn["text"] else None})
    key = "refusal" if turn["finish"] == "refused" else "content"
    if turn["text"]:
        for piece in pieces(turn["text"]):
            yield chunk({key: piece})
    for index, call in enumerate(calls(turn)):
        function = call["function"]
        first = {"index": index, "id": call["id"], "type": "function", "function": {"name": function["name"], "arguments": ""}}
        yield chunk({"tool_calls": [first]})
        for piece in pieces(function["arguments"]):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield chunk({}, REASONS[turn["finish"]])
    usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
    yield {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "a", "choices": [], "usage": usage}


def items(turn):
    out = []
    if turn["thoughts"]:
        out.append({"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": turn["thoughts"]}], "encrypted_content": "AAAA"})
    if turn["text"]:
        if turn["finish"] == "refused":
            part = {"type": "refusal", "refusal": turn["text"]}
        else:
            part = {"type": "output_text", "text": turn["text"], "annotations": [], "logprobs": []}
        status = "incomplete" if turn["finish"] == "length" else "completed"
        out.append({"id": "msg_1", "type": "message", "role": "assistant", "status": status, "content": [part]})
    for at, call in enumerate(turn["calls"]):
        arguments = json.dumps(call["arguments"], ensure_ascii=False)
        out.append({"id": f"fc_{at}", "type": "function_call", "call_id": call["id"], "name": call["name"], "arguments": arguments, "status": "completed"})
    return out


def responses(turn, output=None, status=None):
    cut = turn["finish"] == "length"
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1.0,
        "model": "a",
        "status": status or ("incomplete" if cut else "completed"),
        "incomplete_details": {"reason": "max_output_tokens"} if cut and not status else None,
        "error": None,
        "instructions": None,
        "metadata": {},
        "output": items(turn) if output is None else output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "temperature": 1.0,
        "top_p": 1.0,
    }


def response_events(turn):
    events = [
        {"type": "response.created", "response": responses(turn, [], "in_progress")},
        {"type": "response.in_progress", "response": responses(turn, [], "in_progress")},
    ]
    for index, item in enumerate(items(turn)):
        at = {"output_index": index, "item_id": item["id"]}
        if item["type"] == "function_call":
            events.append({"type": "response.output_item.added", "output_index": index, "item": {**item, "arguments": "", "status": "in_progress"}})
            events += [{"type": "response.function_call_arguments.delta", **at, "delta": piece} for piece in pieces(item["arguments"])]
            events.append({"type": "response.function_call_arguments.done", **at, "arguments": item["arguments"]})
        elif item["type"] == "message":
            part = item["content"][0]
            events.append({"type": "response.output_item.added", "output_index": index, "item": {**item, "content": [], "status": "in_progress"}})
            if part["type"] == "output_text":
                events.append({"type": "response.content_part.added", **at, "content_index": 0, "part": {**part, "text": ""}})
                events += [{"type": "response.output_text.delta", **at, "content_index": 0, "delta": piece, "logprobs": []} for piece in pieces(part["text"])]
                events.append({"type": "response.output_text.done", **at, "content_index": 0, "text": part["text"], "logprobs": []})
            else:
                events += [{"type": "response.refusal.delta", **at, "content_index": 0, "delta": piece} for piece in pieces(part["refusal"])]
                events.append({"type": "response.refusal.done", **at, "content_index": 0, "refusal": part["refusal"]})
            events.append({"type": "response.content_part.done", **at, "content_index": 0, "part": part})
        else:
            events.append({"type": "response.output_item.added", "output_index": index, "item": {**item, "summary": []}})
            events.append({"type": "response.reasoning_summary_text.delta", **at, "summary_index": 0, "delta": item["summary"][0]["text"]})
        events.append({"type": "response.output_item.done", "output_index": index, "item": item})
    last = "response.incomplete" if turn["finish"] == "length" else "response.completed"
    events.append({"type": last, "response": responses(turn)})
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]
