"""Contacts: the people one knows, with their numbers, mails and addresses."""
