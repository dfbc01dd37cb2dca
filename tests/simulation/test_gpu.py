"""Runs on a GPU: the same bytes as on processors. Without a GPU, the kernels run in numba's simulator of one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from threading import Barrier
from types import ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

from pitboss.basics.errors import SimulationError
from pitboss.mathematics.any_game import mathematics
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation import any_game, gpu
from pitboss.simulation.any_game import setup, table
from pitboss.simulation.gpu import AnyLoop, Card, SoFar, _launches
from pitboss.simulation.kernel import Tally
from pitboss.simulation.run import Work
from pitboss.simulation.stream import streams
from pitboss.verification import verification
from pitboss.verification.cpu_against_gpu import runs_of
from waiting import HANG_S, until

from shell import Captured, refused

HERE = Path(__file__).parent
SIMULATOR = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}

TABLES: dict[str, list[dict[str, Any]]] = {
    "double_down_stud": [{}, {"seats": 3}],
    "boston_5_stud": [{"wagers": {"optional bonus": 2500}}, {"seats": 2}],
    "caribbean_stud": [
        {"wagers": {"bonus": 500}},
        {"strategy": "matching-rank"},
        {"seats": 2, "wagers": {"progressive": 100}},
    ],
    "double_cross_poker": [{"wagers": {"three-card": 500}}, {"seats": 2}],
    "double_attack_blackjack": [
        {"strategy": "chart"},
        {"penetration": 0.0},
        {"penetration": 0.75, "seats": 3, "wagers": {"bust bonus": 500, "insurance": 300}},
        {"penetration": 0.1, "strategy": "chart", "tags": {"5": 2, "6": 1, "K": -2, "A": -1}},
    ],
}


def in_simulator(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], env=SIMULATOR, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("rounds", [40, 150])
@pytest.mark.parametrize("game", TABLES)
def test_tallies_are_the_same_in_the_simulator(game: str, rounds: int) -> None:
    """Several launches, an incomplete chunk at the end, and a run that is continued from there, also chunk by chunk."""
    for told in json.loads(in_simulator(str(HERE / "gpu_runs.py"), game, json.dumps(TABLES[game]), str(rounds))):
        assert told["gpu"] == told["processor"], told["table"]
        tally = told["gpu"]["run"]["tally"]
        assert np.sum(tally["ends"]) > 0


@pytest.mark.long
def test_a_kernel_is_loaded_by_one_thread_at_a_time() -> None:
    """Two threads feed each GPU. numba-cuda fails if both load the same kernel."""
    assert in_simulator(str(HERE / "gpu_first_launch.py")).split() == ["1", "2"]


@pytest.mark.long
def test_progress_is_told_and_an_interrupt_heard_within_a_chunk() -> None:
    found = json.loads(in_simulator(str(HERE / "gpu_interrupted.py")))
    assert 0 < found["told"][0] < found["told"][1] < found["told"][2] < 1
    assert found["rounds"] == 0


class TwoAtATime:
    """Launches that tell of half of their rounds and wait until two have done so. ``long`` ones then do not end."""

    card, most, both, long = Card(0, "stub", 1, 1, 1), 2, Barrier(2, timeout=HANG_S), False
    complete = 0

    def play(self, states: Ints, rounds: int, so_far: SoFar) -> Tally:
        so_far(len(states) * rounds // 2)
        self.both.wait()
        if self.long:
            until(lambda: so_far(len(states) * rounds // 2))
        TwoAtATime.complete += 1
        return {"ends": np.full((1, 6), len(states) * rounds)}


def test_several_launches_are_under_way_and_all_end_with_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    at, told = table(setup("double_down_stud")), list[int]()
    monkeypatch.setattr(gpu, "SIMULATED", False)
    monkeypatch.setattr(gpu, "FEEDERS", 2)
    monkeypatch.setattr(gpu, "cuda", SimpleNamespace(gpus=[nullcontext()]))
    monkeypatch.setattr(gpu, "_launches", lambda *given, **more: TwoAtATime())
    monkeypatch.setattr(TwoAtATime, "complete", 0)
    gpus = gpu.Gpus([TwoAtATime.card], at, apart=False)
    assert gpus.together == 4
    played = list(gpus.play(Work(at, "1", 0, 4, 0, apart=False)))
    assert [(first, rounds) for first, rounds, _ in played] == [(0, 2 * at.chunk), (2, 2 * at.chunk)]

    def interrupt(rounds: int) -> None:
        told.append(rounds)
        if rounds == 2 * at.chunk:  # half of both launches
            raise KeyboardInterrupt

    monkeypatch.setattr(TwoAtATime, "long", True)
    with pytest.raises(KeyboardInterrupt):
        list(gpus.play(Work(at, "1", 0, 4, 0, False, interrupt)))
    assert told[-1] == 2 * at.chunk
    assert TwoAtATime.complete == 2


@pytest.mark.long
def test_neighbouring_threads_have_neighbouring_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a launch of one chunk. Otherwise a second kernel would be compiled for it."""
    launched = []

    class Kernel:
        def __getitem__(self, how: Any) -> Any:
            return lambda tables, room, states, first, rounds, counts: launched.append((*room, *counts))

    there = SimpleNamespace(to_device=lambda part, stream=0: part, device_array=np.empty)
    monkeypatch.setattr(gpu, "cuda", there)
    monkeypatch.setattr(gpu, "new_stream", lambda: 0)
    monkeypatch.setattr(gpu, "fetched", lambda part, stream: part)
    monkeypatch.setattr(gpu, "kernel_of", lambda *names, **functions: Kernel())
    launches = AnyLoop(Card(0, "small", 1, 1000, 1000), table(setup("caribbean_stud", seats=2)).loop, 1)
    for count in (3, 1):
        found = launches.play(streams("1", 0, count), 1, lambda rounds: None)
        assert {len(part) for part in found.values()} == {count}
    three, one = (numba.typeof(arrays) for arrays in launched)
    assert {part.layout for part in one} == {"F"}
    assert one == three


