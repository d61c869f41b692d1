// What kernels loop over: the octaves of a basis, with the places of their coordinates and their weights.
import { PLACE, place, single } from "./place.js";
import { keyOf, octaveOffset, seedOf } from "./seed.js";

function inRange(name, value, least, most, isWhole) {
    if (!(value >= least && value <= most) || (isWhole && !Number.isInteger(value))) {
        throw new RangeError(`${name}: ${value} is no ${isWhole ? "whole " : ""}number from ${least} to ${most}`);
    }
    return value;
}

/** A decimal number as a ratio: 0.1 is exactly 1/10. */
function ratio(number) {
    const [, whole, part = "", power = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number));
    const exponent = Number(power) - part.length;
    const digits = BigInt(whole + part);
    return exponent < 0 ? [digits, 10n ** BigInt(-exponent)] : [digits * 10n ** BigInt(exponent), 1n];
}

const bitsOf = (value) => value.toString(2).length;

/** The quotient nearest to a ratio, halves up. */
const rounded = (numer, denom) => (2n * numer + denom) / (2n * denom);

/** A power of the lacunarity: a whole number unchanged, any other with 64 significant bits. */
function to64Bits(numer, denom) {
    if (numer % denom === 0n) {
        return [numer / denom, 1n];
    }
    const scaled = (shift) => (shift < 0 ? rounded(numer, denom << BigInt(-shift)) : rounded(numer << BigInt(shift), denom));
    let shift = 64 - (bitsOf(numer) - bitsOf(denom));
    if (bitsOf(scaled(shift)) > 64) {
        shift -= 1;
    }
    return shift < 0 ? [scaled(shift) << BigInt(-shift), 1n] : [scaled(shift), 1n << BigInt(shift)];
}

/** The weights of the octaves, as f32. Their sum is 1. */
function weightsOf(count, gain) {
    const amplitudes = [1];
    while (amplitudes.length < Math.ceil(count)) {
        amplitudes.push(amplitudes[amplitudes.length - 1] * gain);
    }
    const last = count - Math.floor(count);
    amplitudes[amplitudes.length - 1] *= last > 0 ? last : 1;
    const sum = amplitudes.reduce((sum, amplitude) => sum + amplitude, 0);
    const weights = amplitudes.map((amplitude) => single(amplitude / sum));
    // The largest absorbs the rounding, so that their sum in f32 is 1.
    const largest = weights.reduce((best, weight, at) => (weight >= weights[best] ? at : best), 0);
    for (let turn = 0; turn < 4; turn += 1) {
        const total = weights.reduce((sum, weight) => Math.fround(sum + weight), 0);
        weights[largest] = Math.fround(weights[largest] + Math.fround(1 - total));
    }
    return weights;
}

/** Simplex noise has its points at their coordinates minus a number of this times their sum. */
const UNSKEWED = 1n << 24n;

/**
 * What kernels take, in some axes. `unskew` is that of simplex noise, in units of 2^-24; other noise has 0.
 */
export function octavesOf(axes, unskew, options = {}, fractal = {}) {
    const seed = seedOf(options.seed ?? 0);
    const count = fractal.octaves === undefined ? 1 : inRange("octaves", fractal.octaves, 0.001, 32, false);
    const weights = weightsOf(count, inRange("gain", fractal.gain ?? 0.5, 0, 16, false));
    const [numer, denom] = ratio(inRange("lacunarity", fractal.lacunarity ?? 2, 0.01, 100, false));
    const period = options.period ?? 0;
    const periods = axes.map((_, axis) => inRange("period", Array.isArray(period) ? (period[axis] ?? 0) : period, 0, 2 ** 30, true));
    if (unskew !== 0n && periods.some((cells) => cells !== 0)) {
        throw new RangeError("period: simplex noise has none; leave it out, or take perlin noise");
    }
    const ratios = [];
    let power = [1n, 1n];
    weights.forEach((_, octave) => {
        const [above, below] = to64Bits(...power);
        const offsets = axes.map((_, axis) => octaveOffset(seed, octave, axis));
        const sum = offsets.reduce((sum, offset) => sum + offset, 0n);
        // In 2^-64 cells.
        const skew = (unskew * sum) << 8n;
        axes.forEach((_, axis) => {
            const offset = (offsets[axis] << 32n) - skew;
            if (periods[axis] === 0) {
                ratios.push([above, below, offset, 0n]);
            } else {
                const cells = rounded(power[0] * BigInt(periods[axis]), power[1]);
                inRange(`period of octave ${octave + 1}`, Number(cells), 1, 2 ** 30, false);
                ratios.push([cells, BigInt(periods[axis]), offset, cells]);
            }
        });
        if (unskew !== 0n) {
            const inverse = UNSKEWED - unskew * BigInt(axes.length);
            axes.forEach((_, axis) => ratios.push([above * unskew, below * inverse, axis === 0 ? skew : 0n, 0n]));
        }
        power = [power[0] * numer, power[1] * denom];
    });
    const places = ratios.map(([numer, denom, offset, period]) => place(numer, denom, offset, Number(period)));
    const isSkew = (index) => unskew !== 0n && index % (2 * axes.length) >= axes.length;
    const [low, high] = keyOf(seed);
    return {
        low,
        high,
        isShift: places.every((place, index) => isSkew(index) || place[PLACE - 2] === 1),
        places: Float64Array.from(places.flat()),
        ratios,
        weights: Float64Array.from(weights),
        offset: single(inRange("offset", fractal.offset ?? 1, -100, 100, false)),
        // Below 0 the octaves are summed as they are.
        feedback: fractal.isRidged ? single(inRange("feedback", fractal.feedback ?? 2, 0, 100, false)) : -1,
        output: 0,
        jitter: 0,
    };
}

const OUTPUTS = { f1: 0, f2: 1, f2_minus_f1: 2, cell_value: 3, point_x: 5, point_y: 6, point_z: 7 };

/** The options of cellular noise. */
export function cellularOf(k, dimensions, options = {}) {
    const output = options.output ?? "f1";
    k.output = Object.hasOwn(OUTPUTS, output) ? OUTPUTS[output] : -1;
    if (k.output < 0 || k.output - 4 > dimensions) {
        throw new RangeError(`output: ${output} is none of ${Object.keys(OUTPUTS).slice(0, 4 + dimensions).join(", ")}`);
    }
    k.jitter = single(inRange("jitter", options.jitter ?? 1, 0, 1, false));
    return k;
}

/** The options of a sum of octaves. */
export const summed = (options, isRidged = false) => ({ ...options, octaves: options.octaves ?? 6, isRidged });

/** The fBm of a function, or of another one that the options name. */
export const fbmOf = (basis) => ({ of = basis, ...options } = {}) => of(options, summed(options));
