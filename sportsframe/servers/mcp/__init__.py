"""The MCP server: the service as tools for agents, over Streamable HTTP or stdio."""

from .auth import HEALTH, PATH, McpApp
from .server import ToolServer, run_stdio

__all__ = ["HEALTH", "PATH", "ToolServer", "McpApp", "run_stdio"]


def __dir__() -> list[str]:
    return __all__
