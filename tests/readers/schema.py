"""Checks documents with other people's validator of JSON schemas, for the tests of the one that lacuna prints.

The argument is a file of JSON: {"schema": ..., "documents": [...]}. For each document a line of JSON says what is wrong with it, a list of texts. Exits
with 77 where the validator is missing.
"""

import json
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)

with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)
Draft202012Validator.check_schema(task["schema"])
validator = Draft202012Validator(task["schema"])
for document in task["documents"]:
    print(json.dumps([f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]))
