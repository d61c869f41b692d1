"""Recipes as Zarr: a read-only store whose chunks are evaluated where they are read, and worlds written to files in parts. It needs ``zarr`` 3.

``python -m lacuna_noise.zarr hills.toml --shape 100000 100000`` serves a store to other programs.
"""

from __future__ import annotations

import argparse
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

from . import load, preset, presets
from ._store import RecipeStore
from ._stored import Check, check, write

__all__ = ["Check", "RecipeStore", "Server", "check", "write"]


class Server:
    """A web server of a store's keys, for tools that read Zarr and are not Python: GDAL, browsers, viewers of volumes.

    ``with Server(store) as server`` serves ``server.url`` on threads of its own until the block ends; ``close`` ends it, too. Only programs of this machine reach it
    unless ``host`` says otherwise. A ``port`` of 0 takes one that is free. Read it from another process: a library that keeps Python's lock while it waits, as GDAL
    may, would wait for ever in this one.
    """

    def __init__(self, store: RecipeStore, *, host: str = "127.0.0.1", port: int = 0) -> None:
        handler = type("Handler", (_Handler,), {"store": store})
        self._server = ThreadingHTTPServer((host, port), handler)
        self.url = f"http://{host}:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Server({self.url})"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store: RecipeStore

    def do_HEAD(self) -> None:
        length = self.store._length(self._key())
        if length is None:
            self.send_error(404)
        else:
            self._head(200, length)

    def do_GET(self) -> None:
        try:
            found = self.store._bytes(self._key())
        except ValueError as error:
            self.send_error(500, explain=str(error))
            return
        if found is None:
            self.send_error(404)
            return
        asked = self.headers.get("Range")
        span = None if asked is None else re.fullmatch(r"bytes=(\d*)-(\d*)", asked)
        if span is None or span[0] == "bytes=-":
            self._head(200, len(found))
        else:
            first, last = span.groups()
            start, end = (int(first), int(last or len(found) - 1) + 1) if first else (max(len(found) - int(last), 0), len(found))
            end = min(end, len(found))
            if start >= end:
                self._head(416, 0, f"bytes */{len(found)}")
                return
            self._head(206, end - start, f"bytes {start}-{end - 1}/{len(found)}")
            found = found[start:end]
        self.wfile.write(found)

    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).strip("/")

    def _head(self, status: int, length: int, span: str | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Accept-Ranges", "bytes")
        # Pages of any site may read it.
        self.send_header("Access-Control-Allow-Origin", "*")
        if span is not None:
            self.send_header("Content-Range", span)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lacuna_noise.zarr", description="Serves a recipe as a Zarr store, until Ctrl-C.")
    parser.add_argument("source", help="a recipe's file, a file that lacuna baked, or the name of a preset")
    parser.add_argument("--shape", type=int, nargs="+", default=[1024, 1024], metavar="N", help="samples along each axis, x last")
    parser.add_argument("--chunks", type=int, default=512, metavar="N", help="samples along each axis of a chunk")
    parser.add_argument("--region", nargs="+", metavar="N", help="x0 y0 x1 y1, in units")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="0 takes one that is free")
    asked = parser.parse_args()
    try:
        node = preset(asked.source) if asked.source in presets() else load(asked.source)
        store = RecipeStore(node, asked.shape, chunks=asked.chunks, region=asked.region)
        server = Server(store, port=asked.port)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        parser.error(str(error))
    with server:
        print(server.url, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
