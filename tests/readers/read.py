"""Reads pictures with other people's readers, for the tests of what the encoders write.

Each argument is FILE, FILE@LEVEL, a level of a mip-mapped texture, FILE@FRAME, a frame of an animated PNG (.apng), or FILE@shown, which lets the reader multiply
colours by alpha as it does by itself. For each, the samples are written to ARGUMENT.f64 (little-endian, row-major, channels interleaved; unless shown, as the file has
them: no gamma, no alpha multiplied), and a line of JSON says what was read. Exits with 77 where a reader is missing.
"""

import json
import sys

try:
    import numpy
    import OpenImageIO
    import PIL.Image
    import PIL.TiffImagePlugin
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)


def with_numpy(path):
    samples = numpy.load(path)
    facts = {"type": str(samples.dtype), "channels": [], "attributes": {}}
    return samples, facts


def with_pillow(path, frame):
    picture = PIL.Image.open(path)
    picture.seek(frame)
    samples = numpy.asarray(picture)
    facts = {"frames": getattr(picture, "n_frames", 1), "milliseconds": picture.info.get("duration"), "plays": picture.info.get("loop")}
    return samples, {"type": str(samples.dtype), "channels": list(picture.getbands()), "attributes": {}} | facts


def with_openimageio(path, level, is_shown):
    raw = OpenImageIO.ImageSpec()
    raw.attribute("oiio:UnassociatedAlpha", 0 if is_shown else 1)
    picture = OpenImageIO.ImageInput.open(path, raw)
    if picture is None:
        raise SystemExit(f"{path}: {OpenImageIO.geterror()}")
    if not picture.seek_subimage(0, level):
        raise SystemExit(f"{path}: no level {level}")
    spec = picture.spec()
    samples = picture.read_image(0, level, 0, spec.nchannels, spec.format)
    if samples is None:
        raise SystemExit(f"{path}: {picture.geterror()}")
    attributes = {attribute.name: str(attribute.value) for attribute in spec.extra_attribs}
    return samples, {"type": str(spec.format), "channels": list(spec.channelnames), "attributes": attributes}


def tags_of(path):
    """Returns all tags of a TIFF by number, also of pictures that Pillow can't open."""
    with open(path, "rb") as file:
        tags = PIL.TiffImagePlugin.ImageFileDirectory_v2(file.read(8))
        file.seek(tags.next)
        tags.load(file)
        return {str(tag): list(value) if isinstance(value, tuple) else [value] for tag, value in dict(tags).items()}


for argument in sys.argv[1:]:
    path, _, level = argument.partition("@")
    is_shown = level == "shown"
    level = 0 if is_shown else int(level or 0)
    if path.endswith(".npy"):
        samples, facts = with_numpy(path)
    elif path.endswith((".apng", ".qoi")):
        samples, facts = with_pillow(path, level)
    else:
        samples, facts = with_openimageio(path, level, is_shown)
    if samples.ndim == 2:
        samples = samples[:, :, None]
    if path.endswith(".tiff"):
        facts["tags"] = tags_of(path)
    # A second opinion, where there is one without conversions.
    if path.endswith((".png", ".bmp", ".webp")) and samples.dtype == numpy.uint8 and not is_shown:
        second = numpy.asarray(PIL.Image.open(path))
        second = second[:, :, None] if second.ndim == 2 else second
        facts["pillow_agrees"] = bool(second.shape == samples.shape and (second == samples).all())
    facts["shape"] = list(samples.shape)
    samples.astype("<f8").tofile(argument + ".f64")
    print(json.dumps(facts, default=str))
