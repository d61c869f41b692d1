"""Two processes write a world in seven parts, and are killed a hundred times. It has the bits of one process's, and a flipped bit is found."""

import pathlib
import random
import subprocess
import sys
import tempfile
import time

import lacuna_noise as lacuna
import numpy as np

SIDE, PARTS, KILLS, REGION = 16384, 7, 100, (0, 0, 512, 512)


def node():
    return lacuna.perlin(seed=7, frequency="0.37").fbm(octaves=6)


def write(path, part):
    return lacuna.zarr.write(node(), path, (SIDE, SIDE), region=REGION, chunks=512, shards=2048, part=(part, PARTS), threads=1)


def main():
    import zarr

    draw, kills = random.Random(1), 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "world.zarr")
        left = list(range(PARTS))
        draw.shuffle(left)
        running = {}
        while left or running:
            while left and len(running) < 2:
                part = left.pop()
                running[part] = subprocess.Popen([sys.executable, __file__, str(path), str(part)])
            time.sleep(draw.uniform(0.1, 0.5))
            for part, process in list(running.items()):
                if process.poll() is None and kills < KILLS and draw.random() < 0.8:
                    process.kill()
                    process.wait()
                    kills += 1
                elif process.poll() is None:
                    continue
                del running[part]
                if process.returncode:
                    left.insert(0, part)
        assert kills == KILLS, kills
        assert lacuna.zarr.write(node(), path, (SIDE, SIDE), region=REGION, chunks=512, shards=2048) == 0
        height = zarr.open_group(path, mode="r")["fbm"]
        for row in range(0, SIDE, 2048):
            part = (slice(row, row + 2048), slice(None))
            expected = node().grid((SIDE, SIDE), region=REGION, part=part)
            assert np.array_equal(np.asarray(height[part]).view(np.uint32), expected.view(np.uint32)), row
        assert lacuna.zarr.check(path, 0.01)
        shard = path / "fbm/c/3/5"
        content = bytearray(shard.read_bytes())
        content[1000] ^= 4
        shard.write_bytes(content)
        found = lacuna.zarr.check(path, 1)
        assert [name for name, _ in found.differ] == ["fbm"], found
        print(f"{found.chunks} chunks, one of which differs")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2])) if len(sys.argv) > 1 else main()
