"""Every write to a game or an invitation: locked, checked, stored, committed, then told."""
