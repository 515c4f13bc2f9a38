"""What policies with chat models are made of: agents with a prompt, a history and tools.

`ChatPolicy` is the base of such policies; `ChatAgent` is one role of a model. Everything else is what they
use, and can be used without them.
"""

from crab_core.chat.agent import Answer, ChatAgent
from crab_core.chat.conversation import Conversation, estimate
from crab_core.chat.options import ChatOptions, See
from crab_core.chat.perception import Frame, Look, look
from crab_core.chat.policy import ChatPolicy, decision, tell
from crab_core.chat.templates import Prompts, fill
from crab_core.chat.toolbox import SKIP, ToolBox

__all__ = [
    "SKIP",
    "Answer",
    "ChatAgent",
    "ChatOptions",
    "ChatPolicy",
    "Conversation",
    "Frame",
    "Look",
    "Prompts",
    "See",
    "ToolBox",
    "decision",
    "estimate",
    "fill",
    "look",
    "tell",
]
