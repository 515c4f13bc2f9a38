"""Files that the sandbox is furnished with."""
