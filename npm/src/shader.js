// Noise as texts of shaders, with the bits of the functions in JavaScript.
import { octavesOf } from "./octaves.js";
import { floored } from "./place.js";

const MOST_OCTAVES = 12;
/** The words of a product that places one octave of simplex noise. */
const WORDS = 6;
const MASK = 0xffffffffn;

/** Products of these words, each a factor and a summand from the lowest on, are the position in 2^32 cells: see shaders/export/module.wgsl. */
function wordsOf([numer, denom, offset]) {
    // Steps count from -2^31 units on.
    const factor = numer << 64n;
    const summand = ((offset * denom) << 32n) - (factor << 63n);
    const divisor = denom << 128n;
    const ceiling = (number) => BigInt.asUintN(32 * WORDS, -floored(-number << BigInt(32 * WORDS), divisor));
    const [a, b] = [factor, summand].map(ceiling);
    return Array.from({ length: WORDS }, (_, word) => [a, b].map((number) => Number((number >> BigInt(32 * word)) & MASK)));
}

/** Where an octave's cells begin: the power of two, and the offset, from -2^31 units on. */
function shiftOf(octave, offset) {
    const origin = 1n << BigInt(95 + octave);
    return [octave, Number(((offset - origin) >> 32n) & MASK), Number(((offset - origin) >> 64n) & MASK)];
}

const padded = (list, none) => Array.from({ length: MOST_OCTAVES }, (_, at) => list[at] ?? none);

/** The languages, with how they write a list of words and a number. */
export const GLSL = { vector: (words) => `uvec${words.length}(${words.map((word) => `${word}u`)})`, suffix: "" };
export const WGSL = { vector: (words) => `vec${words.length}<u32>(${words.map((word) => `${word}u`)})`, suffix: "f" };

/** Returns a text with what depends on the options. */
export function shaderOf({ vector, suffix }, text, axes, unskew, options = {}, fractal = {}) {
    const name = options.name ?? "noise";
    if (!/^[A-Za-z]([A-Za-z0-9]|_(?!_))*$/.test(name) || name.endsWith("_") || name.length > 32) {
        throw new RangeError(`name: ${name} is none of 1 to 32 letters, digits and single underscores that begins with a letter`);
    }
    if ((fractal.lacunarity ?? 2) !== 2 || (options.period ?? 0) !== 0 || (fractal.octaves ?? 1) > MOST_OCTAVES) {
        throw new RangeError("shaders here have a lacunarity of 2, at most 12 octaves, and no period; `lacuna export` makes any others");
    }
    const k = octavesOf(axes, unskew, options, fractal);
    const stride = k.ratios.length / k.weights.length;
    const octaves = Array.from(k.weights, (_, octave) => k.ratios.slice(octave * stride, (octave + 1) * stride));
    const lists = {
        OCTAVES_0: padded(Array.from(k.weights, (weight) => `${Number.isInteger(weight) ? weight.toFixed(1) : weight}${suffix}`), `0.0${suffix}`),
        PLACES: padded([], null).flatMap((_, octave) => (stride > axes.length && octaves[octave] ? wordsOf(octaves[octave][axes.length]) : Array(WORDS).fill([0, 0])).map(vector)),
    };
    for (let axis = 0; axis < 4; axis += 1) {
        // Those after the axes are of the skew, without offsets.
        const shift = (ratios, octave) => vector(axis < axes.length ? shiftOf(octave, ratios[axis][2]) : [octave, 0, 0]);
        lists[`SHIFTS_${axis}`] = padded(octaves.map(shift), vector([0, 0, 0]));
    }
    const words = { KEY: [k.low, k.high].map((word) => `${word >>> 0}u`), COUNT: `${octaves.length}u`, ...lists };
    const filled = text.replace(/\$([A-Z_0-9]+)/g, (_, word) => (Array.isArray(words[word]) ? words[word].join(", ") : words[word]));
    return filled.replace(/\bnoise(?=\(|_)/g, name);
}
