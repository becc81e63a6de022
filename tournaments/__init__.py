"""The arena: schedule, runner, journal, statistics, report, and the Click commands."""
