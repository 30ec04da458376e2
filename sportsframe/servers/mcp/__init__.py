"""The companion server: the service's answers as tools for agents, over Streamable HTTP or stdio."""

from .auth import HEALTH, PATH, Gate
from .server import Companion, run_stdio

__all__ = ["HEALTH", "PATH", "Companion", "Gate", "run_stdio"]
