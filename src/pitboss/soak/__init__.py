"""The soak of a served house: real processes are killed under real clients, and every promise is checked."""
