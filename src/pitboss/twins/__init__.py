"""Every game played twice with the same cards and decisions: at a table, clause by clause, and in fast rounds.

``run`` plays many rounds of several games so, over rules drawn at random; a module a game draws them and conducts the
round at the table.
"""
