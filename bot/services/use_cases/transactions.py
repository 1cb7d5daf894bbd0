"""Decorators that run each call of a service's method as one database transaction.

A transaction is repeated if it conflicts with another one.
"""

from collections.abc import Awaitable, Callable
from typing import Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from bot.services.use_cases.service import Service
from bot.store.engine.database import Transaction

S = TypeVar("S", bound=Service)
P = ParamSpec("P")
T = TypeVar("T")


class BoundUseCase(Generic[P, T]):
    """Use case bound to a service; a call runs the use case as a whole transaction."""

    def __init__(
        self,
        run: Callable[..., Awaitable[T]],
        use_case: Callable[Concatenate[Transaction, P], Awaitable[T]],
    ) -> None:
        self._run = run
        self._use_case = use_case

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._use_case, *args, **kwargs)

    async def within(self, tx: Transaction, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the use case in the caller's transaction instead of one of its own."""
        return await self._use_case(tx, *args, **kwargs)


class UseCase(Generic[S, P, T]):
    """Descriptor of a method `(self, tx, ...)` that opens the transaction `tx` for its callers."""

    def __init__(
        self, method: Callable[Concatenate[S, Transaction, P], Awaitable[T]], kind: str
    ) -> None:
        self._method = method
        self._kind = kind
        self.__doc__ = method.__doc__

    async def __call__(self, service: S, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the use case on a service, so that `Class.method(service, ...)` works."""
        return await self.__get__(service, type(service))(*args, **kwargs)

    @overload
    def __get__(self, service: None, owner: type[S]) -> Self: ...

    @overload
    def __get__(self, service: S, owner: type[S]) -> BoundUseCase[P, T]: ...

    def __get__(self, service: S | None, owner: type[S]) -> Self | BoundUseCase[P, T]:
        if service is None:
            return self

        async def use_case(tx: Transaction, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return await self._method(service, tx, *args, **kwargs)

        return BoundUseCase(getattr(service._database, self._kind), use_case)  # noqa: SLF001 - declared by `Service`


def writes(
    method: Callable[Concatenate[S, Transaction, P], Awaitable[T]],
) -> UseCase[S, P, T]:
    """Make a method run in a serializable transaction; see `Database.write`."""
    return UseCase(method, "write")


def reads(
    method: Callable[Concatenate[S, Transaction, P], Awaitable[T]],
) -> UseCase[S, P, T]:
    """Make a method run in a read-only transaction on one snapshot; see `Database.read`."""
    return UseCase(method, "read")


def claims(
    method: Callable[Concatenate[S, Transaction, P], Awaitable[T]],
) -> UseCase[S, P, T]:
    """Make a method run in a transaction that locks the rows it changes; see `Database.claim`."""
    return UseCase(method, "claim")
