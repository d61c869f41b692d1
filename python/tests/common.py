"""What the tests share."""

import importlib.util
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import lacuna_noise as lacuna
import numpy as np

COMMAND = os.environ["LACUNA_COMMAND"]
PACKAGE = pathlib.Path(os.environ["LACUNA_PACKAGE"])
ALL = os.environ.get("LACUNA_ALL") == "1"

FRACTALS = ["fbm", "turbulence", "billow", "ridged", "hybrid", "heterogeneous", "ping_pong"]


def command(*arguments, text=None):
    """Runs the native command."""
    done = subprocess.run([COMMAND, *map(str, arguments)], input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


def baked(source, *options):
    """The samples that the native command bakes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "samples.npy")
        if isinstance(source, lacuna.Node):
            recipe = pathlib.Path(folder, "recipe.toml")
            recipe.write_text(source.to_toml(), encoding="utf-8")
            source = recipe
        command("bake", source, *options, "--engine", "cpu", "-o", path)
        return np.load(path)


def of_random(seed):
    """A node of a seed: a basis under a few others."""
    draw = random.Random(seed)
    basis = draw.choice(["perlin", "value", "simplex", "cellular", "sparse", "white"])
    keys = {"seed": draw.getrandbits(64), "frequency": round(draw.uniform(0.6, 9), draw.randrange(5))}
    if draw.random() < 0.3:
        keys["dimensions"] = draw.randint(1, 3)
    node = getattr(lacuna, basis)(**keys)
    for _ in range(draw.randrange(5)):
        other = lacuna.perlin(seed=draw.getrandbits(20), frequency=draw.randint(1, 4))
        change = draw.choice(["fractal", "step", "warp", "arithmetic", "transform"])
        if change == "fractal":
            node = getattr(node, draw.choice(FRACTALS))(octaves=draw.randint(1, 5), gain=round(draw.random(), 2))
        elif change == "step":
            node = draw.choice([
                lambda n: n.clamp(low=-0.5, high=draw.random()),
                lambda n: n.terrace(steps=draw.randint(2, 9)),
                lambda n: n.remap(from_=[-1, 1], to=[0, draw.randint(1, 9)]),
                lambda n: n.curve(points=[[-1, 0], [0.25, 0.5], [1, 2]]),
                lambda n: abs(n) ** 1.5,
                lambda n: -n,
            ])(node)
        elif change == "warp":
            node = node.warp(x=other, y=-other, strength=round(draw.random(), 3))
        elif change == "transform":
            node = node.transform(scale=[draw.randint(1, 3), 1.5, 1])
        else:
            node = draw.choice([lambda a, b: a + 0.5 * b, lambda a, b: a * b - a, lambda a, b: 2 - a / 3 + b * b, lambda a, b: a.max(b)])(node, other)
    return node


def needs(*names):
    """Skips a test where a package is not installed, but not with --all."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing and ALL:
        raise AssertionError(f"{', '.join(missing)} must be installed")
    return unittest.skipIf(missing, f"{', '.join(missing)} is not installed")


class Case(unittest.TestCase):
    def same_bits(self, found, expected, what=None):
        found, expected = np.asarray(found), np.asarray(expected)
        self.assertEqual(found.dtype, np.float32)
        self.assertEqual(found.shape, expected.shape, what)
        differ = np.count_nonzero(np.ascontiguousarray(found).view(np.uint32) != np.ascontiguousarray(expected).view(np.uint32))
        self.assertEqual(differ, 0, f"{differ} of {found.size} samples differ: {what}")

    def refused(self, words, call, *arguments, error=ValueError, **keys):
        """A call is refused by an error of this class that has these words."""
        with self.assertRaises(error) as caught:
            call(*arguments, **keys)
        self.assertIn(words, str(caught.exception))


def main():
    unittest.main(verbosity=1)
