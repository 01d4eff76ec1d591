"""The computers people play against: who they are, and the process that thinks for them."""
