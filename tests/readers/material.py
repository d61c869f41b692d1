"""Reads the files of a material with other people's readers, for the tests of what bakes for other programs write.

Each argument is a file. For each a line of JSON says what was read: the channels of a picture by OpenImageIO, the keys of a Godot resource by godot_parser, the
inputs of a valid MaterialX document by its own package. Exits with 77 where a reader is missing.
"""

import json
import sys

try:
    import godot_parser
    import MaterialX
    import OpenImageIO
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)


def picture(path):
    spec = OpenImageIO.ImageInput.open(path).spec()
    return {"channels": list(spec.channelnames), "type": str(spec.format), "size": [spec.width, spec.height]}


def resource(path):
    found = godot_parser.load(path)
    textures = {texture.id: texture.path for texture in found.get_ext_resources()}
    keys = dict(found.find_section("resource").properties)
    shown = {key: textures[value.id] if isinstance(value, godot_parser.ExtResource) else value for key, value in keys.items()}
    return {"kind": found.find_section("gd_resource").header.attributes["type"], "keys": shown}


def document(path):
    library = MaterialX.createDocument()
    MaterialX.loadLibraries(MaterialX.getDefaultDataLibraryFolders(), MaterialX.getDefaultDataSearchPath(), library)
    found = MaterialX.createDocument()
    MaterialX.readFromXmlFile(found, path)
    found.setDataLibrary(library)
    is_valid, why = found.validate()
    if not is_valid or any(node.getNodeDef() is None for node in found.getNodes()):
        raise SystemExit(f"{path}: {why or 'a node has no definition'}")
    files, inputs = {}, {}
    for node in found.getNodes():
        if node.getInput("file"):
            files[node.getName()] = node.getInputValue("file")
        if node.getCategory() == "open_pbr_surface":
            inputs = {each.getName(): each.getNodeName() or each.getValue() for each in node.getInputs()}
    return {"materials": [node.getName() for node in found.getMaterialNodes()], "files": files, "inputs": inputs}


READERS = {".png": picture, ".tres": resource, ".mtlx": document}

for argument in sys.argv[1:]:
    print(json.dumps(READERS[argument[argument.rindex("."):]](argument)))
