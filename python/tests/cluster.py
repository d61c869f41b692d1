"""A cluster writes a Zarr while its workers are killed; it has the bits of the whole, and memory stays flat."""

import os
import signal
import tempfile
import threading
import time

import lacuna_noise as lacuna
import numpy as np
import xarray as xr

SIDE, CHUNK = 8192, 512


def main():
    from distributed import Client, LocalCluster

    node = lacuna.perlin(seed=7).fbm(octaves=6)
    array = lacuna.xarray(node, (SIDE, SIDE), region=(0, 0, 512, 512), chunks=CHUNK, name="height")
    with LocalCluster(n_workers=2, threads_per_worker=1, memory_limit="600MB", dashboard_address=None) as cluster, Client(cluster) as client:
        killed = []

        def kill():
            for _ in range(2):
                time.sleep(1.5)
                # Whoever restarts it is its nanny.
                pids = list(client.run(os.getpid).values())
                os.kill(pids[0], signal.SIGKILL)
                killed.append(pids[0])

        killer = threading.Thread(target=kill)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "height.zarr")
            killer.start()
            array.to_dataset().to_zarr(path)
            killer.join()
            written = xr.open_zarr(path).height
            for row, column in ((0, 0), (5000, 7000), (SIDE - 300, 17)):
                part = (slice(row, row + 300), slice(column, column + 300))
                found = written[part].values
                assert np.array_equal(found.view(np.uint32), node.grid((SIDE, SIDE), region=(0, 0, 512, 512), part=part).view(np.uint32))
        assert len(killed) == 2, killed


if __name__ == "__main__":
    main()
