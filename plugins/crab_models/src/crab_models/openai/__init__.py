"""OpenAI, and every service that speaks one of its two protocols: Chat Completions and Responses."""
