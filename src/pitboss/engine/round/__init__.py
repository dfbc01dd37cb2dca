"""A round of play: what people and devices put in, what happens, and what each viewer may know of it."""
