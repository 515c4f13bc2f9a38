"""A bridge to the services that LiteLLM knows."""
