"""A read-only Zarr store whose chunks are evaluated where they are read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import Node
from ._axes import Centres, chunks_of, coordinates
from ._extras import needed
from ._arguments import _list_of_seeds, _sides
from ._xarray import attributes

needed("zarr.abc.store", "zarr")
from zarr.abc.store import ByteRequest, OffsetByteRequest, RangeByteRequest, Store, SuffixByteRequest  # noqa: E402

if TYPE_CHECKING:
    from zarr.core.buffer import Buffer, BufferPrototype

#: The name of the metadata of groups and arrays.
METADATA = "zarr.json"

#: The most chunks that a store lists.
MOST_LISTED = 1 << 20


class _Array:
    """An array of the store: its metadata, and its chunks."""

    def __init__(self, names: Sequence[str], shape: Sequence[int], chunks: Sequence[int], kind: str, told: dict[str, Any]) -> None:
        self.shape = tuple(shape)
        self.chunks = tuple(chunks)
        self.counts = tuple(-(-side // chunk) for side, chunk in zip(shape, chunks, strict=True))
        self.metadata: dict[str, Any] = {
            "zarr_format": 3,
            "node_type": "array",
            "shape": list(shape),
            "data_type": kind,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": list(chunks)}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": 0.0 if kind.startswith("float") else 0,
            "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
            "attributes": told,
            "dimension_names": list(names),
        }

    def numbers(self, key: str) -> tuple[int, ...] | None:
        """The numbers of a chunk along the axes, of its key ``c/0/1``; None where there is none."""
        first, *words = key.split("/")
        if first != "c" or len(words) != len(self.counts) or not all(word.isdecimal() and str(int(word)) == word for word in words):
            return None
        numbers = tuple(map(int, words))
        return numbers if all(number < count for number, count in zip(numbers, self.counts, strict=True)) else None

    def samples(self, part: tuple[slice, ...]) -> Any:
        raise NotImplementedError

    def chunk_length(self) -> int:
        """The bytes of a chunk, whose samples are as wide as their kind says."""
        return int(np.prod(self.chunks, dtype=object)) * np.dtype(str(self.metadata["data_type"])).itemsize

    def chunk(self, numbers: tuple[int, ...]) -> bytes:
        """The bytes of a chunk; beyond the array's edges are zeros."""
        part = tuple(
            slice(number * chunk, min((number + 1) * chunk, side))
            for number, chunk, side in zip(numbers, self.chunks, self.shape, strict=True)
        )
        samples = self.samples(part)
        if samples.shape != self.chunks:
            whole = np.zeros(self.chunks, samples.dtype)
            whole[tuple(slice(side) for side in samples.shape)] = samples
            samples = whole
        return bytes(np.ascontiguousarray(samples, samples.dtype.newbyteorder("<")).data)


class _Samples(_Array):
    def __init__(
        self, node: Node, names: Sequence[str], sides: Sequence[int], chunks: Sequence[int], place: dict[str, Any], seeds: Any = None
    ) -> None:
        self.node, self.sides, self.place, self.seeds = node, tuple(sides), place, seeds
        several = [node.channels] if node.channels > 1 else []
        first = [] if seeds is None else [len(seeds)]
        names = [*["seed"][: len(first)], *names, *["channel"][: len(several)]]
        super().__init__(names, [*first, *sides, *several], [*[1][: len(first)], *chunks, *several], "float32", attributes(node))

    def samples(self, part: tuple[slice, ...]) -> Any:
        count = len(self.sides)
        if self.seeds is None:
            return self.node.grid(self.sides, part=part[:count], **self.place)
        return self.node.grid(self.sides, part=part[1 : count + 1], seeds=self.seeds[part[0]], **self.place)


class _Seeds(_Array):
    def __init__(self, seeds: Any) -> None:
        self.seeds = seeds
        super().__init__(["seed"], seeds.shape, [max(1, min(len(seeds), 1 << 16))], seeds.dtype.name, {})

    def samples(self, part: tuple[slice, ...]) -> Any:
        return self.seeds[part]


class _Coordinates(_Array):
    def __init__(self, name: str, centres: Centres) -> None:
        self.centres = centres
        super().__init__([name], [centres.samples], [min(centres.samples, 1 << 16)], "float64", {})

    def samples(self, part: tuple[slice, ...]) -> Any:
        return self.centres.values(part[0])


