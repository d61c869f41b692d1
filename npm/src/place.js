// Exact positions on lattices: a cell and a fraction in 2^-32 cells, for a coordinate times a factor plus an offset.

/** The cell that `placed` found. */
export const cells = /* @__PURE__ */ new Int32Array(1);

const STEPS = 4294967296;

/** Factors are at least 10^-62: this many binary places hold all bits of one as a double, and of its parts. */
const PARTS = 400n;

/** A quotient of two integers, rounded down. The divisor is above 0. */
export function floored(numer, denom) {
    const quotient = numer / denom;
    return numer % denom < 0n ? quotient - 1n : quotient;
}

/** The double nearest to a ratio of two integers that are not negative. */
function nearest(numer, denom) {
    const shifted = numer << PARTS;
    return Number((shifted / denom) * 2n + (shifted % denom === 0n ? 0n : 1n)) * 2 ** (-Number(PARTS) - 1);
}

/** A number as f32. Those below 2^-95 are 0: devices differ in how they treat the smallest ones. */
export function single(value) {
    const rounded = Math.fround(value);
    return Math.abs(rounded) >= 2 ** -95 ? rounded : 0;
}

/** The numbers of a place in a list: a factor and what follows. */
export const PLACE = 13;

/** Below this many cells, parts of a factor multiply them exactly. */
const MOST = 2147483648;

/**
 * Returns the numbers of a place: numer / denom cells per unit, and an offset in 2^-64 cells. A period of 0 is none.
 */
export function place(numer, denom, offset, period) {
    const near = nearest(numer, denom);
    // Parts of at most 21 bits, whose products with a cell of 31 bits are exact.
    const part = (rest) => {
        const unit = 2 ** (Math.floor(Math.log2(rest)) - 20);
        return rest === 0 ? 0 : Math.floor(rest / unit) * unit;
    };
    const first = part(near);
    const second = part(near - first);
    const scaled = (value) => BigInt(value * 2 ** Number(PARTS));
    const left = (numer << PARTS) - (scaled(first) + scaled(second)) * denom;
    const rest = Number(left / denom) * 2 ** -Number(PARTS);
    const isShort = second === 0 && left === 0n;
    const below = Number(offset & 0xffffffffn) / STEPS;
    return [
        near,
        // The offset: whole cells, steps, and what the part of a step above a step must be to make another one.
        Number(offset >> 64n),
        Number((offset >> 32n) & 0xffffffffn),
        period,
        below === 0 ? 2 : 1 - below,
        below,
        first,
        second,
        rest,
        // Nearer to a whole step, the sum of doubles can't tell on which side it lies.
        Math.max(near, 1) * 2 ** -18,
        // 1 if sums of steps are exact wherever the coordinate is one of steps.
        isShort && below === 0 ? 1 : 0,
        // 1 if the factor is a power of two.
        isShort && Number.isInteger(Math.log2(near)) ? 1 : 0,
        // The factor of derivatives.
        single(period === 0 ? near : Number(numer) / Number(denom)),
    ];
}

/** Places a coordinate by the numbers from an index on: returns the fraction as a word, and sets the cell. */
export function placed(k, index, at) {
    const p = k.places;
    const whole = Math.floor(at);
    const fraction = at - whole;
    const a = whole * p[index + 6];
    const b = whole * p[index + 7];
    const c = Math.floor(a);
    const d = Math.floor(b);
    const sum = (a - c + (b - d) + (whole * p[index + 8] + fraction * p[index])) * STEPS + p[index + 2] + p[index + 5];
    const steps = Math.floor(sum);
    const over = sum - steps;
    const unsure = p[index + 9];
    if (over < unsure || over > 1 - unsure || whole >= MOST || whole < -MOST) {
        const inSteps = fraction * STEPS;
        if (p[index + 10] === 0 || inSteps !== Math.floor(inSteps) || whole + fraction !== at || whole >= MOST || whole < -MOST) {
            return placedExactly(k.ratios[index / PLACE], at);
        }
    }
    const up = Math.floor(steps / STEPS);
    const cell = c + d + up + p[index + 1];
    const period = p[index + 3];
    cells[0] = period === 0 ? cell : cell - Math.floor(cell / period) * period;
    return steps | 0;
}

function placedExactly([numer, denom, offset, period], at) {
    if (!Number.isFinite(at)) {
        return 0;
    }
    let below = 0n;
    let whole = at;
    while (!Number.isInteger(whole)) {
        whole *= 2;
        below += 1n;
    }
    const divisor = denom << below;
    const steps = floored(((BigInt(whole) * numer) << 64n) + offset * divisor, divisor << 32n);
    const cell = steps >> 32n;
    cells[0] = Number(BigInt.asIntN(32, period === 0n ? cell : cell - floored(cell, period) * period));
    return Number(BigInt.asIntN(32, steps));
}
