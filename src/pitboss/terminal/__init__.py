"""Play in a terminal: at the prompt or on the full screen, alone or at a house."""
