"""The phone's shell: a parser, an interpreter and the commands of Android that scripts use."""
