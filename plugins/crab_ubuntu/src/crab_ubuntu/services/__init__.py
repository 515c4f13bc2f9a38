"""The network of a desktop: named hosts, and what answers there.

A world names hosts below `crab.test` and says what each is. A plan is checked where the world is read,
sockets are bound in the desktop's own network, and the host process answers, which the agent cannot touch.
"""
