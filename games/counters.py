"""What is counted of games for those who run the site: numbers, and never whose or which."""

from prometheus_client import Counter, Gauge

MOVES = Counter("numerica_moves", "Moves and endings that were stored", ["game"])
DRAWINGS = Counter("numerica_drawings", "Fragments of tables that were rendered", ["extent"])
SOCKETS = Gauge("numerica_sockets", "Sockets of pages that are open in this process")
