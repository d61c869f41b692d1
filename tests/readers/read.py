"""Reads pictures with other people's readers, for the tests of what the encoders write.

Each argument is FILE, FILE@LEVEL, a level of a mip-mapped texture, or FILE@FRAME, a frame of an animated PNG (.apng). For each, the samples are written to ARGUMENT.f64 (little-endian, row-major,
channels interleaved, as the file has them: no gamma, no alpha multiplied), and a line of JSON says what was read. Exits with 77 where a reader is
missing.
"""

import json
import sys

try:
    import numpy
    import OpenImageIO
    import PIL.Image
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


def with_openimageio(path, level):
    raw = OpenImageIO.ImageSpec()
    raw.attribute("oiio:UnassociatedAlpha", 1)
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


for argument in sys.argv[1:]:
    path, _, level = argument.partition("@")
    if path.endswith(".npy"):
        samples, facts = with_numpy(path)
    elif path.endswith((".apng", ".qoi")):
        samples, facts = with_pillow(path, int(level or 0))
    else:
        samples, facts = with_openimageio(path, int(level or 0))
    if samples.ndim == 2:
        samples = samples[:, :, None]
    # A second opinion, where there is one without conversions.
    if path.endswith((".png", ".bmp", ".webp")) and samples.dtype == numpy.uint8:
        second = numpy.asarray(PIL.Image.open(path))
        second = second[:, :, None] if second.ndim == 2 else second
        facts["pillow_agrees"] = bool(second.shape == samples.shape and (second == samples).all())
    facts["shape"] = list(samples.shape)
    samples.astype("<f8").tofile(argument + ".f64")
    print(json.dumps(facts))
