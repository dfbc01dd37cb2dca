"""Whether the tests notice: break the engine in small ways, one at a time, and run the tests of what was broken."""
