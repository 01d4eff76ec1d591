"""What the templates of accounts can say beyond Django's own tags."""
