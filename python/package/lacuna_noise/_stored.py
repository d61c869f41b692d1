"""Worlds written to Zarr: in parts, by any number of processes, and checked against their recipe."""

from __future__ import annotations

import json
import math
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _lacuna, from_toml
from ._extras import needed
from ._store import METADATA, RecipeStore, _Array, _Samples

if TYPE_CHECKING:
    # The one that the stub declares.
    from . import Node

#: The attribute of a group in which its place stands.
PLACE = "lacuna_place"

#: What the index of a shard holds for a chunk that isn't there.
NOWHERE = 2**64 - 1


class _Folder:
    """A folder of this machine. A file is written under another name and renamed, so that it is whole wherever it is."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.root = Path(path)

    def size(self, key: str) -> int | None:
        try:
            return (self.root / key).stat().st_size
        except FileNotFoundError:
            return None

    def get(self, key: str) -> bytes | None:
        try:
            return (self.root / key).read_bytes()
        except FileNotFoundError:
            return None

    def put(self, key: str, content: bytes) -> None:
        path = self.root / key
        path.parent.mkdir(parents=True, exist_ok=True)
        # A process that was killed leaves it behind, and whoever writes the file again takes it over.
        unfinished = path.with_name(f".{path.name}.unfinished")
        unfinished.write_bytes(content)
        unfinished.replace(path)


class _Remote:
    """What fsspec reaches. Object stores have an object only once it is whole."""

    def __init__(self, url: str, options: Mapping[str, Any]) -> None:
        self.files, self.root = needed("fsspec.core", "remote").url_to_fs(url, **options)

    def size(self, key: str) -> int | None:
        try:
            return int(self.files.info(f"{self.root}/{key}")["size"])
        except FileNotFoundError:
            return None

    def get(self, key: str) -> bytes | None:
        try:
            return bytes(self.files.cat_file(f"{self.root}/{key}"))
        except FileNotFoundError:
            return None

    def put(self, key: str, content: bytes) -> None:
        self.files.pipe_file(f"{self.root}/{key}", content)


def _opened(path: str | os.PathLike[str], options: Mapping[str, Any] | None) -> _Folder | _Remote:
    text = os.fspath(path)
    return _Remote(text, options or {}) if "://" in text else _Folder(text)


class _World:
    """The arrays of a world in files: chunks, or shards of them."""

    def __init__(self, node: Node, shape: int | Sequence[int], chunks: Any, shards: Any, place: dict[str, Any]) -> None:
        self.node, self.place = node, place
        store = RecipeStore(node, shape, chunks=chunks, **place)
        self.arrays: dict[str, _Array] = dict(store._arrays)
        #: For arrays in shards, the chunks in each.
        self.inner: dict[str, tuple[int, ...]] = {}
        if shards is not None:
            for name, array in store._arrays.items():
                if isinstance(array, _Samples):
                    self._shard(name, array, shards)

    def _shard(self, name: str, array: _Samples, shards: Any) -> None:
        sides, chunks = array.sides, array.chunks[: len(array.sides)]
        asked = [shards] * len(sides) if isinstance(shards, int) else list(shards)
        if len(asked) != len(sides) or any(shard < 1 or shard % chunk for shard, chunk in zip(asked, chunks, strict=True)):
            raise ValueError(f"shards: give a multiple of the chunk, {chunks}, for each of the {len(sides)} axes")
        # A shard larger than the array has no more chunks than that.
        shard = [min(one, -(-side // chunk) * chunk) for one, side, chunk in zip(asked, sides, chunks, strict=True)]
        names = array.metadata["dimension_names"][: len(sides)]
        made = _Samples(array.node, names, sides, shard, array.place)
        codec = {
            "chunk_shape": list(array.chunks),
            "codecs": array.metadata["codecs"],
            "index_codecs": [*array.metadata["codecs"], {"name": "crc32c"}],
            "index_location": "end",
        }
        made.metadata["codecs"] = [{"name": "sharding_indexed", "configuration": codec}]
        self.arrays[name], self.inner[name] = made, array.chunks

    def metadata(self) -> Iterator[tuple[str, bytes]]:
        """The metadata of the arrays, then that of the group, by key."""
        for name, array in self.arrays.items():
            yield f"{name}/{METADATA}", json.dumps(array.metadata).encode()
        arrays = {name: array.metadata for name, array in self.arrays.items()}
        told = {key: value if value is None else [str(one) for one in value] if key == "region" else str(value) for key, value in self.place.items()}
        consolidated = {"kind": "inline", "must_understand": False, "metadata": arrays}
        group = {"zarr_format": 3, "node_type": "group", "attributes": {PLACE: told}, "consolidated_metadata": consolidated}
        yield METADATA, json.dumps(group).encode()

    def count(self) -> int:
        """The number of files besides metadata."""
        return sum(math.prod(array.counts) for array in self.arrays.values())

    def file(self, number: int) -> tuple[str, tuple[int, ...]]:
        """The array and the chunk, or the shard, of a file by its number. The order is that of the arrays, then along their axes."""
        for name, array in self.arrays.items():
            count = math.prod(array.counts)
            if number < count:
                numbers = []
                for along in reversed(array.counts):
                    number, rest = divmod(number, along)
                    numbers.append(rest)
                return name, tuple(reversed(numbers))
            number -= count
        raise IndexError(number)

    def _inside(self, name: str, numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The positions of a shard's chunks that are not all beyond the array's edges."""
        array, inner = self.arrays[name], self.inner[name]
        grid = [shard // chunk for shard, chunk in zip(array.chunks, inner, strict=True)]
        starts = [number * shard for number, shard in zip(numbers, array.chunks, strict=True)]
        left = [-(-(side - start) // chunk) for side, start, chunk in zip(array.shape, starts, inner, strict=True)]
        return list(np.ndindex(*(min(count, most) for count, most in zip(grid, left, strict=True))))

    def length(self, name: str, numbers: tuple[int, ...]) -> int:
        """The bytes of a file."""
        array = self.arrays[name]
        if name not in self.inner:
            return array.chunk_length()
        inner = math.prod(self.inner[name])
        return len(self._inside(name, numbers)) * inner * 4 + 16 * (math.prod(array.chunks) // inner) + 4

    def content(self, name: str, numbers: tuple[int, ...]) -> bytes:
        array = self.arrays[name]
        whole = array.chunk(numbers)
        if name not in self.inner:
            return whole
        inner = self.inner[name]
        samples = np.frombuffer(whole, "<f4").reshape(array.chunks)
        grid = [shard // chunk for shard, chunk in zip(array.chunks, inner, strict=True)]
        index = np.full((*grid, 2), NOWHERE, "<u8")
        parts, at = [], 0
        for position in self._inside(name, numbers):
            part = samples[tuple(slice(one * chunk, (one + 1) * chunk) for one, chunk in zip(position, inner, strict=True))].tobytes()
            index[position] = (at, len(part))
            parts.append(part)
            at += len(part)
        end = index.tobytes()
        check = int(needed("google_crc32c", "zarr").value(end))
        return b"".join([*parts, end, check.to_bytes(4, "little")])


def _key(name: str, numbers: tuple[int, ...]) -> str:
    return "/".join([name, "c", *map(str, numbers)])


def write(
    node: Node,
    path: str | os.PathLike[str],
    shape: int | Sequence[int],
    *,
    region: Sequence[Any] | None = None,
    z: Any = None,
    w: Any = None,
    chunks: int | Sequence[int] | Mapping[str, int] = 512,
    shards: int | Sequence[int] | None = None,
    part: tuple[int, int] = (0, 1),
    resume: bool = True,
    force: bool = False,
    threads: int | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> int:
    """Writes the outputs of a recipe as arrays of a Zarr group, with the coordinates of their axes. Returns the number of files written.

    ``path`` is a folder, or an address that fsspec reads, such as ``s3://bucket/world.zarr``, with its ``storage_options``. With ``shards``, multiples of the
    chunks, a file holds many chunks. ``part=(k, n)`` writes the k-th of n parts, counted from 0: whole files, in the same order for any n, so that n processes
    write a world together. Each needs the memory of one file. A file gets its name when it is whole. With ``resume``, files that are there and whole are left;
    ``force`` writes over a group of another recipe, shape or place, which is refused otherwise, and writes everything again.
    """
    first, parts = part
    if not 0 <= first < parts:
        raise ValueError(f"part: ({first}, {parts}) is none; give (k, n) with k from 0 to n - 1")
    world = _World(node, shape, chunks, shards, {"region": region, "z": z, "w": w})
    files = _opened(path, storage_options)
    for key, content in world.metadata():
        there = files.get(key)
        if there is not None and json.loads(there) != json.loads(content) and not force:
            raise ValueError(f"{path} has {key} of another recipe, shape, place or version; give another path, or force=True to write over it")
        if there != content:
            files.put(key, content)
    count, written = world.count(), 0
    for array in world.arrays.values():
        if isinstance(array, _Samples):
            array.place = {**array.place, "threads": threads}
    for number in range(first * count // parts, (first + 1) * count // parts):
        name, numbers = world.file(number)
        key = _key(name, numbers)
        if resume and not force and files.size(key) == world.length(name, numbers):
            continue
        files.put(key, world.content(name, numbers))
        written += 1
    return written


@dataclass(frozen=True)
class Check:
    """What a check found. It is true if nothing is missing and nothing differs."""

    #: The chunks that were evaluated again, and their samples.
    chunks: int = 0
    samples: int = 0
    #: The files that are missing, or too short or long.
    missing: list[str] = field(default_factory=list)
    #: The chunks that differ in a bit: the array, and the slices of its axes.
    differ: list[tuple[str, tuple[slice, ...]]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return not self.missing and not self.differ


def check(
    path: str | os.PathLike[str],
    sample: float = 0.01,
    *,
    seed: int | None = None,
    threads: int | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> Check:
    """Evaluates chunks of a world again, from the recipe in its attributes, and compares them with its files bit by bit.

    ``sample`` is the share of chunks, above 0 to 1, drawn at random (by ``seed``, if it is given), at least one of each output. Whether a file is missing or too
    short is looked at for all.
    """
    if not 0 < sample <= 1:
        raise ValueError(f"sample: {sample} is no share; give a number above 0, at most 1")
    if "://" in os.fspath(path):
        needed("fsspec", "remote")
    group = needed("zarr", "zarr").open_group(os.fspath(path), mode="r", storage_options=dict(storage_options) if storage_options else None)
    arrays = {name: array for name, array in group.arrays() if "lacuna_recipe" in array.attrs}
    place = group.attrs.get(PLACE)
    if place is None or not arrays:
        raise ValueError(f"{path}: write of lacuna_noise.zarr did not make it: it has no {PLACE}")
    first = next(iter(arrays.values()))
    theirs = first.attrs["lacuna_version"]
    if _lacuna.version_of_bits(theirs) != _lacuna.version_of_bits(_lacuna.VERSION):
        raise ValueError(f"{path} was written by lacuna-noise {theirs}, and this is {_lacuna.VERSION}, whose values have other bits; use that version")
    node = from_toml(first.attrs["lacuna_recipe"])
    axes = len(first.shape) - (1 if "channel" in first.metadata.dimension_names else 0)
    shards = first.shards
    world = _World(node, first.shape[:axes], first.chunks[:axes], None if shards is None else shards[:axes], place)
    files, missing = _opened(path, storage_options), []
    for number in range(world.count()):
        name, numbers = world.file(number)
        key = _key(name, numbers)
        if files.size(key) != world.length(name, numbers):
            missing.append(key)
    draw, chunks, samples, differ = random.Random(seed), 0, 0, []
    for name, array in sorted(arrays.items()):
        node, sides = world.node.with_output(name), array.shape[:axes]
        grid = [-(-side // chunk) for side, chunk in zip(sides, array.chunks, strict=False)]
        count = math.prod(grid)
        for number in sorted(draw.sample(range(count), max(1, math.ceil(sample * count)))):
            at = np.unravel_index(number, grid)
            part = tuple(slice(int(one) * chunk, min((int(one) + 1) * chunk, side)) for one, chunk, side in zip(at, array.chunks, sides, strict=False))
            expected = np.ascontiguousarray(node.grid(sides, part=part, threads=threads, **place))
            there = np.ascontiguousarray(array[part])
            chunks, samples = chunks + 1, samples + there.size
            if not np.array_equal(there.view(np.uint32), expected.view(np.uint32)):
                differ.append((name, part))
    return Check(chunks, samples, missing, differ)
