"""Nodes are recipes."""

import base64
import copy
import importlib.util
import inspect
import json
import pickle
import re
import subprocess
import sys
import unittest.mock
from decimal import Decimal

import lacuna_noise as lacuna
import numpy as np
from lacuna_noise import _lacuna

from common import PACKAGE, Case, main


class Nodes(Case):
    def test_every_kind_is_a_function_and_what_takes_a_node_a_method(self):
        kinds = _lacuna.kinds()
        self.assertGreater(len(kinds), 50)
        for kind in kinds:
            function = getattr(lacuna, kind["name"])
            self.assertIn(kind["name"], lacuna.__all__)
            self.assertIn(kind["doc"].splitlines()[0], function.__doc__)
            takes = any(key["is_input"] and key["is_required"] for key in kind["keys"])
            self.assertEqual(hasattr(lacuna.Node, kind["name"]), takes or kind["name"] == "range", kind["name"])
            if takes and kind["name"] not in ("remap", "curve", "ramp", "scale_offset"):
                count = sum(key["is_input"] and key["is_required"] for key in kind["keys"])
                node = function(*[lacuna.perlin(seed=number) for number in range(count)])
                self.assertEqual(node.channels, 1, kind["name"])
                self.assertEqual(node, lacuna.from_toml(node.to_toml()))

    def test_a_chain_is_the_recipe_that_people_write(self):
        n = lacuna.perlin(seed=7).fbm(octaves=6)
        text = 'version = 2\noutput = "fbm"\nnodes.fbm = { kind = "fbm", octaves = 6, source = { kind = "perlin", seed = 7 } }'
        self.assertEqual(n, lacuna.from_toml(text))
        self.assertEqual(hash(n), hash(lacuna.from_toml(text)))
        self.assertEqual(n, lacuna.fbm(lacuna.perlin(seed=7), octaves=6))
        self.assertEqual(n, lacuna.fbm(source=lacuna.perlin(seed=7), octaves=6))
        self.assertNotEqual(n, lacuna.perlin(seed=7).fbm(octaves=5))
        self.assertNotEqual(n, text)

    def test_parameters_of_a_recipe_are_read_and_set(self):
        wall = lacuna.from_toml(
            """
            version = 2
            output = "o"
            params.joint = { value = 0.1, min = 0, max = 0.3 }
            params.tint = { value = "#102030" }
            params.layout = { value = "stack", choices = ["bond", "stack"] }
            params.smooth = { value = true }
            nodes.o = { kind = "fbm", normalize = "$smooth", source = { kind = "tiles", joint = "$joint", layout = "$layout" } }
            """
        )
        self.assertEqual(wall.params, {"joint": 0.1, "layout": "stack", "smooth": True, "tint": "#102030"})
        other = wall.with_params(joint=0.2, layout="bond", smooth=False)
        self.assertEqual(other.params["joint"], 0.2)
        plain = 'version = 2\noutput = "o"\nnodes.o = { kind = "fbm", normalize = false, source = { kind = "tiles", joint = 0.2 } }'
        self.assertEqual(other, lacuna.from_toml(plain))
        self.assertEqual(wall.params["joint"], 0.1)
        again = pickle.loads(pickle.dumps(other))
        self.assertEqual((again, again.params), (other, other.params))
        for values, told in [({"joint": 0.4}, "more than 0.3"), ({"jiont": 0.1}, "params.jiont"), ({"layout": "stac"}, "stack")]:
            with self.assertRaisesRegex(ValueError, told):
                wall.with_params(**values)

    def test_keys_of_a_node_are_replaced(self):
        n = lacuna.perlin(seed=7).fbm(octaves=6, gain=0.4)
        self.assertEqual(n.replace(octaves=3), lacuna.perlin(seed=7).fbm(octaves=3, gain=0.4))
        self.assertEqual(n.replace(gain=None, source=lacuna.simplex()), lacuna.simplex().fbm(octaves=6))
        self.assertEqual(n, lacuna.perlin(seed=7).fbm(octaves=6, gain=0.4))
        self.assertEqual(n.remap(from_=[-1, 1], to=[0, 1]).replace(from_=[0, 1]), n.remap(from_=[0, 1], to=[0, 1]))
        text = 'version = 2\noutput = "ridged"\nparams.s = { value = 3 }\n'
        read = lacuna.from_toml(text + 'nodes.ridged = { kind = "ridged", source = { kind = "value", frequency = "$s" } }')
        self.assertEqual(read.replace(octaves=2), lacuna.value(frequency=3).ridged(octaves=2))
        self.refused("did you mean `octaves`?", n.replace, octave=3)
        self.refused("fbm.octaves", n.replace, octaves=99)
        self.refused("it has 3 channels", lacuna.preset("fire").replace, octaves=3)

    def test_signatures_have_the_defaults_of_the_library_and_a_node_is_equal_with_them(self):
        count = 0
        required = {"value": "#ffffff", "points": [[0, 0], [1, 1]], "stops": [[0, "#000000"], [1, "#ffffff"]]}
        for kind in _lacuna.kinds():
            make = getattr(lacuna, kind["name"])
            told = inspect.signature(make).parameters
            given = {key["name"]: lacuna.perlin() if key["is_input"] else required[key["name"]] for key in kind["keys"] if key["is_required"]}
            for key in kind["keys"]:
                default = told[key["name"] + ("_" if key["name"] == "from" else "")].default
                if key["is_required"]:
                    self.assertIs(default, inspect.Parameter.empty)
                    continue
                expected = None if key["default"] is None else json.loads(key["default"])
                self.assertEqual(list(default) if isinstance(default, tuple) else default, expected, (kind["name"], key["name"]))
                self.assertEqual(make(**given, **{key["name"]: default}), make(**given), (kind["name"], key["name"]))
                self.assertEqual(make(**given, **{key["name"]: None}), make(**given), (kind["name"], key["name"]))
                count += expected is not None
        self.assertGreater(count, 150)
        self.assertEqual(inspect.signature(lacuna.perlin).parameters["fade"].default, "quintic")

    def test_arithmetic_makes_nodes(self):
        a, b = lacuna.perlin(seed=1), lacuna.simplex(seed=2)
        pairs = [
            (a + 0.5 * b, lambda x, y: x + np.float32(0.5) * y),
            (a - b, lambda x, y: x - y),
            (1 - a, lambda x, y: 1 - x),
            (2 / (abs(b) + 1), lambda x, y: 2 / (abs(y) + 1)),
            (+a * -b, lambda x, y: x * -y),
            (np.float64(0.25) * a, lambda x, y: np.float32(0.25) * x),
            (Decimal("0.1") + a, lambda x, y: np.float32(0.1) + x),
            (abs(a) ** 2, lambda x, y: abs(x) ** 2),
        ]
        for node, meant in pairs:
            x, y = a.grid((9, 9)), b.grid((9, 9))
            np.testing.assert_allclose(node.grid((9, 9)), meant(x, y), rtol=1e-5, atol=1e-6)
        for other in ("a", None, True, [1]):
            with self.assertRaises(TypeError):
                a + other

    def test_what_stands_in_several_places_is_there_once(self):
        node = lacuna.perlin(seed=3)
        for _ in range(40):
            node = node * 0.5 + node * 0.5
        text = node.to_toml()
        self.assertLess(len(text), 20_000)
        self.assertEqual(text.count('kind = "perlin"'), 1)
        self.assertTrue(np.isfinite(node.grid((3, 3))).all())

    def test_long_chains_are_read_back_and_too_long_ones_refused(self):
        node = lacuna.perlin()
        for _ in range(200):
            node = node + 1
        self.assertEqual(lacuna.from_toml(node.to_toml()), node)
        self.assertEqual(node(0.5, 0.5), lacuna.from_toml(node.to_toml())(0.5, 0.5))
        with self.assertRaises(ValueError) as caught:
            for _ in range(10_000):
                node = -node
        self.assertIn("more than 256 nodes stand in a row", str(caught.exception))

    def test_names_of_recipes_stay_where_they_do_not_meet(self):
        text = 'version = 2\noutput = "b"\n[nodes.a]\nkind = "perlin"\nseed = {}\n[nodes.b]\nkind = "add"\na = "a"\nb = "a"\n'
        one, two = lacuna.from_toml(text.format(1)), lacuna.from_toml(text.format(2))
        node = one * one - two
        for name in ("\na = ", "\na2 = ", "\nb = ", "\nb2 = "):
            self.assertIn(name, node.to_toml())
        self.assertEqual(node.to_toml().count('kind = "perlin"'), 2)
        expected = lacuna.perlin(seed=1), lacuna.perlin(seed=2)
        x, y = (2 * n.grid((4, 4)) for n in expected)
        np.testing.assert_allclose(node.grid((4, 4)), x * x - y, rtol=1e-5, atol=1e-6)

    def test_recipes_of_version_1_are_refused(self):
        self.refused("1 is no longer read", lacuna.from_toml, 'version = 1\noutput = "a"\nnodes.a = { kind = "value" }')

    def test_keys_are_checked_with_the_library_s_words(self):
        self.refused("perlin.frequency: -1", lacuna.perlin, frequency=-1)
        self.refused("did you mean `frequency`?", lacuna.perlin, frequncy=2)
        self.refused("give one of", lacuna.cellular, output="f9")
        self.refused("perlin.octaves", lacuna.perlin, octaves=2)
        self.refused("octaves", lacuna.perlin().fbm, octaves=99)
        self.refused("frequency", lacuna.perlin, frequency=float("nan"))
        self.refused("frequency", lacuna.perlin, frequency=float("inf"))
        self.refused("a set is no number", lacuna.perlin, frequency={1}, error=TypeError)
        self.refused("points", lacuna.perlin().curve)
        self.refused("there is no preset `marbel` (did you mean `marble`?)", lacuna.preset, "marbel")
        self.refused("line 3, column 30", lacuna.from_toml, 'version = 2\noutput = "a"\nnodes.a = { kind = "perlin", seeds = 1 }')
        self.refused("it has 3 channels", lacuna.preset("fire").abs)
        self.refused("No such file", lacuna.load, "none.toml", error=FileNotFoundError)
        with self.assertRaises(TypeError):
            lacuna.Node()
        with self.assertRaises(TypeError):
            lacuna.add(1, 2, 3)

    def test_numbers_keep_every_digit(self):
        for value, text in [
            (2**64 - 1, '"18446744073709551615"'),
            (np.uint64(2**63), '"9223372036854775808"'),
            (-1, "18446744073709551615"),
            (np.int8(5), "seed = 5"),
        ]:
            self.assertIn(text, lacuna.perlin(seed=value).to_toml())
        self.assertIn("frequency = 0.1 ", lacuna.perlin(frequency=np.float32(0.1)).to_toml())
        digits = "0.12345678901234567890123"
        for value in (digits, Decimal(digits)):
            self.assertIn(digits, lacuna.perlin(frequency=value).to_toml())

    def test_nodes_are_pickled_and_copied(self):
        for node in (lacuna.preset("marble"), lacuna.perlin(seed=7).fbm(), lacuna.preset("planet"), lacuna.perlin().with_gradient(3)):
            for other in (pickle.loads(pickle.dumps(node)), copy.copy(node), copy.deepcopy(node)):
                self.assertEqual(other, node)
                self.same_bits(other.grid((5, 7)), node.grid((5, 7)))

    def test_a_pickle_of_a_version_with_other_bits_is_refused(self):
        n = lacuna.perlin(seed=7).fbm()
        major, minor, _ = lacuna.__version__.split(".", 2)
        for version, is_same in ((f"{major}.{minor}.99", True), (f"{major}.{int(minor) + 1}.0", False), ("7.0.0", False)):
            with unittest.mock.patch.object(_lacuna, "VERSION", version):
                sent, token = pickle.dumps(n), n.__dask_tokenize__()
            self.assertEqual(token == n.__dask_tokenize__(), is_same)
            if is_same:
                self.assertEqual(pickle.loads(sent), n)
            else:
                self.refused(f"pickled by lacuna-noise {version}, and this is lacuna-noise {lacuna.__version__}", pickle.loads, sent)

    def test_outputs_and_channels_are_chosen(self):
        text = (
            'version = 2\nnodes.a = { kind = "perlin" }\n[outputs.one]\nchannels = "a"\n'
            '[outputs.three]\nchannels = ["a", 0.5, { kind = "white" }]\n'
        )
        node = lacuna.from_toml(text)
        self.assertEqual(node.outputs, ["one", "three"])
        self.refused("choose one of `one`, `three`", node, 0, 0)
        self.assertEqual(lacuna.from_toml(text, "three"), node.with_output("three"))
        self.assertEqual(pickle.loads(pickle.dumps(node)), node)
        self.refused("there is no output `two`", node.with_output, "two")
        three = node.with_output("three")
        self.assertEqual(three.channels, 3)
        self.assertEqual(three.grid((4, 6)).shape, (4, 6, 3))
        self.same_bits(three[0].grid((4, 6)), three.grid((4, 6))[..., 0])
        self.same_bits(three[-1].grid((4, 6)), three.grid((4, 6))[..., 2])
        self.assertEqual(len(list(three)), 3)
        self.same_bits(lacuna.channels(three, node.with_output("one")).grid((2, 2))[..., 3], three.grid((2, 2))[..., 0])
        self.refused("give 1 to 16 nodes", lacuna.channels)
        self.refused("give 1 to 16 nodes", lacuna.channels, *[three] * 6)
        self.refused("is no node", lacuna.channels, 0.5, error=TypeError)

    def test_nodes_show_themselves(self):
        picture = lacuna.preset("marble")._repr_png_()
        self.assertTrue(picture.startswith(b"\x89PNG"))
        self.assertIsNone(lacuna.channels(*[lacuna.perlin()] * 5)._repr_png_())
        self.assertIn("perlin", repr(lacuna.perlin()))
        self.assertEqual(lacuna.perlin().ridged().range, (0.0, 1.0))
        self.assertIsNone(lacuna.perlin().slope().range)
        self.assertEqual(lacuna.presets()["marble"][:12], "White marble")
        self.assertRegex(lacuna.__version__, r"^\d+\.\d+\.\d+")

    def test_notebooks_get_the_recipe_beside_its_picture(self):
        marble = lacuna.preset("marble")
        page = marble._repr_html_()
        [picture] = re.findall('<img src="data:image/png;base64,([^"]*)"', page)
        self.assertEqual(base64.b64decode(picture), marble._repr_png_())
        for word in ("output albedo", "3 channels", "range 0 to 1", "outputs albedo, ao, height, normal, roughness", "output = &quot;albedo&quot;"):
            self.assertIn(word, page)
        self.assertLess(len(page), 300_000)
        text = 'version = 2\noutput = "a"\nsize = [64, 32]\nparams.p = { value = 1, label = "a < b & <script>" }\nnodes.a = { kind = "perlin" }\n'
        page = lacuna.from_toml(text)._repr_html_()
        self.assertIn("a &lt; b &amp; &lt;script&gt;", page)
        self.assertIn("size 64 x 32", page)
        # No picture can be made of many channels, and none of outputs of which none is chosen.
        self.assertNotIn("<img", lacuna.channels(*[lacuna.perlin()] * 5)._repr_html_())
        self.assertIn("choose one of", lacuna.from_toml('version = 2\n[outputs.b]\nchannels = 1\n[outputs.c]\nchannels = 2')._repr_html_())

    def test_an_error_names_the_extra_that_installs_what_is_missing(self):
        told = (PACKAGE / "pyproject.toml").read_text(encoding="utf-8")
        extras = re.findall(r"^(\w+) = ", told.split("[project.optional-dependencies]\n")[1].split("\n[")[0], re.MULTILINE)
        sources = "".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "package/lacuna_noise").glob("*.py"))
        self.assertEqual(set(re.findall(r'needed\("[\w.]+", "(\w+)"\)', sources)), set(extras))
        for page in (PACKAGE / "README.md", PACKAGE.parent / "docs/src/guide/python.md"):
            for extra in extras:
                self.assertRegex(page.read_text(encoding="utf-8"), rf"\[{extra}\]|`{extra}`", page)
        for module, code, extra in (
            ("dask.array", "lacuna.dask.grid(lacuna.perlin(), (4, 4))", "dask"),
            ("xarray", "lacuna.xarray(lacuna.perlin(), (4, 4))", "xarray"),
            ("rioxarray", "lacuna.xarray(lacuna.perlin(), (4, 4), crs='EPSG:32632')", "geo"),
            ("zarr.abc.store", "lacuna.zarr", "zarr"),
            ("fsspec.core", "lacuna.zarr.write(lacuna.perlin(), 's3://a/b', (4, 4))", "remote"),
            ("fsspec", "lacuna.zarr.check('s3://a/b')", "remote"),
        ):
            beside = {"geo": "xarray", "remote": "zarr"}.get(extra)
            if beside and importlib.util.find_spec(beside) is None:
                continue
            # zarr itself imports fsspec where it is there.
            first = "lacuna.zarr" if extra == "remote" else ""
            script = f"import sys, lacuna_noise as lacuna\n{first}\nsys.modules[{module!r}] = None\n{code}"
            done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
            self.assertIn(f"run: pip install 'lacuna-noise[{extra}]'", done.stderr, code)

    def test_the_stubs_are_those_of_the_library(self):
        made = subprocess.run([sys.executable, PACKAGE / "stubs.py"], capture_output=True, text=True, check=True).stdout
        kept = (PACKAGE / "package/lacuna_noise/__init__.pyi").read_text(encoding="utf-8")
        self.assertEqual(made, kept, "run: python stubs.py > package/lacuna_noise/__init__.pyi")
        compile(kept, "__init__.pyi", "exec")


if __name__ == "__main__":
    main()
