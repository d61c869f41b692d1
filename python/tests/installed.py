"""The package, used as it is installed: `python python/tests/installed.py`, with NumPy and nothing else that the tests need."""

import importlib.metadata
import importlib.util
import pathlib
import shutil
import subprocess
import sysconfig
import tempfile

import lacuna_noise as lacuna
import lacuna_noise.dask
import numpy as np


def the_distribution_is_whole():
    found = importlib.metadata.distribution("lacuna-noise")
    assert found.version == lacuna.__version__, (found.version, lacuna.__version__)
    files = {file.name for file in found.files}
    licences = found.metadata.get_all("License-File")
    assert {"LICENSE-APACHE", "LICENSE-MIT"} <= set(licences), licences
    assert {*licences, "py.typed", "__init__.pyi", "lacuna-python.cyclonedx.json"} <= files, sorted(files)
    # Not the library's, which a source distribution has, too.
    assert found.metadata.get_payload().startswith("# lacuna-noise\n"), found.metadata.get_payload()[:99]
    [engine] = found.entry_points.select(group="xarray.backends")
    assert engine.name == "lacuna" and importlib.util.find_spec(engine.module), engine


def the_command_bakes_what_the_module_evaluates():
    command = shutil.which("lacuna", path=sysconfig.get_path("scripts"))
    assert command, f"no command in {sysconfig.get_path('scripts')}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([command, "bake", "perlin", "-o", folder / "x.png"], check=True)
        subprocess.run([command, "bake", "marble", "--engine", "cpu", "--size", "64", "-o", folder / "x.npy"], check=True)
        assert lacuna.load(folder / "x.png") == lacuna.perlin()
        assert np.array_equal(np.load(folder / "x.npy"), lacuna.load(folder / "x.npy").grid((64, 64)))


def dask_is_used_where_it_is_installed():
    node = lacuna.perlin(seed=7)
    try:
        array = lacuna_noise.dask.grid(node, (64, 64), 20)
    except ImportError as error:
        assert importlib.util.find_spec("dask") is None and "run: pip install 'lacuna-noise[dask]'" in str(error), error
    else:
        assert np.array_equal(array.compute(), node.grid((64, 64)))


if __name__ == "__main__":
    the_distribution_is_whole()
    the_command_bakes_what_the_module_evaluates()
    dask_is_used_where_it_is_installed()
