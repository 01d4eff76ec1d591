"""What people may type in, and what it must be."""
