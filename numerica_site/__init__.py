"""The site as a whole: settings, addresses, the entry of the server."""
