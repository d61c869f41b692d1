// Noise that is defined to the bit. See README.md.
import {
    cellular2 as cellular2Value,
    cellular2_slope,
    cellular3 as cellular3Value,
    cellular3_slope,
    perlin1 as perlin1Value,
    perlin1_slope,
    perlin2 as perlin2Value,
    perlin2_slope,
    perlin3 as perlin3Value,
    perlin3_slope,
    simplex2 as simplex2Value,
    simplex2_slope,
    simplex3 as simplex3Value,
    simplex3_slope,
    value1 as value1Value,
    value1_slope,
    value2 as value2Value,
    value2_slope,
    value3 as value3Value,
    value3_slope,
} from "./kernels.js";
import { cellularOf, fbmOf, octavesOf, summed } from "./octaves.js";

const X = ["x"];
const XY = ["x", "y"];
const XYZ = ["x", "y", "z"];

/** The numbers of samples, the first place and the distance of a grid, on each axis. */
function gridOf(dimensions, { size, origin = 0, step = 1 } = {}) {
    const each = (value) => Array.from({ length: dimensions }, (_, axis) => (typeof value === "object" ? value[axis] : value));
    const [counts, from, by] = [size, origin, step].map(each);
    if (!counts.every((count) => Number.isInteger(count) && count > 0)) {
        throw new RangeError(`size: ${size} is no list of ${dimensions} whole numbers above 0`);
    }
    return [counts, from, by];
}

function outOf(out, counts) {
    const length = counts.reduce((all, count) => all * count, 1);
    if (out && out.length < length) {
        throw new RangeError(`out: it has room for ${out.length} numbers, and the grid has ${length}`);
    }
    return out ?? new Float32Array(length);
}

function made1(value, slope, k) {
    // The last summand is 0, or NaN where a coordinate is no number.
    const noise = (x) => value(k, x) + 0 * x;
    noise.grid = (out, options) => {
        const [counts, from, by] = gridOf(1, options);
        const into = outOf(out, counts);
        for (let i = 0; i < counts[0]; i += 1) {
            into[i] = noise(from[0] + i * by[0]);
        }
        return into;
    };
    noise.gradient = slope && ((x, out) => (slope(k, x, out), noise(x)));
    return noise;
}

function made2(value, slope, k) {
    const noise = (x, y) => value(k, x, y) + 0 * (x + y);
    noise.grid = (out, options) => {
        const [counts, from, by] = gridOf(2, options);
        const into = outOf(out, counts);
        for (let j = 0, at = 0; j < counts[1]; j += 1) {
            for (let i = 0; i < counts[0]; i += 1, at += 1) {
                into[at] = noise(from[0] + i * by[0], from[1] + j * by[1]);
            }
        }
        return into;
    };
    noise.gradient = slope && ((x, y, out) => (slope(k, x, y, out), noise(x, y)));
    return noise;
}

function made3(value, slope, k) {
    const noise = (x, y, z) => value(k, x, y, z) + 0 * (x + y + z);
    noise.grid = (out, options) => {
        const [counts, from, by] = gridOf(3, options);
        const into = outOf(out, counts);
        for (let l = 0, at = 0; l < counts[2]; l += 1) {
            for (let j = 0; j < counts[1]; j += 1) {
                for (let i = 0; i < counts[0]; i += 1, at += 1) {
                    into[at] = noise(from[0] + i * by[0], from[1] + j * by[1], from[2] + l * by[2]);
                }
            }
        }
        return into;
    };
    noise.gradient = slope && ((x, y, z, out) => (slope(k, x, y, z, out), noise(x, y, z)));
    return noise;
}

// A ridged sum has no gradient here.
const unlessRidged = (slope, fractal) => (fractal?.isRidged ? undefined : slope);

export function perlin1(options, fractal) {
    return made1(perlin1Value, unlessRidged(perlin1_slope, fractal), octavesOf(X, 0n, options, fractal));
}

export function perlin2(options, fractal) {
    return made2(perlin2Value, unlessRidged(perlin2_slope, fractal), octavesOf(XY, 0n, options, fractal));
}

export function perlin3(options, fractal) {
    return made3(perlin3Value, unlessRidged(perlin3_slope, fractal), octavesOf(XYZ, 0n, options, fractal));
}

export function value1(options, fractal) {
    return made1(value1Value, unlessRidged(value1_slope, fractal), octavesOf(X, 0n, options, fractal));
}

export function value2(options, fractal) {
    return made2(value2Value, unlessRidged(value2_slope, fractal), octavesOf(XY, 0n, options, fractal));
}

export function value3(options, fractal) {
    return made3(value3Value, unlessRidged(value3_slope, fractal), octavesOf(XYZ, 0n, options, fractal));
}

export function simplex2(options, fractal) {
    return made2(simplex2Value, unlessRidged(simplex2_slope, fractal), octavesOf(XY, 3545442n, options, fractal));
}

export function simplex3(options, fractal) {
    return made3(simplex3Value, unlessRidged(simplex3_slope, fractal), octavesOf(XYZ, 2796202n, options, fractal));
}

export function cellular2(options, fractal) {
    return made2(cellular2Value, unlessRidged(cellular2_slope, fractal), cellularOf(octavesOf(XY, 0n, options, fractal), 2, options));
}

export function cellular3(options, fractal) {
    return made3(cellular3Value, unlessRidged(cellular3_slope, fractal), cellularOf(octavesOf(XYZ, 0n, options, fractal), 3, options));
}

export const fbm1 = /* @__PURE__ */ fbmOf(perlin1);
export const fbm2 = /* @__PURE__ */ fbmOf(perlin2);
export const fbm3 = /* @__PURE__ */ fbmOf(perlin3);

export function ridged1({ of = perlin1, ...options } = {}) {
    return of(options, summed(options, true));
}

export function ridged2({ of = perlin2, ...options } = {}) {
    return of(options, summed(options, true));
}

export function ridged3({ of = perlin3, ...options } = {}) {
    return of(options, summed(options, true));
}
