"""What the templates of the games can say beyond Django's own tags."""
