"""Open pages: their sockets, what they are told, and the fragments drawn for them.

That something changed is sent by `games.notifications` and heard by the hub.
"""
