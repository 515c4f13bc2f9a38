"""Messages: conversations by SMS, with one person or several."""
