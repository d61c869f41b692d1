"""What the pages show runs."""

import importlib.util
import json
import os
import re
import tempfile

from common import ALL, PACKAGE, Case, main

PAGES = (PACKAGE / "README.md", PACKAGE.parent / "docs/src/guide/python.md", PACKAGE.parent / "docs/src/guide/worlds.md")
BLOCK = re.compile(r"(?:<!-- needs: (?P<needs>.*?) -->\n)?```python\n(?P<code>.*?)```", re.DOTALL)


class Pages(Case):
    def test_every_example_runs(self):
        seen = 0
        for page in PAGES:
            names = {}
            with tempfile.TemporaryDirectory() as folder:
                before = os.getcwd()
                os.chdir(folder)
                try:
                    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
                        needs = (block["needs"] or "").split(", ")
                        missing = [name for name in needs if name and importlib.util.find_spec(name) is None]
                        self.assertFalse(missing and ALL, f"{missing} must be installed")
                        if not missing:
                            exec(compile(block["code"], str(page), "exec"), names)
                            seen += 1
                finally:
                    os.chdir(before)
        self.assertGreater(seen, 4)

    def test_every_cell_of_the_notebook_runs(self):
        notebook = json.loads((PACKAGE / "examples/noise.ipynb").read_text(encoding="utf-8"))
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(cells), 4)
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                for cell in cells:
                    exec(compile(cell, "noise.ipynb", "exec"), names)
            finally:
                os.chdir(before)


if __name__ == "__main__":
    main()
