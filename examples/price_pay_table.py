"""Price a new pay table: edge, standard deviation, hit rates and changed decisions, beside the document's.

pip install 'pitboss[odds]'
python examples/price_pay_table.py caribbean_stud bet.flush=6 bet.straight=5
"""

from __future__ import annotations

import argparse

from pitboss import compare
from pitboss.basics.errors import GameError, RulesError


def main() -> None:
    parser = argparse.ArgumentParser(description="Price a new pay table beside the document's.")
    parser.add_argument("game")
    parser.add_argument("settings", nargs="+", metavar="TABLE.LINE=ODDS")
    asked = parser.parse_args()
    try:
        found = compare(asked.game, None, *asked.settings)
    except (GameError, RulesError) as error:
        parser.error(str(error))
    before = found["document"]
    print(found["study"] or "lawful")
    for defect in found["defects"]:
        print(f"  {defect['wrong']} ({defect['clause']})")
    print(f"{'':24}{'document':>12}{'new':>12}")
    print(f"{'house edge':24}{before['house_edge']:12.4%}{found['house_edge']:12.4%}")
    deviations = before["standard_deviation"], found["standard_deviation"]
    print("{:24}{:12.4f}{:12.4f}".format("standard deviation", *deviations))
    for name, wager in found["wagers"].items():
        hits = before["wagers"][name]["hit_frequency"], wager["hit_frequency"]
        print("{:24}{:12.4%}{:12.4%}".format(f"{name} wins", *hits))
    if found["decisions"] is not None:
        print(f"{found['decisions']['count']:,} of {found['decisions']['of']:,} decisions change")


if __name__ == "__main__":
    main()
