"""Load and soak: crowds play at a house, its processes are killed, and every promise is checked."""
