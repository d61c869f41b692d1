"""Threads, forks and other processes get the same bits."""

import concurrent.futures
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

import lacuna_noise as lacuna
import numpy as np

from common import COMMAND, Case, main

N = lacuna.perlin(seed=7).fbm(octaves=4)
SHAPE = (300, 400)


def job(arguments):
    node, part = arguments
    return node.grid(SHAPE, part=part)


class Processes(Case):
    def test_threads_get_the_same_bits_at_once(self):
        expected = [N.grid(SHAPE, seeds=[seed])[0] for seed in range(8)]
        fresh = lacuna.from_toml(N.to_toml())
        for count in (None, 1, 2, 7, 1024):
            self.same_bits(fresh.grid(SHAPE, threads=count), N.grid(SHAPE, threads=1))
            x = np.random.default_rng(1).uniform(-9, 9, 5000)
            self.same_bits(fresh(x, x, threads=count), N(x, x, threads=1))
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for found, one in zip(pool.map(lambda seed: N.grid(SHAPE, seeds=[seed])[0], range(8)), expected):
                self.same_bits(found, one)

    def test_the_lock_is_given_back_while_samples_are_evaluated(self):
        ticks = []
        is_done = threading.Event()

        def tick():
            while not is_done.is_set():
                ticks.append(time.perf_counter())
                time.sleep(0.001)

        ticker = threading.Thread(target=tick)
        ticker.start()
        started = time.perf_counter()
        while time.perf_counter() - started < 0.1 or len(ticks) < 3:
            lacuna.cellular(dimensions=3).fbm(octaves=8).grid((512, 512))
        ended = time.perf_counter()
        is_done.set()
        ticker.join()
        self.assertGreater(len([at for at in ticks if started < at < ended]), 2)

    def test_a_fork_evaluates_by_threads_of_its_own(self):
        if not hasattr(os, "fork"):
            self.skipTest("no fork")
        expected = N.grid(SHAPE)
        picture = N._repr_png_()
        for _ in range(2):
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                ok = False
                try:
                    same = np.array_equal(N.grid(SHAPE).view(np.uint32), expected.view(np.uint32))
                    x = np.linspace(0, 9, 10_000)
                    N(x, x)
                    ok = same and N._repr_png_() == picture
                    with tempfile.TemporaryDirectory() as folder:
                        N.bake(pathlib.Path(folder, "a.png"), size=128, range="auto", depth=8)
                finally:
                    os.write(write, b"y" if ok else b"n")
                    os._exit(0)
            os.close(write)
            deadline = time.monotonic() + 60
            while os.waitpid(child, os.WNOHANG) == (0, 0):
                if time.monotonic() > deadline:
                    os.kill(child, signal.SIGKILL)
                    self.fail("the child hangs")
                time.sleep(0.01)
            self.assertEqual(os.read(read, 1), b"y")
            os.close(read)
        self.same_bits(N.grid(SHAPE), expected)

    def test_the_number_of_threads_is_set_for_all_calls_and_kept_by_forks(self):
        if sys.platform != "linux":
            self.skipTest("no list of threads")
        script = """
import os, time
import lacuna_noise as lacuna
def threads():
    names = []
    for number in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{number}/comm") as file:
            names.append(file.read().startswith("lacuna"))
    return sum(names)
def check(count):
    lacuna.perlin().grid((300, 400))
    deadline = time.monotonic() + 30
    while threads() != count and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threads() == count, (threads(), count)
check(5)
child = os.fork()
if child == 0:
    check(5)
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
lacuna.set_threads(6)
check(5 + 6)
# A call may have more than the pool of all calls.
lacuna.set_threads(1)
usual = len(os.sched_getaffinity(0))
lacuna.perlin().grid((300, 400), threads=1024)
check(5 + 6 + (usual if usual not in (5, 6) else 0) + (usual > 1))
"""
        told = {**os.environ, "LACUNA_THREADS": "5"}
        done = subprocess.run([sys.executable, "-c", script], env=told, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in ("0", "1025", "two", "", "1.5"):
            done = subprocess.run([sys.executable, "-c", "import lacuna_noise"], env={**told, "LACUNA_THREADS": text}, capture_output=True, text=True)
            self.assertIn(f"LACUNA_THREADS: {text!r}; give 1 to 1024", done.stderr)
            done = subprocess.run([COMMAND, "bake", "perlin", "-o", "a.png"], env={**told, "LACUNA_THREADS": text}, capture_output=True, text=True)
            self.assertIn("give 1 to 1024, here or in LACUNA_THREADS", done.stderr)
        for option, threads in (([], 5), (["--threads", "2"], 2)):
            with tempfile.TemporaryDirectory() as folder:
                bake = [COMMAND, "bake", "perlin", "--engine", "cpu", "--size", "16", "-o", os.path.join(folder, "a.png"), *option]
                self.assertIn(f"cpu ({threads} threads)", subprocess.run(bake, env=told, capture_output=True, text=True).stderr)
        for count, error in ((0, ValueError), (1025, ValueError), (1.5, TypeError), (True, TypeError), (None, TypeError)):
            self.refused("threads: ", lacuna.set_threads, count, error=error)

    def test_nodes_go_to_other_processes(self):
        parts = [(slice(row, row + 100), slice(0, 400)) for row in range(0, 300, 100)]
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
            blocks = list(pool.map(job, [(N, part) for part in parts]))
        self.same_bits(np.concatenate(blocks), N.grid(SHAPE))

    def test_a_bake_is_ended_by_what_its_callback_raises(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.png")

            def stop(stage, done, total):
                raise RuntimeError("enough")

            with self.assertRaisesRegex(RuntimeError, "enough"):
                lacuna.cellular(dimensions=3).fbm(octaves=12).bake(path, size=4096, progress=stop)
            self.assertEqual(os.listdir(folder), [])

    def test_ctrl_c_ends_whatever_evaluates_at_once(self):
        if os.name != "posix":
            self.skipTest("no signals")
        slow = "lacuna.cellular(dimensions=3).fbm(octaves=16).warp(x=lacuna.sparse().fbm(octaves=8), octaves=6)"
        points = "np.random.default_rng(1).random((5 * 10**6, 2))"
        for work in (
            "n.bake('a.png', size=30000)",
            "n.grid((30000, 30000))",
            f"n.points({points})",
            f"n.points({points}, decimal=True)",
            f"n(*{points}[:30000].T, outer=True)",
            "n.grid((64, 64), seeds=np.arange(20000))",
            "n(0.5, 0.5, seeds=np.arange(10**6))",
        ):
            with tempfile.TemporaryDirectory() as folder:
                script = (
                    # Who starts tests in the background may have them ignore it.
                    "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
                    "import lacuna_noise as lacuna, numpy as np\n"
                    f"n = {slow}\nn(0.0, 0.0)\nprint('go', flush=True)\ntry:\n    {work}\nexcept KeyboardInterrupt:\n    print('ended', flush=True)\n"
                )
                child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=folder, text=True)
                self.addCleanup(child.kill)
                self.assertEqual(child.stdout.readline(), "go\n")
                time.sleep(0.5)
                started = time.monotonic()
                child.send_signal(signal.SIGINT)
                self.assertEqual(child.communicate(timeout=60)[0], "ended\n", work)
                # Half a second on a machine that does nothing else.
                self.assertLess(time.monotonic() - started, 3, work)
                self.assertEqual(os.listdir(folder), [], work)

    def test_the_command_comes_with_the_package(self):
        run = lambda *arguments: subprocess.run(  # noqa: E731
            [sys.executable, "-c", "import sys; from lacuna_noise._command import main; sys.exit(main())", *arguments], capture_output=True, text=True
        )
        done = run("sample", "perlin", "--at", "3.14,42,7", "--engine", "cpu")
        self.assertEqual((done.returncode, done.stdout), (0, "0.13691995\n"), done.stderr)
        done = run("bake", "perlin", "--nothing")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--nothing", done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.png")
            self.assertEqual(run("bake", "perlin", "-o", path, "--size", "64", "--engine", "cpu").returncode, 0)
            self.assertEqual(run("bake", "perlin", "-o", path, "--size", "64", "--engine", "cpu").returncode, 2)
            self.assertEqual(lacuna.load(path), lacuna.perlin())


if __name__ == "__main__":
    main()
