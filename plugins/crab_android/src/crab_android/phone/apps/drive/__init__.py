"""Drive: files in the cloud, in folders, shared with others."""
