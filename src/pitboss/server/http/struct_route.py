"""A route whose body and answer are structs of the protocol, decoded and encoded by msgspec.

FastAPI itself knows only models of Pydantic. This class gives it a function without a body and an answer, and describes
both in OpenAPI.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from types import UnionType
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from fastapi import Depends, FastAPI, Request, Response
from fastapi.routing import APIRoute

from pitboss.protocol import declarations
from pitboss.protocol.bodies import Body
from pitboss.server.http.malformed import Malformed, explain_body

JSON = "application/json"
encode = msgspec.json.Encoder().encode


class StructRoute(APIRoute):
    """A route that takes and gives structs of the protocol."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        hints = get_type_hints(endpoint, include_extras=True)
        given = {name: kind for name, kind in hints.items() if isinstance(kind, type) and issubclass(kind, Body)}
        self.decoders = {name: msgspec.json.Decoder(kind) for name, kind in given.items()}
        responses = {status: _with_schema(one) for status, one in (options.pop("responses", None) or {}).items()}
        if (answer := _struct_of(hints.get("return"))) is not None:
            responses[200] = _with_schema({"model": answer})
        for kind in given.values():
            content = {JSON: {"schema": declarations.schema_of(kind)}}
            options["openapi_extra"] = {"requestBody": {"required": True, "content": content}}
        options["response_model"] = None
        super().__init__(path, _encoded(endpoint, hints, given), responses=responses, **options)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        if not self.decoders:
            return handle
        (decoder,) = self.decoders.values()

        async def with_body(request: Request) -> Response:
            request.state.body = await read_body(request, decoder)
            return await handle(request)

        return with_body


class StructApp(FastAPI):
    """An application whose OpenAPI has the structs of the protocol."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            schemas = super().openapi().setdefault("components", {}).setdefault("schemas", {})
            schemas |= declarations.http_schemas()
        return super().openapi()


async def read_body(request: Request, decoder: msgspec.json.Decoder[Any]) -> Any:
    """The body of a request, or what is wrong with it. JSON that can't be read at all raises an error.

    Only if the limits and the session of a request allow it, its sender learns which field is wrong.
    """
    raw = await request.body()
    if not raw:
        return Malformed("the body is missing")
    kind, _, _ = request.headers.get("content-type", "").partition(";")
    main, _, sub = kind.strip().lower().partition("/")
    if main != "application" or not (sub == "json" or sub.endswith("+json")):
        return Malformed("the body must be a JSON object, sent as application/json")
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return explain_body(raw, decoder.type)


async def _body_of(request: Request) -> Any:
    return request.state.body


def answer(said: Any, status: int = 200) -> Response:
    """An answer of the house as JSON."""
    return Response(encode(said), status, media_type=JSON)


def _encoded(
    endpoint: Callable[..., Any], hints: Mapping[str, Any], given: Mapping[str, type[Body]]
) -> Callable[..., Coroutine[Any, Any, Response]]:
    """The function of a route for FastAPI: its body comes as a dependency, and its answer is encoded."""

    @wraps(endpoint)
    async def answered(**values: Any) -> Response:
        for name in given:
            if isinstance(values[name], Malformed):
                raise values[name]
        said = await endpoint(**values)
        return said if isinstance(said, Response) else answer(said)

    takes = [
        one.replace(
            annotation=Annotated[Any, Depends(_body_of)] if one.name in given else hints.get(one.name, one.annotation),
            kind=inspect.Parameter.KEYWORD_ONLY,
        )
        for one in inspect.signature(endpoint).parameters.values()
    ]
    answered.__signature__ = inspect.Signature(takes, return_annotation=Response)  # type: ignore[attr-defined]
    return answered


def _struct_of(kind: Any) -> Any:
    """The type of an answer that is not a response of its own. None if there is no such answer."""
    for one in get_args(kind) if isinstance(kind, UnionType) else (kind,):
        if not (isinstance(one, type) and issubclass(one, Response)):
            return one
    return None


def _with_schema(response: Mapping[str, Any]) -> dict[str, Any]:
    """A response of OpenAPI whose model is a struct."""
    plain = dict(response)
    if "model" in plain:
        plain["content"] = {JSON: {"schema": declarations.schema_of(plain.pop("model"))}}
    return plain
