"""The games people play here: their rules, their tables, their stored moves."""