@pytest.mark.long
def test_a_difference_is_noticed() -> None:
    told = json.loads(in_simulator(str(HERE / "gpu_runs.py"), "double_down_stud", "[{}]", "40", "--break"))
    assert told[0]["gpu"] != told[0]["processor"]


@pytest.mark.long
def test_the_command_prints_the_same_bytes() -> None:
    command = ("-m", "pitboss.cli", "simulate", "double_down_stud", "--rounds", "300", "--seed", "5", "--json")
    assert in_simulator(*command, "--gpu") == in_simulator(*command)


@pytest.mark.long
def test_the_two_are_compared_on_request() -> None:
    command = ("-m", "pitboss.cli", "verify", "double_down_stud", "--gpu", "--rounds", "40", "--json")
    told = json.loads(in_simulator(*command))
    assert (told["gpus"], told["unverified"]) == (["numba's simulator"], [])
    strategies = [f"strategy {name}" for name in ("optimal", "always", "never")]
    usual = [f"{one}{seats}, original wager alone" for seats in ("", ", 3 seats") for one in strategies]
    full = [f"{one}, full GPUs" for one in usual if one.startswith(strategies[0])]
    expected = [*usual, *full, *(f"{one}, chunk by chunk" for one in full)]
    assert [run["case"] for run in told["runs"]] == expected
    assert not any(run["differs"] for run in told["runs"])


@pytest.mark.parametrize("game", TABLES)
def test_every_strategy_is_compared_and_every_wager_at_several_seats(game: str) -> None:
    runs = runs_of(verification(game).cases)
    assert {run.case.strategy for run in runs} == set(mathematics(game).strategies)
    most = max(len(run.stakes) for run in runs)
    assert any(len(run.stakes) == most and run.case.seats > 1 and not run.case.more for run in runs)