class RecipeStore(Store):
    """A group of the outputs of a recipe as arrays, and of the coordinates of their axes.

    ``zarr.open_group(RecipeStore(node, (H, W)))["name"]`` and ``xarray.open_zarr(store)`` read it as they read files. Nothing is kept: a chunk is
    evaluated whenever it is read. With ``seeds``, a list of whole numbers, the first axis of each array is ``seed``, cut after every seed.
    """

    supports_writes = False
    supports_deletes = False
    supports_partial_writes = False
    supports_listing = True

    def __init__(
        self,
        node: Node,
        shape: int | Sequence[int],
        *,
        chunks: int | Sequence[int] | Mapping[str, int] = 512,
        region: Sequence[Any] | None = None,
        z: Any = None,
        w: Any = None,
        seeds: Any = None,
        threads: int | None = None,
    ) -> None:
        super().__init__(read_only=True)
        sides = tuple(reversed(_sides(shape)))
        along = coordinates(node, sides, region)
        blocks = [chunks] * len(sides) if isinstance(chunks, int) else list(chunks_of(chunks, len(sides)))
        if len(blocks) != len(sides) or any(block < 1 and block != -1 for block in blocks):
            raise ValueError(f"chunks: give a number above 0 for each of the {len(sides)} axes")
        blocks = [side if block == -1 else min(block, side) for block, side in zip(blocks, sides, strict=True)]
        place = {"region": region, "z": z, "w": w, "threads": threads}
        listed = _list_of_seeds(seeds)
        self._told = (node, sides, tuple(blocks), repr(place), None if listed is None else tuple(listed.tolist()))
        self._arrays: dict[str, _Array] = {name: _Coordinates(name, centres) for name, centres in along.items()}
        if listed is not None:
            self._arrays["seed"] = _Seeds(listed)
        for name in node.outputs:
            if name in self._arrays:
                raise ValueError(f"`{name}` is the name of an output and of an axis; name the output otherwise")
            self._arrays[name] = _Samples(node.with_output(name), list(along), sides, blocks, place, listed)
        self._place = place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecipeStore) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    def __reduce__(self) -> Any:
        node, sides, blocks, _, seeds = self._told
        return _restored, (node, sides, blocks, {**self._place, "seeds": seeds})

    def __repr__(self) -> str:
        return f"RecipeStore({', '.join(self._arrays)})"

    def _bytes(self, key: str) -> bytes | None:
        if key == METADATA:
            # With the metadata of all arrays, since a web server doesn't list its keys.
            arrays = {name: array.metadata for name, array in self._arrays.items()}
            consolidated = {"kind": "inline", "must_understand": False, "metadata": arrays}
            return json.dumps({"zarr_format": 3, "node_type": "group", "attributes": {}, "consolidated_metadata": consolidated}).encode()
        name, _, rest = key.partition("/")
        array = self._arrays.get(name)
        if array is None:
            return None
        if rest == METADATA:
            return json.dumps(array.metadata).encode()
        numbers = array.numbers(rest)
        return None if numbers is None else array.chunk(numbers)

    def _length(self, key: str) -> int | None:
        """The count of bytes of a key, without evaluating any."""
        name, _, rest = key.partition("/")
        array = self._arrays.get(name)
        if array is not None and array.numbers(rest) is not None:
            return array.chunk_length()
        found = self._bytes(key)
        return None if found is None else len(found)

    async def getsize(self, key: str) -> int:
        length = self._length(key)
        if length is None:
            raise FileNotFoundError(key)
        return length

    async def get(self, key: str, prototype: BufferPrototype, byte_range: ByteRequest | None = None) -> Buffer | None:
        # Whoever reads several chunks at once gets them side by side.
        found = await asyncio.to_thread(self._bytes, key)
        if found is None:
            return None
        match byte_range:
            case RangeByteRequest(start, end):
                found = found[start:end]
            case OffsetByteRequest(offset):
                found = found[offset:]
            case SuffixByteRequest(suffix):
                found = found[-suffix:] if suffix else b""
        return prototype.buffer.from_bytes(found)

    async def get_partial_values(
        self, prototype: BufferPrototype, key_ranges: Iterable[tuple[str, ByteRequest | None]]
    ) -> list[Buffer | None]:
        return [await self.get(key, prototype, byte_range) for key, byte_range in key_ranges]

    async def exists(self, key: str) -> bool:
        return self._length(key) is not None

    async def set(self, key: str, value: Buffer) -> None:
        raise ValueError("what a recipe makes is not written to")

    async def delete(self, key: str) -> None:
        raise ValueError("what a recipe makes is not deleted")

    async def set_partial_values(self, key_start_values: Iterable[tuple[str, int, Any]]) -> None:
        raise ValueError("what a recipe makes is not written to")

    def _keys(self) -> Iterable[str]:
        yield METADATA
        for name, array in self._arrays.items():
            yield f"{name}/{METADATA}"
            if np.prod(array.counts, dtype=object) > MOST_LISTED:
                raise ValueError(f"`{name}` has {np.prod(array.counts, dtype=object)} chunks; at most {MOST_LISTED} are listed")
            for numbers in np.ndindex(*array.counts):
                yield "/".join([name, "c", *map(str, numbers)])

    async def list(self) -> AsyncIterator[str]:
        for key in self._keys():
            yield key

    async def list_prefix(self, prefix: str) -> AsyncIterator[str]:
        for key in self._keys():
            if key.startswith(prefix):
                yield key

    async def list_dir(self, prefix: str) -> AsyncIterator[str]:
        name, _, rest = prefix.strip("/").partition("/")
        if not name:
            for key in (METADATA, *self._arrays):
                yield key
        elif name in self._arrays and not rest:
            yield METADATA
            yield "c"
        elif name in self._arrays:
            # The numbers of chunks along the next axis.
            first, *words = rest.split("/")
            counts = self._arrays[name].counts
            if first == "c" and len(words) < len(counts):
                for number in range(counts[len(words)]):
                    yield str(number)


def _restored(node: Node, sides: tuple[int, ...], blocks: tuple[int, ...], place: dict[str, Any]) -> RecipeStore:
    return RecipeStore(node, sides, chunks=blocks, **place)
