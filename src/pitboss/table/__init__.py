"""The furniture and procedures that every game shares."""
