"""The parts of a round that have many steps, and the irregularities."""
