"""The search: knows the State contract, and games only through `ai.knowledge`."""
