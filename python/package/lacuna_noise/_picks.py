"""Samples of a grid that lie apart, without those between them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._axes import edges

if TYPE_CHECKING:
    # The one that the stub declares.
    from . import Node

#: What a call costs, in samples.
CALL = 1000

#: The most samples of a box that is evaluated for few of them.
MOST_OF_A_BOX = 1 << 26

#: The most digits of a number.
DIGITS = 38


class _Run(NamedTuple):
    """Indices on an axis at equal distances, and an axis that has its samples."""

    samples: int
    side: int
    near: str | None
    far: str | None
    part: slice


def picked(node: Node, sides: Sequence[int], indices: Sequence[Any], place: dict[str, Any]) -> Any:
    """The samples at all combinations of the indices on the axes, with the bits of the whole grid."""
    unique, places = zip(*[np.unique(one, return_inverse=True) for one in indices], strict=True)
    counts = [len(numbers) for numbers in unique]
    samples = np.empty((*counts, node.channels) if node.channels > 1 else counts, np.float32)
    if samples.size:
        ends = edges(node, tuple(reversed(sides)), place["region"])
        axes = list(reversed(list(zip(ends, ends[len(sides) :], strict=False))))
        # The distance of samples says which are the neighbours of a sample.
        is_free = all(_decimal(end) is not None for end in ends) and not node._core.reads_pixels()
        runs = [list(_runs(numbers.tolist(), side, axis if is_free else None)) for numbers, side, axis in zip(unique, sides, axes, strict=True)]
        first = [int(numbers[0]) for numbers in unique]
        box = [int(numbers[-1]) - start + 1 for numbers, start in zip(unique, first, strict=True)]
        if is_box_cheaper(box, np.prod([len(one) for one in runs], dtype=object)):
            whole = node.grid(sides, part=[slice(start, start + side) for start, side in zip(first, box, strict=True)], **place)
            samples = whole[np.ix_(*[numbers - start for numbers, start in zip(unique, first, strict=True)])]
        else:
            _fill(samples, node, runs, place)
    if all(np.array_equal(numbers, one) for numbers, one in zip(unique, indices, strict=True)):
        return samples
    return samples[np.ix_(*[one.reshape(-1) for one in places])]


def is_box_cheaper(sides: Sequence[int], calls: int) -> bool:
    """Whether a call for a whole box takes less time than several for samples in it."""
    return bool(np.prod(sides, dtype=object) < min(CALL * calls, MOST_OF_A_BOX))


def _fill(samples: Any, node: Node, runs: Sequence[list[_Run]], place: dict[str, Any]) -> None:
    """Evaluates each combination of runs by a call of its own."""
    starts = [itertools.accumulate((run.samples for run in one), initial=0) for one in runs]
    for chosen in itertools.product(*[list(zip(start, one, strict=False)) for start, one in zip(starts, runs, strict=True)]):
        own = [run for _, run in chosen]
        region = [run.near for run in reversed(own)] + [run.far for run in reversed(own)]
        told = place if None in region else {**place, "region": region}
        target = tuple(slice(start, start + run.samples) for start, run in chosen)
        samples[target] = node.grid([run.side for run in own], part=[run.part for run in own], **told)


def _runs(numbers: list[int], side: int, axis: tuple[Fraction, Fraction] | None) -> Iterator[_Run]:
    """Indices in ascending order as runs; only neighbours make one where there is no axis to take others from."""
    near, far = (None, None) if axis is None else map(_decimal, axis)
    at = 0
    while at < len(numbers):
        step = numbers[at + 1] - numbers[at] if at + 1 < len(numbers) else 1
        count = 1
        while at + count < len(numbers) and numbers[at + count] - numbers[at] == step * count:
            count += 1
        if step > 1:
            ends = None if axis is None else _ends(*axis, side, numbers[at], step, count)
            if ends is not None:
                yield _Run(count, count, *ends, slice(0, count))
                at += count
                continue
            count = 1
        yield _Run(count, side, near, far, slice(numbers[at], numbers[at] + count))
        at += count


def _ends(near: Fraction, far: Fraction, side: int, start: int, step: int, count: int) -> tuple[str, str] | None:
    """The ends of an axis of pixels as wide as a step, whose centres are those of the samples; None where they are no decimals."""
    pixel = (far - near) / side
    first = near + pixel * (2 * start + 1 - step) / 2
    ends = _decimal(first), _decimal(first + pixel * step * count)
    return None if ends[0] is None or ends[1] is None else (ends[0], ends[1])


def _decimal(number: Fraction) -> str | None:
    """A number as it is written, if that takes no more digits than numbers have."""
    places, rest = 0, number.denominator
    while rest % 10 == 0:
        places, rest = places + 1, rest // 10
    for factor in (2, 5):
        while rest % factor == 0:
            places, rest = places + 1, rest // factor
    digits = number * 10**places
    return f"{digits}e-{places}" if rest == 1 and len(str(abs(digits.numerator))) <= DIGITS else None
