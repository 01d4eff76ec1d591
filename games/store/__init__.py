"""What reads and writes of games share: queries, history, entries of moves, permissions, time.

What a viewer may know of another's swap is decided in `swap_secrecy`.
"""
