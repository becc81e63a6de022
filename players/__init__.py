"""Who sits at the table: players made from text, and the table that asks them in turn."""
