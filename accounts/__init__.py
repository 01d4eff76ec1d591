"""People: users, guests, their names, sessions and preferences."""
