"""What happens without a request: computers move, games are reviewed, deadlines settled."""
