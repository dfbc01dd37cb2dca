"""The table on a full screen of a terminal, by mouse and keyboard. The seat is that of the plain terminal."""
