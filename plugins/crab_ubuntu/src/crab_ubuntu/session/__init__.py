"""What runs inside as the desktop's user: the leader of the session. It imports Python's own library only."""
