"""The felt in a real browser: what lies where, what can be pressed, and what moves."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

import double_cross
from attack_scene import AttackScene, dealt
from felts import OVERLAPS, SIZES, Looks, after_the_deal, draw
from long import first_of, only
from pitboss import Table
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input
from rounds_seen import events_of, seen_by

from scene import Scene

GAMES = ("boston_5_stud", "caribbean_stud", "double_attack_blackjack", "double_cross_poker", "double_down_stud")
ATTACK = "double_attack_blackjack"
MOST = {"boston_5_stud": 6}
"""The most seats of a game, where they are fewer than seven."""
COMMON = "wide"


@pytest.mark.parametrize("game", only("double_attack_blackjack", GAMES))
def test_nothing_on_the_felt_overlaps(felt_page: Page, game: str) -> None:
    looks = Looks(felt_page, game)
    for seats in range(1, MOST.get(game, 7) + 1):
        whole = events_of(game, seats)
        dealt = after_the_deal(whole)
        for own, events in [(one, dealt) for one in sorted({1, (seats + 1) // 2, seats})] + [(1, whole)]:
            looks.add(f"seat {own} of {seats} after {len(events)} events", events, seat=own)
    assert not looks.overlaps(least=10)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_for_people_who_watch(felt_page: Page, game: str) -> None:
    for size in ("wide", "phone"):
        width, height = SIZES[size]
        felt_page.set_viewport_size({"width": width, "height": height})
        looks = Looks(felt_page, game)
        for seats in (1, 4, MOST.get(game, 7)):
            last = f"[data-key^='card/seat {seats}/'], [data-key='racked/{seats}']"
            looks.add(f"{seats} seats", after_the_deal(events_of(game, seats)), seat=0, shows=last)
        assert not looks.overlaps(), size


@pytest.mark.parametrize("size", only(COMMON, ["tablet", "phone", "side"]))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_on_a_smaller_screen(felt_page: Page, game: str, size: str) -> None:
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    looks = Looks(felt_page, game)
    for seats in range(1, MOST.get(game, 7) + 1):
        whole, own = events_of(game, seats), (seats + 1) // 2
        for events in (after_the_deal(whole), whole):
            looks.add(f"seat {own} of {seats} after {len(events)} events", events, seat=own)
    assert not looks.overlaps()


@pytest.mark.parametrize("size", only(COMMON, SIZES))
def test_four_split_hands_and_the_insurance_of_other_seats_have_their_places(felt_page: Page, size: str) -> None:
    """At six positions a box has up to four hands (10(c))."""
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    draw(felt_page, ATTACK, four_hands(), seat=3, scene={"hand": 2})
    seen = felt_page.evaluate(OVERLAPS)
    assert seen["found"] == []
    cards = "[...document.querySelectorAll(\"[data-key^='card/seat 3/']\")].map((e) => e.dataset.key.split('/')[2])"
    assert set(felt_page.evaluate(cards)) == {"1", "2", "3", "4"}
    insured = felt_page.locator("[data-key^='chips/seat '][data-key*='/insurance/']").count()
    assert insured == (0 if size in ("phone", "side") else 4 if size == "tablet" else 5)


@pytest.mark.parametrize("size", only(COMMON, ["wide", "tablet"]))
def test_the_bust_bonus_lies_on_the_cloth_beside_four_hands(felt_page: Page, size: str) -> None:
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    draw(felt_page, ATTACK, split_to_the_most(6, (3,)), seat=3, scene={"hand": 2})
    outside = """() => {
        const cloth = document.querySelector(".cloth-shape");
        const b = document.querySelector("[data-area='bust bonus'] .shape").getBoundingClientRect();
        const back = cloth.getScreenCTM().inverse();
        return [[b.left, b.top + b.height / 2], [b.left + b.width / 2, b.bottom], [b.right, b.top + b.height / 2]]
            .filter(([x, y]) => !cloth.isPointInFill(new DOMPoint(x, y).matrixTransform(back)));
    }"""
    assert felt_page.evaluate(outside) == []


ASTRAY = """() => {
    const found = [];
    const box = (e) => e.getBoundingClientRect();
    const gap = (low, high, other, above) => Math.max(low - above, other - high, 0);
    const apart = (a, b) => Math.hypot(gap(a.left, a.right, b.left, b.right), gap(a.top, a.bottom, b.top, b.bottom));
    const areas = [...document.querySelectorAll(".area")].map((e) => (
        { key: e.closest("[data-key]").dataset.key, shape: box(e.querySelector(".shape")) }));
    const tags = [...document.querySelectorAll("[data-key^='tag/']")];
    for (const e of tags) {
        const [key, tag] = [e.dataset.key.replace("tag/", "area/"), box(e.querySelector("rect"))];
        const own = apart(areas.find((one) => one.key === key).shape, tag);
        for (const one of areas)
            if (one.key !== key && apart(one.shape, tag) < Math.max(own, 1))
                found.push(`${e.dataset.key} ${e.textContent} stands beside ${one.key}`);
        if (e.closest(".felt").dataset.seats !== "strip" || own) continue;
        const wager = e.dataset.key.split("/").slice(1, 3).join("/");
        const { width } = areas.find((one) => one.key === key).shape;
        if (document.querySelector(`[data-key="chips/own/${wager}"]`) || width < 50) found.push(`${wager} is covered`);
    }
    return [tags.length, found];
}"""
"""How many amounts stand on a felt, and those that stand beside another area than their own or cover theirs."""


@pytest.mark.parametrize("game", first_of(GAMES))
def test_what_a_wager_won_or_lost_stands_beside_it(felt_page: Page, game: str) -> None:
    shown = 0
    for width, height in SIZES.values():
        felt_page.set_viewport_size({"width": width, "height": height})
        for seed in range(6):
            draw(felt_page, game, events_of(game, 1, seed), seat=1, scene={"call": ""})
            tags, astray = felt_page.evaluate(ASTRAY)
            assert astray == [], (width, seed)
            assert felt_page.evaluate(OVERLAPS)["found"] == [], (width, seed)
            shown += tags
    assert shown >= (6 if game == ATTACK else 20)  # there, hands have one sum, and only side wagers have their own


def test_the_colour_of_a_hand_follows_the_hand_and_not_the_round(felt_page: Page) -> None:
    """The hand loses to three nines, and the three-card wager wins more than it cost."""
    cards = double_cross.laid("As 7s", dealer="9d 9h", horizontal="4h 9c 7d", vertical="Ks 9c 2h")
    scene = Scene("double_cross_poker", cards).wager("Ann", **{"ante": 500, "three-card": 500}).no_more_bets()
    scene.do("Ann", "expose")
    scene.do("Ann", "horizontal")
    assert [scene.result("Ann", one)[0] for one in ("ante", "raise 1", "raise 2", "three-card")] == [
        *["lose"] * 3,
        "win",
    ]
    assert sum(one.returned - one.stake for one in scene.events(ev.Settled)) > 0
    draw(felt_page, "double_cross_poker", seen_by(scene.round, 1), seat=1)
    assert (
        felt_page.locator("[data-key='name/own'] .pill.said").text_content() == "Pair of sevens, ace-nine-four kickers"
    )
    assert felt_page.locator(".pill.said.won, .won-ring").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_doubled_card_lies_in_the_frame_of_its_hand(felt_page: Page, size: str) -> None:
    scene = AttackScene("6s 5s 6d 9c 2d", players=("Ann",)).wager("Ann", initial=1000).no_more_bets()
    scene.attacks(Ann=1000)
    scene.move(("double", 2000))
    events = seen_by(scene.round, 1)
    last = next(at for at, one in enumerate(events) if one["type"] == "chose" and one["action"] == "double")
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    draw(felt_page, ATTACK, events[: last + 3], seat=1)
    inside = """() => {
        const [frame, card] = [".playing", "[data-key='card/seat 1/1/2'] .card-face"]
            .map((one) => document.querySelector(one).getBoundingClientRect());
        return card.left >= frame.left && card.right <= frame.right && card.width > card.height;
    }"""
    assert felt_page.evaluate(inside)


SMALL = """() => ["plate/", "sum/", "racked/", "total/seat", "bet/"]
    .flatMap((key) => [...document.querySelectorAll(`[data-key^='${key}'] text`)])
    .filter((e) => !/[/]own|seat OWN[/]/.test(e.closest("[data-key]").dataset.key))
    .map((e) => [e.textContent, Number(e.getAttribute("font-size")) * e.getScreenCTM().a])
    .filter(([, size]) => size < 10.99)"""


@pytest.mark.parametrize("game", only("boston_5_stud", GAMES))
def test_words_of_other_seats_can_be_read_at_1280_by_720(felt_page: Page, game: str) -> None:
    felt_page.set_viewport_size({"width": 937, "height": 556})  # the rest is the bar, the rail and the actions
    looks = Looks(felt_page, game)
    for seats in range(2, MOST.get(game, 7) + 1):
        whole = events_of(game, seats)
        for own, events in [(1, after_the_deal(whole)), ((seats + 1) // 2, after_the_deal(whole)), (1, whole)]:
            draw(felt_page, game, events, seat=own)
            assert felt_page.evaluate(SMALL.replace("OWN", str(own))) == [], (seats, own)
            looks.add(f"seat {own} of {seats} after {len(events)} events", events, seat=own)
    assert not looks.overlaps()


WINDOWS = {"1440": (1096, 740), "1024": (980, 620), "768": (768, 646), "390": (390, 579)}
"""What windows of these widths leave for the felt."""
UNREADABLE = """() => [...document.querySelectorAll(".felt text:not(.monogram)")]
    .filter((e) => e.textContent.trim() && getComputedStyle(e).display !== "none")
    .map((e) => [e, e.getScreenCTM()])
    .map(([e, at]) => [e.textContent, parseFloat(getComputedStyle(e).fontSize) * Math.hypot(at.a, at.b)])
    .filter(([, size]) => size < 10.99)"""
"""What stands on the felt, on cards and on chips in letters under 11 pixels."""


@pytest.mark.parametrize("game", only("caribbean_stud", GAMES))
def test_whoever_watches_can_read_everything(felt_page: Page, game: str) -> None:
    for width, height in WINDOWS.values():
        felt_page.set_viewport_size({"width": width, "height": height})
        looks = Looks(felt_page, game)
        for seats in (4, MOST.get(game, 7)):
            whole = events_of(game, seats)
            for events in (after_the_deal(whole), whole):
                how = {"seat": 0, "scene": {"takes": seats == 4, "positions": MOST.get(game, 7), "call": ""}}
                draw(felt_page, game, events, **how)
                assert felt_page.evaluate(UNREADABLE) == [], (width, seats, len(events))
                looks.add(f"{seats} seats after {len(events)} events", events, **how)
        assert not looks.overlaps(least=2), width


@pytest.mark.parametrize("size", only(COMMON, SIZES))
@pytest.mark.parametrize("game", GAMES)
def test_whoever_plays_can_read_what_is_printed(felt_page: Page, game: str, size: str) -> None:
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    printed = UNREADABLE.replace(".felt text:not(.monogram)", ".felt text.print, .felt [data-area] text")
    whole = events_of(game, 4)
    for events in (whole[:3], after_the_deal(whole), whole):
        draw(felt_page, game, events, seat=2)
        assert felt_page.evaluate(printed) == [], len(events)


def test_the_own_cards_stay_after_a_fold(felt_page: Page) -> None:
    events = events_of("caribbean_stud", 1, 3)
    assert any(one["type"] == "chose" and one["action"] == "fold" for one in events)
    draw(felt_page, "caribbean_stud", events, seat=1)
    assert felt_page.locator("[data-key^='card/seat 1/'] .dim").count() == 5
    assert felt_page.locator("[data-key='name/own']").text_content() == "Folded"
    draw(felt_page, "caribbean_stud", events, seat=0)
    assert felt_page.locator("[data-key^='card/seat 1/']").count() == 0


def test_a_screen_reader_finds_cards_in_every_hand(felt_page: Page) -> None:
    draw(felt_page, "caribbean_stud", after_the_deal(events_of("caribbean_stud", 2)), seat=1)
    snapshot = felt_page.locator(".felt").aria_snapshot()
    groups = [at for at, line in enumerate(snapshot.splitlines()) if "hand" in line and "group" in line]
    lines = snapshot.splitlines()
    assert len(groups) == 3
    assert all("img" in lines[at + 1] for at in groups)


def test_the_words_of_the_coach_and_the_result_add_up(felt_page: Page) -> None:
    told = """async ([advice, review, events]) => {
        const speech = (await import("/js/speech.js")).speechOf("double_attack_blackjack");
        const { answerOf, drawAdvice, drawReview } = await import("/js/table/coach.js");
        const { drawResult, resultOf } = await import("/js/table/result.js");
        const drawn = drawAdvice(speech, advice, (one) => one.do);
        const result = drawResult(speech, resultOf(speech, events, "Ann"),
            { clauses: {}, rulings: {}, wagers: { "bust bonus": { side: true } } });
        const lines = [...result.querySelectorAll(".line")];
        const values = [...drawn.querySelectorAll(".value")].map((e) => e.textContent);
        return [answerOf(advice, (one) => one.do), values, drawReview(speech, review).querySelector("p").textContent,
            lines.map((e) => e.querySelector("div").textContent), lines[0].querySelector(".ask").textContent];
    }"""
    choices = [
        {"do": "hit", "cents": 29.4, "best": True, "costs": 0},
        {"do": "stand", "cents": 14.6, "best": False, "costs": 14.8},
        {"do": "double", "cents": 29.2, "best": False, "costs": 0.2},
    ]
    advice = {"about": "decision", "choices": choices, "deals": "1", "exact": True, "note": ""}
    review = {"decisions": [], "own": -129.4, "luck": -1370.6, "note": ""}
    lost = {
        "type": "settled",
        "player": "Ann",
        "result": "lose",
        "clause": "8(c)",
        "line": "bust",
        "returned": 0,
        "seat": 1,
    }
    events = [
        lost | {"wager": wager, "stake": 100, "hand": hand}
        for wager, hand in (("bust bonus", 1), ("initial", 1), ("initial", 2))
    ]
    answer, values, words, lines, why = felt_page.evaluate(told, [advice, review, events])
    assert answer == "hit, but it is close"
    assert values == ["+$0.29", "+$0.29costs under 1¢", "+$0.15costs $0.14"]
    assert words == (
        "Bets like these, played this way, lose $1.29 on average."
        " You lost $15.00: the difference, $13.71, was bad luck."
    )
    assert lines == ["Bust bonus $1bust", "Bet $1, hand 1bust", "Bet $1, hand 2bust"]
    assert why == "why?"


@cache
def four_hands() -> list[dict[str, Any]]:
    """Six boxes under an ace, all insured. The third splits three times."""
    people = ("Ines", "Marcus", "Yan", "Tomo", "Pia", "Dee")
    first, second = "Qs 7c 8s 6d Kh 9h", "9d 8d 8d 5h Ks 7s"
    scene = AttackScene(f"As {first} {second} 8h 2c 8c Kc 4d", players=people, rules={"positions": 6})
    for name in people:
        scene.wager(name, initial=1000)
    scene.no_more_bets()
    scene.attacks(**dict.fromkeys(people, 1000))
    scene.insures(**dict.fromkeys(people, 500))
    scene.move("stand", "stand", "split", "split", "stand", "split")
    return seen_by(scene.round, 3)


def test_the_label_and_the_pay_board_say_what_the_house_says(felt_page: Page) -> None:
    events = after_the_deal(events_of("double_down_stud", 3))
    told = [one["holds"] for event in events for one in event.get("hands", []) if one["place"] == "seat 2"]
    assert told[-1] == {
        "name": "pair of sevens",
        "lines": ["pair of sixes to tens"],
        "reach": ["two pair", "three of a kind"],
        "cards": ["7d", "7s"],
    }
    draw(felt_page, "double_down_stud", events, seat=2)
    assert felt_page.locator("[data-key='name/own']").text_content() == "Pair of sevens: a push already"
    assert felt_page.locator(".held-ring").count() == 2
    lit = [".board-line.held .board-name", ".board-line.possible .board-name"]
    assert [felt_page.locator(one).all_text_contents() for one in lit] == [
        ["Sixes to tens"],
        ["Three of a kind", "Two pair"],
    ]
    wordless = [{name: value for name, value in event.items() if name != "hands"} for event in events]
    draw(felt_page, "double_down_stud", wordless, seat=2)
    assert felt_page.locator("[data-key='name/own']").count() == 0


def test_a_void_round_gives_back_what_was_not_settled_before(felt_page: Page) -> None:
    """The first hand of a split goes over 21 and is lost. Then a second boxed card voids the round (15(b))."""
    scene = AttackScene("6s 8s Kh 8d Ks 6c Kc 2d 3d 2h 4d 5d", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    scene.attacks()
    scene.move("split", "hit")
    for _ in range(2):
        scene.report("boxed card", amount=1)
        scene.move("hit")
    events = seen_by(scene.round, 1)
    ends = {(one["seat"], one["hand"]): one["result"] for one in events if one["type"] == "settled"}
    assert ends == {(1, 1): "lose", (1, 2): "void", (2, 1): "void"}
    draw(felt_page, ATTACK, events, seat=1)
    sums = "[...document.querySelectorAll(\"[data-key^='sum/own/']\")].map((e) => e.textContent)"
    assert felt_page.evaluate(sums) == ["\N{MINUS SIGN}$10", "$10 back"]
    said = felt_page.locator(".banner").text_content()
    assert said == "!Round void: 15(b)Every other stake goes back. What was settled before stands."
    for size, (width, height) in SIZES.items():
        felt_page.set_viewport_size({"width": width, "height": height})
        draw(felt_page, ATTACK, events, seat=1, scene={"call": "", "banner": BOXED})
        assert felt_page.evaluate(OVERLAPS)["found"] == [], size
        assert "Boxed card. Every other stake goes back." in " ".join(
            felt_page.locator(".banner text").all_text_contents()
        )


BOXED = {"title": "Round void: 15(b)", "lines": ["Boxed card."]}


VOIDS: dict[str, tuple[str, dict[str, int]]] = {
    "caribbean_stud": ("exposed hole card", {"ante": 500, "progressive": 100, "bonus": 100, "cover_all": 100}),
    "boston_5_stud": ("exposed dealer card", {"ante": 500, "first": 1000}),
    "double_down_stud": ("exposed hole card", {"original": 500}),
    "double_cross_poker": ("exposed card", {"ante": 500, "three-card": 500}),
}
"""A report that makes a round void, and the wagers before it."""
BACK = "Every stake goes back."
LONG = "If a card is exposed by mistake before its time, all hands are void and all wagers go back to the players. " * 2


@pytest.mark.parametrize("why", ["Exposed hole card.", LONG], ids=["short", "long"])
@pytest.mark.parametrize("size", only(COMMON, SIZES))
@pytest.mark.parametrize("game", first_of(VOIDS))
def test_the_banner_of_a_void_round_covers_nothing_and_the_card_says_why(
    felt_page: Page, game: str, size: str, why: str
) -> None:
    what, wagers = VOIDS[game]
    scene = Scene(game, players=("Ann", "Bob", "Cy"))
    for name in ("Ann", "Bob", "Cy"):
        scene.wager(name, **wagers)
    scene.no_more_bets()
    if game == "double_cross_poker":
        scene.report(what, place="dealer")
    else:
        scene.house().report(what)
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    events = seen_by(scene.house().round, 2)
    draw(felt_page, game, events, seat=2, scene={"call": "", "banner": {"title": "Round void: 13(a)", "lines": [why]}})
    assert felt_page.evaluate(OVERLAPS)["found"] == []
    said = " ".join(felt_page.locator(".banner text").all_text_contents())
    assert said.removeprefix("! ") in (f"Round void: 13(a) {why} {BACK}", f"Round void: 13(a) {BACK}")
    assert (why in said) is (why != LONG)
    assert felt_page.locator(".wrong-ring").count() == 1
    assert felt_page.locator(".pill.wrong").text_content() == "Seen too early"


def test_the_lines_of_a_cross_say_what_they_make_after_the_three_card_wager(felt_page: Page) -> None:
    cards = double_cross.laid("As 7s", dealer="2c 3d", horizontal="4h 9c 7d", vertical="Ks 9c 2h")
    scene = Scene("double_cross_poker", cards).wager("Ann", **{"ante": 1000, "three-card": 500}).no_more_bets()
    scene.do("Ann", "expose")
    assert scene.result("Ann", "three-card")[0] == "win"
    draw(felt_page, "double_cross_poker", seen_by(scene.round, 1), seat=1)
    names = felt_page.locator(".makes-name").all_text_contents()
    assert sorted(names) == ["Pair of sevens", "Three spades, ace high"]
    assert felt_page.locator("[data-key='name/own']").count() == 0


def test_a_won_pair_is_ringed_in_the_cross_too_and_the_line_that_was_played_is_lit(felt_page: Page) -> None:
    cards = double_cross.laid("As 7s", dealer="2c 3d", horizontal="4h 9c 7d", vertical="Ks 9c Jh")
    scene = double_cross.decided(cards, "horizontal").house()
    draw(felt_page, "double_cross_poker", seen_by(scene.round, 1), seat=1)
    ringed = "[...document.querySelectorAll('.won-ring')].map((e) => e.closest('[data-key]').dataset.key.split('/')[1])"
    assert sorted(felt_page.evaluate(ringed)) == ["horizontal right", "seat 1"]
    lit = "[...document.querySelectorAll('.arm.lit')].map((e) => e.closest('[data-key]').dataset.key)"
    assert felt_page.evaluate(lit) == ["arm/horizontal"]
    assert felt_page.locator("[data-key='name/own']").text_content() == "Pair of sevens, ace-nine-four kickers"


@pytest.mark.parametrize("size", only(COMMON, SIZES))
def test_the_loss_of_the_bust_bonus_stands_beside_its_name(felt_page: Page, size: str) -> None:
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    scene = dealt("Kh 8s Qd Kc", "stand", bonus=500)
    assert scene.result("Ann", "bust bonus") == ("lose", 0)
    draw(felt_page, ATTACK, seen_by(scene.round, 1), seat=1)
    assert felt_page.locator("[data-key^='tag/bust bonus/']").text_content() == "\N{MINUS SIGN}$5"
    assert felt_page.evaluate(OVERLAPS)["found"] == []


def test_a_hand_that_was_doubled_and_lost_says_its_whole_sum(felt_page: Page) -> None:
    scene = dealt("Kh 8s 2d 3d 7c", ("double", 2000), "stand", attack=1000)
    draw(felt_page, ATTACK, seen_by(scene.round, 1), seat=1)
    assert felt_page.locator("[data-key='sum/own/1']").text_content() == "\N{MINUS SIGN}$40"


def test_what_the_clock_decided_is_told_and_also_that_it_began_again(felt_page: Page) -> None:
    def play(turn: Turn) -> Input | None:
        bets = turn.about == "wagers" and turn.offer("wager", "ante")
        return turn.take(bets) if bets else turn.round.default(turn.party)

    table = Table("caribbean_stud", {}, seed=1)
    table.sit("Ann")
    events = seen_by(drive(table.open_round(), play, Random(1)), 1)
    told = """async (events) => {
        const speech = (await import("/js/speech.js")).speechOf("caribbean_stud");
        const { resultOf } = await import("/js/table/result.js");
        const { tell } = await import("/js/table/telling.js");
        const lines = tell(speech, events, () => "You", () => "You", "Ann").map((one) => one.words);
        return [resultOf(speech, events, "Ann").late, lines.filter((one) => one.startsWith("Time"))];
    }"""
    assert felt_page.evaluate(told, events) == ["time ran out: folded", ["Time ran out: You fold"]]
    clock = """async () => {
        const { Clock } = await import("/js/table/clock.js");
        const clock = new Clock(() => 0);
        return [[1, 20], [1, 20], [1, 40], [2, 60]].map(([turn, ends]) => {
            clock.follow({ round: 1, turn, clocks: [{ about: "wagers", ends }] }, "Ann");
            return clock.again;
        });
    }"""
    assert felt_page.evaluate(clock) == [False, False, True, False]


def test_why_adds_up_what_the_event_says_was_paid(felt_page: Page) -> None:
    def settled(wager: str, stake: int, returned: int, pays: str, line: str = "three of a kind") -> dict[str, Any]:
        return {"wager": wager, "stake": stake, "returned": returned, "pays": pays, "line": line, "seat": 1, "hand": 1}

    events = [
        settled("ante", 1000, 1000, ""),
        settled("ante bonus", 0, 4000, "4 to 1"),
        settled("raise 1", 500, 1250, "3 to 2", "two pair"),
        settled("first", 2000, 4000, "1 to 1", "player higher"),
        settled("bonus", 500, 0, "", "high card"),
        settled("progressive", 100, 500000, "10% of the meter"),
        settled("three-card", 500, 2501, "4 to 1"),
    ]
    told = """async (events) => {
        const speech = (await import("/js/speech.js")).speechOf("double_cross_poker");
        const { sumOf } = await import("/js/table/result.js");
        return events.map((e) => sumOf(speech, e, events));
    }"""
    assert felt_page.evaluate(told, events) == [
        "",
        "Three of a kind pays 4 to 1 on the ante: 4 \N{MULTIPLICATION SIGN} $10 = $40.",
        "Two pair pays 3 to 2 on the first raise: 3 \N{MULTIPLICATION SIGN} $5 ÷ 2 = $7.50.",
        "Higher hand pays 1 to 1 on the first: 1 \N{MULTIPLICATION SIGN} $20 = $20.",
        "",
        "",
        "",  # the figures don't say why
    ]


def test_what_a_choice_costs_is_the_difference_of_the_amounts_that_are_shown(felt_page: Page) -> None:
    told = """async ([choices, review]) => {
        const speech = (await import("/js/speech.js")).speechOf("double_attack_blackjack");
        const { costInWords } = await import("/js/drill/puzzle.js");
        const { drawReview } = await import("/js/table/coach.js");
        const costs = choices.map((one) => costInWords(choices, one.do));
        return [...costs, drawReview(speech, review).querySelector("li").textContent];
    }"""
    values = {"hit": 29.4, "stand": 14.6, "double": 29.2}
    decision = {"about": "decision", "chosen": "hit", "best": "hit", "cost": 0, "best_value": 29.4, "by_clock": False}
    only = {"hit": 29.4, "stand": 14.6}
    review = {"decisions": [decision | {"values": only}], "own": 0, "luck": 0, "note": ""}
    choices = [{"do": do, "cents": cents} for do, cents in values.items()]
    assert felt_page.evaluate(told, [choices, review]) == [
        "less than a cent",
        "$0.14",
        "less than a cent",
        "\N{CHECK MARK} No mistake: hitting was worth $0.14 more than standing, on average.",
    ]


def test_the_coach_speaks_of_a_fold_in_the_past_and_of_its_cost(felt_page: Page) -> None:
    """A fold loses: that it "was worth more" would puzzle whoever has just lost the ante."""
    told = """async (review) => {
        const { speechOf } = await import("/js/speech.js");
        const { drawReview } = await import("/js/table/coach.js");
        const drawn = drawReview(speechOf("caribbean_stud"), review);
        return [...drawn.querySelectorAll("li, p")].map((one) => one.textContent);
    }"""
    fold = {"about": "bet or fold", "chosen": "fold", "by_clock": False, "amount": 0, "best_amount": 0}
    right = {**fold, "best": "fold", "cost": 0, "best_value": -500, "values": {"fold": -500, "bet": -631.2}}
    wrong = {**fold, "best": "bet", "cost": 98.4, "best_value": -401.6, "values": {"fold": -500, "bet": -401.6}}
    review = {"own": -26.1, "luck": -473.9, "note": ""}
    assert felt_page.evaluate(told, {**review, "decisions": [right]}) == [
        "\N{CHECK MARK} No mistake: folding cost $1.31 less than betting would have, on average.",
        "Bets like these, played this way, lose $0.26 on average. You lost $5.00: the difference, $4.74, was bad luck.",
    ]
    assert felt_page.evaluate(told, {**review, "own": -124.5, "luck": -375.5, "decisions": [wrong]}) == [
        "\N{BALLOT X} Folding cost $0.98 on average. Betting was better.",
        "Bets like these, played this way, lose $1.25 on average. You lost $5.00: the difference, $3.75, was bad luck.",
    ]


def test_a_void_round_says_once_why_and_nothing_of_luck(felt_page: Page) -> None:
    scene = Scene("caribbean_stud").wager("Ann", ante=500).no_more_bets().house()
    scene.report("exposed hole card")
    told = """async ([events, words, review]) => {
        const speech = (await import("/js/speech.js")).speechOf("caribbean_stud");
        const { drawResult, resultOf } = await import("/js/table/result.js");
        const { drawReview } = await import("/js/table/coach.js");
        const why = drawResult(speech, resultOf(speech, events, "Ann"), words).querySelector(".why-void");
        const luck = drawReview(speech, review).querySelector("p").textContent;
        return [[...why.children].map((one) => one.textContent), luck];
    }"""
    clauses = {"13(a)": "A hole card seen too early voids all hands."}
    rulings = {"hole-exposed": "a hole card that is seen voids the round"}
    review = {"decisions": [], "own": 0, "luck": 0, "note": ""}
    events = seen_by(scene.house().round, 1)
    why, luck = felt_page.evaluate(told, [events, {"clauses": clauses, "rulings": rulings}, review])
    assert why == ["Why void?", "A hole card seen too early voids all hands.", "13(a)our reading"]
    assert luck == ""


def test_a_definition_is_cited_by_its_word(felt_page: Page) -> None:
    told = """async (events) => {
        const speech = (await import("/js/speech.js")).speechOf("caribbean_stud");
        const { drawResult, resultOf } = await import("/js/table/result.js");
        const { heard } = await import("/js/table/telling.js");
        const drawn = drawResult(speech, resultOf(speech, events, "Ann"), { clauses: {}, rulings: {} });
        const tags = [...drawn.querySelectorAll(".why-void .tag")].map((one) => one.textContent);
        const said = heard(speech, events, () => "Ann", "Ann");
        return [said, drawn.querySelector(".ask").getAttribute("aria-label"), ...tags];
    }"""
    clause = "1:round of play"
    voided = {"type": "voided", "place": "round", "clause": clause, "also": ["13(a)"]}
    back = {"type": "settled", "player": "Ann", "wager": "ante", "result": "void", "clause": clause, "line": "void"}
    assert felt_page.evaluate(told, [voided, back | {"stake": 500, "returned": 500, "seat": 1, "hand": 1}]) == [
        "The round is void, clause 1, round of play.",
        "Why ante?",
        "1, round of play",
        "13(a)",
    ]


def test_the_figures_of_the_evening_stay_in_the_picture(felt_page: Page) -> None:
    """The three lines end close to each other, at the lower edge and at the upper one."""
    outside = """async (nets) => {
        await document.fonts.ready;
        const { Evening } = await import("/js/table/evening.js");
        const evening = new Evening("nowhere");
        evening.rounds = [];
        evening.add({ round: 1, net: nets[0], perfect: nets[1], own: nets[2], cost: 0, late: 0, decisions: [] });
        const drawn = evening.draw(() => document.createElement("p"));
        document.getElementById("box").replaceChildren(drawn);
        const { height } = drawn.querySelector("svg").viewBox.baseVal;
        const boxes = [...drawn.querySelectorAll("text")].map((one) => one.getBBox());
        return boxes.map((b) => [b.y < 0, b.y + b.height > height]);
    }"""
    felt_page.add_style_tag(url="http://felt.test/style/table.css")
    for nets in ([-1500, -1499, -1498], [1500, 1499, 1498], [-1500, -300, -1490]):
        assert felt_page.evaluate(outside, nets) == [[False, False]] * 3, nets


def test_the_shoe_says_how_many_decks_the_rules_have(felt_page: Page) -> None:
    for decks in (6, 8):
        draw(felt_page, ATTACK, four_hands(), seat=3, scene={"decks": decks})
        said = felt_page.locator(".shoe text")
        assert said.text_content() == f"Shoe, {decks} decks"
        fits = "(e) => e.getBBox().x + e.getBBox().width <= +e.parentNode.querySelector('.cut-card').getAttribute('x')"
        assert said.evaluate(fits)


def test_the_cloth_changes_at_once_with_the_theme_where_motion_is_reduced(felt_page: Page) -> None:
    """Axe and pictures would else see colours on their way from one theme to the other."""
    draw(felt_page, ATTACK, four_hands(), seat=3)
    colours = felt_page.evaluate(
        """() => ["dark", "light"].map((theme) => {
          document.documentElement.dataset.theme = theme;
          return [".cloth-centre", ".plate-name"].map((one) => getComputedStyle(document.querySelector(one)))
            .map((style) => [style.stopColor, style.color]);
        })"""
    )
    night, day = "rgb(39, 74, 134)", "rgb(225, 233, 246)"
    assert [cloth[0] for cloth, _ in colours] == [night, day]
    assert [words[1] for _, words in colours] == ["rgb(244, 240, 231)", "rgb(27, 29, 32)"]


# --- areas and cards


def test_areas_are_buttons_by_keyboard_and_mouse(felt_page: Page) -> None:
    areas = {"bet/1": {"state": "open", "amount": 1000}, "cover all/1": {"state": "closed", "why": "too late (12(k))"}}
    draw(felt_page, "caribbean_stud", after_the_deal(events_of("caribbean_stud", 3)), seat=2, areas=areas)
    bet = felt_page.get_by_role("button", name="Bet, empty, $10")
    ante = felt_page.get_by_role("button", name="Ante, $5")
    bet.focus()
    felt_page.keyboard.press("Space")
    felt_page.keyboard.press("ArrowUp")
    assert felt_page.evaluate("document.activeElement.dataset.area") == "ante"
    felt_page.keyboard.press("Backspace")
    bet.click()
    assert felt_page.evaluate("pressed") == [["area", "bet", 1, ""], ["back", "ante", 1], ["area", "bet", 1, ""]]
    assert ante.get_attribute("aria-disabled") is None
    closed = felt_page.locator("[data-area='cover all']")
    assert closed.get_attribute("aria-disabled") == "true" or closed.get_attribute("data-staked")


def test_a_hidden_card_has_no_name_and_an_own_card_has_one(felt_page: Page) -> None:
    events = after_the_deal(events_of("caribbean_stud", 2))
    draw(felt_page, "caribbean_stud", events, seat=1)
    own = [one["card"] for one in events if one["type"] == "dealt" and one["to"] == "seat 1"]
    names = felt_page.evaluate(
        "[...document.querySelectorAll(\"[data-key^='card/seat 1/'] .card\")].map((e) => e.ariaLabel)"
    )
    assert len(own) == 5
    assert sorted(names) == sorted(felt_page.evaluate(NAMES, own))
    others = felt_page.evaluate(
        "[...document.querySelectorAll(\"[data-key^='card/seat 2/'] .card\")].map((e) => e.ariaLabel)"
    )
    assert others == ["face-down card"] * 5


def test_a_touch_of_an_avatar_shows_the_cards_of_a_seat_on_a_phone(felt_page: Page) -> None:
    felt_page.set_viewport_size({"width": 390, "height": 640})
    events = after_the_deal(events_of("double_down_stud", 4))
    draw(felt_page, "double_down_stud", events, seat=1)
    card = next(one["card"] for one in events if one["type"] == "dealt" and one["to"] == "seat 3")
    felt_page.get_by_role("button", name="Player 3").click()
    shown = felt_page.get_by_role("group", name="Player 3: $5 staked").get_by_role("img")
    assert shown.get_attribute("aria-label") == felt_page.evaluate(NAMES, [card])[0]
    felt_page.get_by_role("button", name="Player 3").click()
    assert felt_page.locator(".peek").count() == 0


NAMES = "async (cards) => { const { cardName } = await import('/js/words.js'); return cards.map(cardName); }"


# --- motion

PLAY = """async ([events, finish]) => {
  const layout = new window.scene.layout.constructor();
  for (const e of events) layout.apply(e);
  const after = { ...window.scene, layout, events };
  const came = [];
  const seen = new MutationObserver((changes) => {
    for (const one of changes) for (const node of one.addedNodes) came.push(node.dataset.key);
  });
  seen.observe(document.querySelector(".layer-cards"), { childList: true });
  const later = window.setTimeout;
  window.setTimeout = (act) => later(act); // the order is looked at, not the time
  const playing = window.felt.play(events.slice(1), after);
  const atOnce = document.querySelectorAll("[data-key^='card/']").length;
  if (finish) window.felt.finish();
  await playing;
  window.setTimeout = later;
  for (const one of seen.takeRecords()) for (const node of one.addedNodes) came.push(node.dataset.key);
  seen.disconnect();
  const looks = () => document.querySelector(".felt-svg:not(.layer-ground)").outerHTML;
  const played = looks();
  window.felt.draw(after);
  return { came: [...new Set(came)], same: played === looks(), atOnce };
}"""


@pytest.mark.parametrize("game", first_of(GAMES, 2))
def test_cards_come_in_the_order_of_the_events(felt_page: Page, game: str) -> None:
    felt_page.emulate_media(reduced_motion="no-preference")
    events = after_the_deal(events_of(game, 4))
    draw(felt_page, game, events[:1], seat=1)
    seen = felt_page.evaluate(PLAY, [events, False])
    counts: dict[str, int] = {}
    expected = []
    for one in events:
        if one["type"] == "dealt":
            place = f"{one['to']}/{one['hand']}"
            expected.append(f"card/{place}/{counts.get(place, 0)}")
            counts[place] = counts.get(place, 0) + 1
    assert seen["came"] == expected
    assert seen["same"]
    assert seen["atOnce"] <= 1


def test_all_cards_come_at_once_where_motion_is_reduced(felt_page: Page) -> None:
    events = after_the_deal(events_of("boston_5_stud", 4))
    draw(felt_page, "boston_5_stud", events[:1], seat=1)
    seen = felt_page.evaluate(PLAY, [events, False])
    assert seen["atOnce"] == len(seen["came"]) == sum(one["type"] == "dealt" for one in events)
    assert seen["same"]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_is_finished_at_once_lies_as_drawn(felt_page: Page, game: str) -> None:
    events = events_of(game, 3)
    draw(felt_page, game, events[:1], seat=2)
    assert felt_page.evaluate(PLAY, [events, True])["same"]
    assert felt_page.locator("[data-key^='card/seat 2/'], [data-key='racked/own']").count()


def test_a_scene_drawn_during_motion_stays(felt_page: Page) -> None:
    felt_page.emulate_media(reduced_motion="no-preference")
    events = after_the_deal(events_of("boston_5_stud", 3))
    draw(felt_page, "boston_5_stud", events[:1], seat=1)
    cards = felt_page.evaluate(
        """async (events) => {
          const layout = new window.scene.layout.constructor();
          for (const e of events) layout.apply(e);
          const playing = window.felt.play(events.slice(1), { ...window.scene, layout, events });
          window.felt.draw(window.scene);
          await playing;
          await new Promise((done) => setTimeout(done));
          return document.querySelectorAll("[data-key^='card/']").length;
        }""",
        events,
    )
    assert cards == 0


# --- split hands


@cache
def split_to_the_most(seats: int, who: tuple[int, ...]) -> list[dict[str, Any]]:
    """A round of Double Attack in which these seats split as often as the document lets them. Everybody attacks."""
    faces = [f"{rank}{suit}" for _ in range(6) for rank in "JQK" for suit in "cdhs"]
    players = [f"Player {seat}" for seat in range(1, seats + 1)]
    scene = AttackScene(f"7s {' '.join(faces)}", players=players, rules={"positions": seats})
    for name in players:
        scene.wager(name, initial=1000).wager(name, bust_bonus=500)
    scene.no_more_bets().attacks(**dict.fromkeys(players, 1000))
    hands = range(1, scene.round.rules.most_hands + 1)
    while any(len(scene.round.layout.numbers(f"seat {who[-1]}", hand)) < 2 for hand in hands):
        party = scene.round.waiting[0]
        offers = [offer for offer in scene.round.offers(party) if offer.hand and not offer.why_not]
        scene.move("split" if party.seat in who and "split" in {offer.do for offer in offers} else "stand")
    return seen_by(scene.round, 1)


@cache
def everybody_splits(seats: int, hands: int, cards: int) -> list[dict[str, Any]]:
    """The fullest table that can be drawn: this many hands at every seat, more than 10(c) lets seven seats have."""
    deck = (f"{rank}{suit}" for _ in range(seats) for rank in "J9A5K372Q864" for suit in "cdhs")
    common = {"clause": "", "round": 1}
    events: list[dict[str, Any]] = [
        {"type": "began", "seats": [[seat, f"Player {seat}"] for seat in range(1, seats + 1)], "names": {}},
        {"type": "dealt", "to": "dealer", "hand": 1, "card": "7s", "face": "up"},
    ]
    for seat in range(1, seats + 1):
        whose = {"seat": seat, "player": f"Player {seat}"}
        events.append({"type": "wagered", **whose, "hand": 1, "wager": "bust bonus", "amount": 500})
        for hand in range(1, hands + 1):
            for wager in ("initial", "double attack"):
                events.append({"type": "wagered", **whose, "hand": hand, "wager": wager, "amount": 1000})
            for _ in range(cards):
                events.append({"type": "dealt", "to": f"seat {seat}", "hand": hand, "card": next(deck), "face": "up"})
    return [{**common, **one} for one in events]


@pytest.mark.long
@pytest.mark.parametrize("size", only(COMMON, ["wide", "tablet", "phone"]))
def test_no_split_hand_overlaps_another(felt_page: Page, size: str) -> None:
    """The most hands at the own seat alone and at every seat; then seven times four hands."""
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    looks, cards = Looks(felt_page, ATTACK), []

    def look(what: str, events: list[dict[str, Any]], own: int, hand: int, count: int) -> None:
        shows = f"[data-key^='card/seat {own or 1}/']"
        looks.add(f"{what}, seen from {own}", events, seat=own, scene={"hand": hand}, shows=shows)
        cards.append(count)

    for seats in range(1, 8):
        most, middle, everybody = (3 if seats == 7 else 4), (seats + 1) // 2, tuple(range(1, seats + 1))
        for own, who in sorted({(middle, (middle,)), (middle, everybody), (1, (1,)), (seats, everybody)}):
            look(f"split at {who} of {seats}", split_to_the_most(seats, who), own, most, 2 * most)
    for each, hand in ((2, 1), (4, 4)):
        for own in (0, 1, 4, 7):
            look(f"seven times four hands of {each}", everybody_splits(7, 4, each), own, hand, 4 * each)
    assert not looks.overlaps()
    assert [one["shown"] for one in looks.seen] == cards
