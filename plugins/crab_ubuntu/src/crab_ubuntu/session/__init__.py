"""What runs inside the sandbox: the leader of the session, and the host that serves its environment."""