@pytest.mark.skipif(bool(os.environ.get("NUMBA_ENABLE_CUDASIM")), reason="numba simulates a GPU here")
def test_without_a_gpu_it_says_so_and_plays_nothing(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    said = refused(capsys, "simulate", "double_down_stud", "--rounds", "1000", "--gpu")
    assert "a GPU needs numba-cuda: pip install 'pitboss[gpu]'" in said


class NoDriver(ImportError):
    """What numba-cuda raises without a driver."""


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            "\n\nCUDA driver library cannot be found.\nEnsure that a compatible NVIDIA driver is installed.\n:",
            "CUDA driver library cannot be found",
        ),
        (
            "Call to cuInit results in CUDA_ERROR_NO_DEVICE (100)",
            "Call to cuInit results in CUDA_ERROR_NO_DEVICE (100)",
        ),
    ],
    ids=["no driver", "no device"],
)
def test_without_a_driver_or_a_device_it_says_why(monkeypatch: pytest.MonkeyPatch, said: str, why: str) -> None:
    def no_devices() -> None:
        raise NoDriver(f"Error at driver init: {said}")

    error, config = SimpleNamespace(CudaSupportError=NoDriver), SimpleNamespace()
    found = SimpleNamespace(
        core=SimpleNamespace(config=config), cudadrv=SimpleNamespace(error=error), list_devices=no_devices
    )
    monkeypatch.setattr("importlib.util.find_spec", lambda name: True)
    monkeypatch.setattr(gpu, "SIMULATED", False)
    monkeypatch.setattr(gpu, "cuda", found)
    with pytest.raises(SimulationError) as raised:
        gpu.cards()
    assert str(raised.value) == f"there is no GPU to use: {why}"


@pytest.mark.long
def test_a_card_with_little_fast_memory_plays_in_its_other_memory_or_says_so() -> None:
    small = Card(0, "small", 1, 1000, 1000)
    from_shoe = table(setup("double_attack_blackjack", strategy="never"))
    assert from_shoe.loop.from_shoe is not None
    assert isinstance(_launches(small, from_shoe, apart=False), AnyLoop)
    with pytest.raises(SimulationError, match=r"^small has too little fast memory for this game$"):
        _launches(small, table(setup("double_down_stud")), apart=False)


OLD = SimpleNamespace(name=b"Tesla M40", compute_capability=(5, 2))
NEW = SimpleNamespace(
    id=1,
    name=b"H200",
    compute_capability=(9, 0),
    MULTIPROCESSOR_COUNT=132,
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN=232_448,
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR=233_472,
)


def test_cards_that_are_too_old_are_left_out_or_named_if_there_is_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    devices = [OLD, NEW]
    found = SimpleNamespace(
        core=SimpleNamespace(config=SimpleNamespace()),
        cudadrv=SimpleNamespace(error=SimpleNamespace(CudaSupportError=NoDriver)),
        list_devices=lambda: devices,
    )
    monkeypatch.setattr("importlib.util.find_spec", lambda name: True)
    monkeypatch.setattr(gpu, "SIMULATED", False)
    monkeypatch.setattr(gpu, "cuda", found)
    assert gpu.cards() == [Card(1, "H200", 132, 232_448, 233_472)]
    devices.remove(NEW)
    with pytest.raises(
        SimulationError, match=r"^Tesla M40 is too old: it has compute capability 5\.2, and 7\.0 is needed$"
    ):
        gpu.cards()


def test_a_table_takes_no_fast_memory_from_another_with_the_same_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shoes of six and of eight decks share a kernel."""
    allowed: list[int] = []

    def allow(attribute: Any, size: int, handle: Any, device: int) -> tuple[int]:
        allowed.append(size)
        return (0,)

    largest = SimpleNamespace(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES=8)
    bindings = ModuleType("cuda.bindings")
    vars(bindings)["driver"] = SimpleNamespace(cuKernelSetAttribute=allow, CUfunction_attribute=largest)
    monkeypatch.setitem(sys.modules, "cuda", ModuleType("cuda"))
    monkeypatch.setitem(sys.modules, "cuda.bindings", bindings)
    monkeypatch.setattr(gpu, "cuda", SimpleNamespace(get_current_device=lambda: NEW))
    library = SimpleNamespace(get_cufunc=lambda: SimpleNamespace(handle=7))
    kernels = [Kernel(overloads={"one": SimpleNamespace(_codelibrary=library)}) for _ in range(2)]
    for kernel, size in ((0, 228_176), (0, 215_888), (1, 100)):
        gpu._allow_fast_memory(kernels[kernel], (), size)
    assert allowed == [228_176, 228_176, 100]


def test_a_failure_of_the_compiler_for_gpus_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any other error is a fault of ours, and stays one."""
    error = type("NvvmError", (Exception,), {"__module__": "numba.cuda.cudadrv.error"})
    monkeypatch.setattr(gpu, "SIMULATED", False)
    monkeypatch.setattr(gpu, "cuda", SimpleNamespace(gpus={0: nullcontext()}))
    card = Card(0, "H200", 132, 1, 1)
    with pytest.raises(SimulationError, match=r"^H200 failed: NVVM_ERROR_COMPILATION$"), gpu.using(card):
        raise error("Failed to compile\nNVVM_ERROR_COMPILATION")
    with pytest.raises(KeyError), gpu.using(card):
        raise KeyError("ours")


