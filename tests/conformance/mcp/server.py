"""A server of the official Python SDK, for our client: over standard input and output, or with `--http PORT` over streamable HTTP."""

import sys
from typing import Literal

import anyio
from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

server = MCPServer("from-outside", instructions="Add before you divide.")


class Order(BaseModel):
    item: str
    amount: int = Field(ge=1, le=99)
    notes: dict[str, str] = {}


class Total(BaseModel):
    sum: float
    currency: Literal["EUR", "NOK"]


@server.tool(annotations=ToolAnnotations(read_only_hint=True, title="A sum"))
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.tool()
def price(orders: list[Order], currency: Literal["EUR", "NOK"] = "EUR") -> Total:
    """What orders cost together."""
    return Total(sum=sum(order.amount * 1.5 for order in orders), currency=currency)


@server.tool()
def fail(reason: str) -> str:
    """Fail."""
    raise ToolError(reason)


@server.tool()
def picture() -> Image:
    """A picture."""
    return Image(data=b"\x89PNG", format="png")


@server.tool()
async def walk(steps: int, pause: float, ctx: Context) -> str:
    """Walk some steps, with a pause after each."""
    try:
        for step in range(steps):
            await ctx.report_progress(step + 1, steps, f"step {step + 1}")
            await anyio.sleep(pause)
    except anyio.get_cancelled_exc_class():
        stopped.append("walk")
        raise
    return f"walked {steps}"


stopped: list[str] = []


@server.tool()
def what_stopped() -> list[str]:
    """What was stopped so far."""
    return stopped


@server.tool()
async def grow(ctx: Context) -> str:
    """Make one more tool."""

    @server.tool()
    def grown() -> str:
        """It was not there before."""
        return "here"

    await ctx.notify_tools_changed()
    if hasattr(ctx.session, "send_tool_list_changed"):
        await ctx.session.send_tool_list_changed()
    return "there is one more"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--http"]:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
    else:
        server.run()
