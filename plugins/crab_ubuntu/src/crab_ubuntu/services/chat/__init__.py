"""The service `chat`: a team's chat, for any program that speaks IRC."""

from crab_ubuntu.services.chat.chat import Chat

__all__ = ["Chat"]
