"""The extras of the package: what each gives, which libraries it brings, and the error that names a missing one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec


@dataclass(frozen=True)
class Extra:
    name: str
    gives: str
    libraries: Mapping[str, str]
    """The modules that Pitboss imports, with the packages that hold them."""
    along: tuple[str, ...] = field(default=())
    """Modules that Pitboss imports too, and that come along with these packages."""

    @property
    def command(self) -> str:
        """The command that installs it."""
        return f"pip install 'pitboss[{self.name}]'"

    @property
    def is_installed(self) -> bool:
        """Whether every library of it is there. Nothing is imported."""
        return all(find_spec(module) is not None for module in self.libraries)


EXTRAS = (
    Extra("terminal", "'pitboss play' on the full screen of a terminal", {"textual": "textual"}),
    Extra(
        "odds",
        "exact odds, advice, the coach and simulation",
        {"numba": "numba", "numpy": "numpy"},
        along=("llvmlite",),
    ),
    Extra(
        "report",
        "par sheets, spreadsheets and pictures",
        {"jinja2": "jinja2", "matplotlib": "matplotlib", "xlsxwriter": "xlsxwriter"},
        along=("markupsafe",),
    ),
    Extra(
        "serve",
        "a house of live tables, and 'pitboss play --server'",
        {
            "alembic": "alembic",
            "argon2": "argon2-cffi",
            "cryptography": "cryptography",
            "fastapi": "fastapi",
            "httpx": "httpx",
            "prometheus_client": "prometheus-client",
            "psycopg": "psycopg",
            "sqlalchemy": "sqlalchemy",
            "uvicorn": "uvicorn",
            "websockets": "websockets",
        },
        along=("starlette",),
    ),
    Extra("gym", "environments for Gymnasium", {"gymnasium": "gymnasium"}),
    Extra("cluster", "simulation on several processes or machines", {"distributed": "distributed"}, along=("dask",)),
    Extra("gpu", "simulation on NVIDIA GPUs", {"numba_cuda": "numba-cuda", "numpy": "numpy"}, along=("cuda",)),
    Extra("parquet", "'pitboss simulate --chunks' as Parquet", {"pyarrow": "pyarrow"}),
)


ODDS = next(extra for extra in EXTRAS if extra.name == "odds")


class MissingExtra(ModuleNotFoundError):
    """A library is missing. The message names the extra that brings it."""


def extra_of(module: str) -> Extra | None:
    """The extra that brings a module.

    >>> extra_of("numpy.typing").command
    "pip install 'pitboss[odds]'"
    """
    top = module.partition(".")[0]
    return next((extra for extra in EXTRAS if top in (*extra.libraries, *extra.along)), None)


@contextmanager
def needs(what: str = "this command needs") -> Iterator[None]:
    """If an import in this context fails, say which extra to install. ``what`` begins the sentence.

    >>> with needs("drawing needs"):
    ...     raise ModuleNotFoundError("No module named 'matplotlib'", name="matplotlib")
    Traceback (most recent call last):
    pitboss.basics.extras.MissingExtra: drawing needs matplotlib: pip install 'pitboss[report]'
    """
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        name = error.name or ""
        extra = extra_of(name)
        if extra is None:
            raise
        raise MissingExtra(f"{what} {extra.libraries.get(name, name)}: {extra.command}", name=name) from None
