"""Arrays have the bits of the native command."""

import pathlib
import tempfile

import lacuna_noise as lacuna
import numpy as np

from common import ALL, Case, baked, command, main, of_random

REGION = (-1.1, 0.3, 6.7, 5.05)
OPTIONS = ("--region=-1.1,0.3,6.7,5.05", "--size", "37x23")
RANDOM = range(500 if ALL else 50)


class Bits(Case):
    def test_presets_are_the_native_command_s(self):
        for name in lacuna.presets():
            n = lacuna.preset(name)
            self.same_bits(n.grid((23, 37), region=REGION), baked(name, *OPTIONS), name)

    def test_random_recipes_are_the_native_command_s(self):
        for seed in RANDOM:
            n = of_random(seed)
            self.same_bits(n.grid((23, 37), region=REGION, z="0.7"), baked(n, *OPTIONS, "--z", "0.7"), n.to_toml())

    def test_the_default_region_and_the_recipe_s_own_are_the_command_s(self):
        n = lacuna.perlin(seed=1).fbm()
        for shape in [(16, 16), (7, 24), (24, 7), (1, 9)]:
            self.same_bits(n.grid(shape), baked(n, "--size", f"{shape[1]}x{shape[0]}"), shape)
        own = lacuna.from_toml('version = 2\noutput = "a"\nregion = [-1, 0.1, 3, 2.1]\nsize = [10, 5]\nnodes.a = { kind = "simplex", seed = 4 }')
        self.same_bits(own.grid((5, 10)), baked(own))
        self.same_bits(own.grid((6, 4)), baked(own, "--size", "4x6"))

    def test_volumes_and_lines_are_the_command_s(self):
        n = lacuna.perlin(seed=3).fbm(octaves=3)
        volume = baked(n, "--volume", "7x6x5", "--box=-1,0,0.5,2,3.3,4")
        self.same_bits(n.grid((5, 6, 7), region=(-1, 0, 0.5, 2, 3.3, 4)), volume.reshape(5, 6, 7))
        self.same_bits(n.grid((6, 6, 6)), baked(n, "--volume", "6").reshape(6, 6, 6))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "line.csv")
            recipe = pathlib.Path(folder, "n.toml")
            recipe.write_text(n.to_toml())
            command("bake", recipe, "--line=-2,5.5", "--size", 19, "--z", 0.25, "-o", path)
            values = [np.float32(row.split(",")[1]) for row in path.read_text().splitlines()[1:]]
        self.same_bits(n.grid((19,), region=(-2, 5.5), z=0.25), np.array(values))

    def test_points_are_those_of_lacuna_sample(self):
        draw = np.random.default_rng(5)
        for seed in (0, 3, 7, 11):
            n = of_random(seed)
            for d in (1, 2, 3):
                points = np.round(draw.uniform(-50, 50, (40, d)), 3)
                points[:4] = draw.uniform(-1e6, 1e6, (4, d))
                with tempfile.NamedTemporaryFile("w", suffix=".toml") as recipe:
                    recipe.write(n.to_toml())
                    recipe.flush()
                    text = "\n".join(",".join(repr(float(at)) for at in point) for point in points)
                    said = command("sample", recipe.name, "--engine", "cpu", text=text)
                self.same_bits(n.points(points, decimal=True), np.array(said.split(), np.float32), n.to_toml())
        n = lacuna.perlin(seed=2)
        said = command("sample", "perlin", "--seed", 2, "--engine", "cpu", "--at=0.3,0.1,-2.7,0.9")
        self.same_bits(n.points([[0.3, 0.1, -2.7, 0.9]], decimal=True), np.array(said.split(), np.float32))

    def test_coordinates_are_binary_numbers_or_the_decimals_that_they_print_as(self):
        # A tenth lies at a lattice point, where the noise is 0, and its double a 2^-23 of a cell behind it.
        n = lacuna.perlin(frequency=20_000_000_000)
        tenth = np.array([0.1])
        exact = n.points(tenth[:, None], decimal=True)
        self.assertEqual(exact[0], 0)
        self.assertNotEqual(n(tenth)[0], 0)
        self.same_bits(n.points(tenth[:, None]), n(tenth))
        # The double of a tenth, written out.
        self.same_bits(n(tenth), np.array(command("sample", "perlin", "--frequency", 20_000_000_000, "--at=0.1000000000000000055511151231257827", "--engine", "cpu").split(), np.float32))
        # Binary fractions are decimals.
        at = np.arange(-64, 64) / 64
        m = lacuna.preset("marble")[0]
        self.same_bits(m(at, at[::-1]), m.points(np.stack([at, at[::-1]], -1), decimal=True))

    def test_a_grid_is_its_points(self):
        for n in (lacuna.perlin(seed=1).fbm(), lacuna.cellular(seed=2), lacuna.preset("octave-perlin")):
            at = (np.arange(32) + 0.5) / 4
            self.same_bits(n.grid((32, 32)), n(at, at, outer=True))

    def test_gradients_are_those_of_derivative_nodes(self):
        for seed in (1, 4, 9, 17):
            n = of_random(seed)
            text = n.to_toml().replace(f'output = "{n.output}"', 'output = ["' + n.output + '", "dx", "dy"]')
            for axis in "xy":
                text += f'\n[nodes.d{axis}]\nkind = "derivative"\nsource = "{n.output}"\naxis = "{axis}"\n'
            native = lacuna.from_toml(text)
            expected = baked(native, *OPTIONS)
            self.same_bits(n.with_gradient(2).grid((23, 37), region=REGION), expected, n.to_toml())
        n = lacuna.perlin(seed=4).fbm()
        x, y = np.random.default_rng(1).uniform(-4, 4, (2, 30))
        found = n.gradient(x, y)
        self.assertEqual(found.shape, (30, 2))
        self.same_bits(found[:, 1], n.derivative(axis="y")(x, y))
        step = 1e-3
        np.testing.assert_allclose(found[:, 0], (n(x + step, y) - n(x - step, y)) / (2 * step), atol=0.02)
        self.assertEqual(n.gradient(0.5, 0.25, 0.125).shape, (3,))
        self.refused("derivatives along x, y and z", n.gradient, 1, 2, 3, 4)

    def test_seeds_are_those_of_the_command(self):
        for n in (lacuna.perlin().fbm(octaves=3), lacuna.preset("terrain-warped")):
            seeds = [0, 7, -1, 2**64 - 1]
            found = n.grid((12, 16), region=REGION, seeds=seeds)
            self.assertEqual(found.shape[0], 4)
            for one, seed in zip(found, seeds):
                self.same_bits(one, baked(n, "--region=-1.1,0.3,6.7,5.05", "--size", "16x12", f"--seed={seed}"), seed)
            self.same_bits(n.grid((12, 16), region=REGION, seeds=np.array([7], np.int32))[0], found[1])
        self.refused("no node takes it", lacuna.constant().grid, (4, 4), seeds=[1])

    def test_files_are_the_command_s(self):
        n = lacuna.preset("marble")
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            told = []
            files = n.bake(folder / "a.png", size=(40, 30), region=(0, 0, "4", 3), progress=lambda *all: told.append(all))
            self.assertEqual(files, [str(folder / "a.png")])
            command("bake", "marble", "--size", "40x30", "--region", "0,0,4,3", "-o", folder / "b.png", "--engine", "cpu")
            self.assertEqual((folder / "a.png").read_bytes(), (folder / "b.png").read_bytes())
            self.assertTrue(told and all(stage in ("bake", "name", "wait") and done <= total for stage, done, total in told), told)
            self.assertEqual(lacuna.load(folder / "b.png"), n)
            self.refused("exists; force=True overwrites it", n.bake, folder / "a.png", size=40, error=FileExistsError)
            n.bake(folder / "a.png", size=40, force=True, depth=8, range="auto", threads=1)
            n.bake(folder / "d.png", size=20, samples=3)
            command("bake", "marble", "--size", "20", "--samples", "3", "-o", folder / "e.png", "--engine", "cpu")
            self.assertEqual((folder / "d.png").read_bytes(), (folder / "e.png").read_bytes())
            self.refused("samples 9: give 1 to 8", n.bake, folder / "f.png", size=20, samples=9)
            self.refused("format", n.bake, folder / "a.none")
            self.refused("depth", n.bake, folder / "c.png", depth=32)
            self.refused("there is no folder", n.bake, folder / "none" / "a.png", size=4, error=FileNotFoundError)

    def test_materials_are_the_command_s(self):
        n = lacuna.preset("bricks")
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for target in ["godot", "gltf"]:
                files = n.bake(f"{folder / target}/", size=16, material=target)
                command("bake", "bricks", "--size", "16", "--material", target, "-o", f"{folder}/of-{target}/", "--engine", "cpu")
                found = {pathlib.Path(file).name for file in files}
                self.assertEqual({path.name for path in (folder / target).iterdir()} - found, {"godot.tres"} if target == "godot" else set())
                for name in ["albedo", "orm", "normal"] if target == "godot" else []:
                    own = lacuna.load(folder / target / f"godot_{name}.png")
                    self.assertEqual(own, lacuna.load(folder / "of-godot" / f"bricks_{name}.png"))
            self.refused("material: no program `unrea` is known", n.bake, f"{folder}/x/", material="unrea")
            self.refused("go into a folder", n.bake, folder / "x.png", size=16, material="unreal")

    def test_grids_have_the_means_that_files_have(self):
        text = 'version = 2\nnodes.a = { kind = "perlin", frequency = 5 }\noutputs.a = { channels = "a", samples = 3 }\n'
        fine = lacuna.from_toml(text.replace(", samples = 3", "")).grid((36, 48), region=REGION)
        found = lacuna.from_toml(text).grid((12, 16), region=REGION)
        means = fine.reshape(12, 3, 16, 3).mean(axis=(1, 3), dtype=np.float64)
        self.assertLess(np.abs(found - means).max(), 1e-6)

    def test_a_folder_takes_outputs_of_more_channels_than_one_evaluation_has(self):
        white = lambda seed: f'{{ kind = "white", seed = {seed} }}'
        outputs = {f"o{n}": ", ".join(white(4 * n + channel) for channel in range(4)) for n in range(5)}
        tables = "".join(f"[outputs.{name}]\nchannels = [{channels}]\n" for name, channels in outputs.items())
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "many.toml").write_text(f'version = 2\noutput = "o0"\n{tables}')
            (folder / "all").mkdir()
            files = lacuna.load(folder / "many.toml").bake(folder / "all", size=16)
            self.assertEqual(files, [str(folder / "all" / f"{name}.png") for name in outputs])
            for name in outputs:
                alone = folder / f"{name}.png"
                command("bake", folder / "many.toml", "--output", name, "--size", "16", "-o", alone, "--engine", "cpu")
                self.assertEqual((folder / "all" / f"{name}.png").read_bytes(), alone.read_bytes(), name)


if __name__ == "__main__":
    main()
