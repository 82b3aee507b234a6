"""Answers of Ollama's server, by the types of its client."""

from made import dumped, pieces
from ollama import ChatResponse, Message

PACKAGE = "ollama"
# Ollama has no reasons for calls and refusals.
REASONS = {"stop": "stop", "length": "length", "calls": "stop"}


def made(name, turn):
    if turn["finish"] == "refused":
        return
    told = {**turn, "calls": [{**call, "id": None} for call in turn["calls"]]}
    calls = [Message.ToolCall(function=Message.ToolCall.Function(name=call["name"], arguments=call["arguments"])) for call in turn["calls"]]

    def answer(done=False, **message):
        reason = REASONS[turn["finish"]] if done else None
        return dumped(ChatResponse(model="a", created_at="2026-11-01T00:00:00Z", done=done, done_reason=reason, message=Message(role="assistant", **message)), exclude_none=True)

    whole = {"content": turn["text"], "thinking": turn["thoughts"] or None, "tool_calls": calls or None}
    yield "ollama", "response", answer(True, **whole), told
    events = [answer(content="", thinking=piece) for piece in pieces(turn["thoughts"]) if piece]
    events += [answer(content=piece) for piece in pieces(turn["text"]) if piece]
    events += [answer(content="", tool_calls=[call]) for call in calls]
    yield "ollama", "events", [*events, answer(True, content="")], told
