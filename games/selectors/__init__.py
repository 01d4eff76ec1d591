"""Every read that a page is made of: listed name by name, never a Game or a State."""