class Kernel:
    def __init__(self, overloads: dict[str, Any]) -> None:
        self.overloads = overloads

    def compile(self, types: tuple[Any, ...]) -> None:
        """It is compiled already."""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("simulate", "double_down_stud", "--gpu", "--threads", "2"), "leave out --threads"),
        (("simulate", "double_down_stud", "--gpu", "--workers", "2"), "leave out --workers"),
        (("simulate", "double_down_stud", "--gpu", "--cluster", "tcp://a:1", "--workers", "2"), "leave out --workers"),
        (("verify", "--gpu", "--simulate"), "use one at a time"),
        (("verify", "--gpu", "--table-rounds", "5"), "--table-rounds works only with --simulate"),
    ],
)
def test_what_does_not_go_together_is_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, *arguments)


# --- the start of GPUs while the program loads


class Driver(ModuleType):
    """A driver that says what it is asked for."""

    def __init__(self, gpus: int | None) -> None:
        super().__init__("cuda.bindings.driver")
        self.gpus, self.asked = gpus, list[str]()

    def cuInit(self, flags: int) -> tuple[int]:  # noqa: N802
        if self.gpus is None:
            raise RuntimeError("there is no driver")
        self.asked.append("start")
        return (0 if self.gpus else 100,)

    def cuDeviceGetCount(self) -> tuple[int, int | None]:  # noqa: N802
        return (0, self.gpus) if self.gpus else (100, None)

    def cuDeviceGet(self, number: int) -> tuple[int, str]:  # noqa: N802
        return 0, f"GPU {number}"

    def cuDevicePrimaryCtxRetain(self, device: str) -> tuple[int, int]:  # noqa: N802
        self.asked.append(device)
        return 0, 1


@pytest.mark.parametrize(
    ("gpus", "asked"), [(2, ["start", "GPU 0", "GPU 1"]), (0, ["start"]), (None, [])], ids=["two", "none", "no driver"]
)
def test_every_gpu_is_started_and_nothing_fails_without_one(
    monkeypatch: pytest.MonkeyPatch, gpus: int | None, asked: list[str]
) -> None:
    driver, bindings = Driver(gpus), ModuleType("cuda.bindings")
    monkeypatch.setattr(bindings, "driver", driver, raising=False)
    monkeypatch.setitem(sys.modules, "cuda", ModuleType("cuda"))
    monkeypatch.setitem(sys.modules, "cuda.bindings", bindings)
    monkeypatch.delenv("NUMBA_ENABLE_CUDASIM", raising=False)
    any_game._start_gpus()
    assert driver.asked == asked
    monkeypatch.setenv("NUMBA_ENABLE_CUDASIM", "1")
    any_game._start_gpus()
    assert driver.asked == asked


def test_without_the_package_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_ENABLE_CUDASIM", raising=False)
    monkeypatch.setitem(sys.modules, "cuda", None)
    any_game._start_gpus()


@pytest.mark.long
def test_gpus_are_started_before_the_compiler_loads() -> None:
    """A cluster's client starts none: the workers use theirs."""
    code = """
import sys
from pitboss.cli import main
from pitboss.simulation import any_game
any_game.start_gpus = lambda: print("numba" in sys.modules)
main(["simulate", "double_down_stud", "--rounds", "100", "--gpu", *sys.argv[1:]])
"""
    assert in_simulator("-c", code).startswith("False\n")
    assert in_simulator("-c", code, "--cluster", "tcp://127.0.0.1:1") == ""


def has_gpu() -> bool:
    from pitboss.basics.errors import SimulationError
    from pitboss.basics.extras import MissingExtra
    from pitboss.simulation.gpu import SIMULATED, cards

    try:
        return bool(cards()) and not SIMULATED
    except (MissingExtra, SimulationError):
        return False


@pytest.mark.long
@pytest.mark.skipif(not has_gpu(), reason="this machine has no GPU, or not the extra gpu")
def test_a_gpu_plays_the_same_runs(capsys: Captured) -> None:
    command = [sys.executable, "-m", "pitboss.cli", "verify", "--gpu", "--json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert not [run for run in told["runs"] if run["differs"]]
