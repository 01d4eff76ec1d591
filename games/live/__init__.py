"""Open pages: their sockets, what they are told, and the fragments drawn for them."""
