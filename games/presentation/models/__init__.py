"""What a browser may be shown of a game, field by field; templates get these values alone."""
