"""Google Cloud: what Vertex AI is asked with, which is no key but credentials that give tokens."""

from __future__ import annotations

from typing import Any, Final

from crab_core import AgentError
from crab_models import trouble
from crab_models.backend import not_installed
from crab_models.settings import Secret
from crab_models.trouble import Trouble

_SCOPE: Final = "https://www.googleapis.com/auth/cloud-platform"


class CloudCredentials(Secret):
    """Google's application default credentials; the secret is the token of the moment."""

    __slots__ = ("credentials",)

    def __init__(self) -> None:
        """Find them: `GOOGLE_APPLICATION_CREDENTIALS`, those of `gcloud`, or those of the machine.

        Raises:
            AgentError: There are none, or the SDK is not installed.
        """
        super().__init__("")
        try:
            from google import auth
            from google.auth import exceptions
        except ImportError as error:
            raise not_installed("google", "google") from error
        try:
            self.credentials: Any = auth.default(scopes=[_SCOPE])[0]
        except exceptions.GoogleAuthError as error:
            raise AgentError(
                f"There are no credentials for Google Cloud: {trouble.short(str(error))}",
                advice="Run `gcloud auth application-default login`, or name a file by the environment "
                "variable GOOGLE_APPLICATION_CREDENTIALS.",
            ) from error

    def reveal(self) -> str:
        """The token of the moment; empty before the first request."""
        return str(self.credentials.token or "")

    def __bool__(self) -> bool:
        """They are there, whether they have a token already or not."""
        return True

    def trouble(self, error: Exception, model: str) -> Trouble | None:
        """What it means that no token was given; None for other errors."""
        from google.auth import exceptions

        if isinstance(error, exceptions.TransportError):
            return trouble.unreachable("Google Cloud, which gives tokens,", error)
        if isinstance(error, exceptions.GoogleAuthError):
            return trouble.refused_key("Google Cloud", model, str(error))
        return None
