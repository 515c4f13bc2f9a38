"""Mail: folders, conversations, writing and sending."""
