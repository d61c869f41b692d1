"""Reads pictures with other people's readers, for the tests of what the encoders write.

Each argument is FILE or FILE@LEVEL, a level of a mip-mapped texture. For each, the samples are written to ARGUMENT.f64 (little-endian, row-major,
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
    samples, facts = with_numpy(path) if path.endswith(".npy") else with_openimageio(path, int(level or 0))
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
