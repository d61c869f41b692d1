// Exact positions on lattices: a cell and a fraction in 2^-32 cells, for a coordinate times a factor plus an offset.

/** The cell that `placed` found. */
export const cells = /* @__PURE__ */ new Int32Array(1);

const STEPS = 4294967296;

/** A quotient of two integers, rounded down. The divisor is above 0. */
function floored(numer, denom) {
    const quotient = numer / denom;
    return numer % denom < 0n ? quotient - 1n : quotient;
}

/** The double nearest to a ratio of two integers that are not negative. */
export function nearest(numer, denom) {
    const shifted = numer << 128n;
    return Number((shifted / denom) * 2n + (shifted % denom === 0n ? 0n : 1n)) * 2 ** -129;
}

/**
 * What `placed` knows of numer / denom cells per unit, and an offset in 2^-64 cells. A period of 0 is none.
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
    // What the double left out, too.
    const scaled = (value) => BigInt(Math.round(value * 2 ** 100)) ;
    const rest = Number((numer << 100n) / denom - scaled(first) - scaled(second)) * 2 ** -100;
    const inSteps = offset >> 32n;
    return {
        numer,
        denom,
        offset,
        period,
        near,
        first,
        second,
        rest,
        cells: Number(inSteps >> 32n),
        steps: Number(inSteps & 0xffffffffn) ,
        below: Number(offset & 0xffffffffn) / STEPS,
        // Nearer to a whole step the sum of doubles can't tell on which side it lies.
        unsure: Math.max(near, 1) * 2 ** -18,
        is_short: second === 0 && rest === 0,
        is_shift: Number.isInteger(Math.log2(near)) && second === 0 && rest === 0 && (offset & 0xffffffffn) === 0n && period <= 2 ** 30,
    };
}

/** Places a coordinate: returns the fraction, and sets the cell. */
export function placed(p, at) {
    const whole = Math.floor(at);
    const fraction = at - whole;
    const a = whole * p.first;
    const b = whole * p.second;
    const c = Math.floor(a);
    const d = Math.floor(b);
    const sum = (a - c + (b - d) + (whole * p.rest + fraction * p.near)) * STEPS + p.steps + p.below;
    const steps = Math.floor(sum);
    const over = sum - steps;
    const isSure = over >= p.unsure && over <= 1 - p.unsure || p.is_short && p.below === 0 && Number.isInteger(fraction * STEPS);
    if (!isSure || Math.abs(whole) >= 2147483648) {
        return placedExactly(p, at);
    }
    const up = Math.floor(steps / STEPS);
    const cell = c + d + up + p.cells;
    cells[0] = p.period === 0 ? cell : cell - Math.floor(cell / p.period) * p.period;
    return steps - up * STEPS;
}

function placedExactly(p, at) {
    if (!Number.isFinite(at)) {
        return 0;
    }
    let below = 0n;
    while (!Number.isInteger(at)) {
        at *= 2;
        below += 1n;
    }
    const denom = p.denom << below;
    const steps = floored(((BigInt(at) * p.numer) << 64n) + p.offset * denom, denom << 32n);
    const cell = steps >> 32n;
    cells[0] = Number(BigInt.asIntN(32, p.period === 0 ? cell : cell - floored(cell, BigInt(p.period)) * BigInt(p.period)));
    return Number(BigInt.asUintN(32, steps));
}
