"""What is measured, beside what, and how: `python -m benchmarks` prints a table."""
