"""What reads and writes of games share: queries, history, results, transactions, notifications."""
