// Written by `cargo xtask npm` from lacuna's shaders. Do not edit.
import { cells, placed } from "./place.js";

const _f = Math.fround;
const _i = Math.imul;

// The components of sixteen unit vectors.
const _UNITS = /* @__PURE__ */ new Float64Array([0.9807852506637573, 0.8314695954322815, 0.5555702447891235, 0.19509032368659973,
    -0.9807852506637573, -0.8314695954322815, -0.5555702447891235, -0.19509032368659973]);

export function perlin1(k, x) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 13) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        let value;
        {
            const t_4 = (((((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
            const keyed = (((t_4 ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a = (keyed ^ (keyed >>> 16)) >>> 0;
            const t_5 = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b = (t_5 + a) >>> 0;
            const c = (b ^ (b >>> 16)) >>> 0;
            const t_6 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d = (t_6 + c) >>> 0;
            const t_7 = (d ^ (d >>> 16)) >>> 0;
            const t = ((t_7 & 7) + 1) * (0.125 - (t_7 & 8) * 0.03125);
            const next = (x_cell + 1) >>> 0;
            const t_8 = (((key_y ^ 2654435769) >>> 0) + ((_i((next === x_period) ? 0 : next, 3679390609)) >>> 0)) >>> 0;
            const keyed_1 = (((((t_8 ^ 2654435769) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_1 = (keyed_1 ^ (keyed_1 >>> 16)) >>> 0;
            const t_9 = (_i((a_1 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_1 = (t_9 + a_1) >>> 0;
            const c_1 = (b_1 ^ (b_1 >>> 16)) >>> 0;
            const t_10 = (_i((c_1 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_1 = (t_10 + c_1) >>> 0;
            const t_11 = (d_1 ^ (d_1 >>> 16)) >>> 0;
            const t_1 = ((t_11 & 7) + 1) * (0.125 - (t_11 & 8) * 0.03125);
            const t_2 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_12 = 0.5 - Math.abs(t_2 - 0.5);
            const t_13 = _f(_f(_f(_f(_f(6 * t_12) - 15) * t_12) + 10) * _f(_f(t_12 * t_12) * t_12));
            const t_14 = (t_2 + 0.5) | 0;
            const t_15 = _f((_f(t_14 + (1 - 2 * t_14) * t_13)) * _f(((0.0 - t_1) - 0.0) + _f((t_1 - t) * t_2)));
            const t_3 = _f(_f(0.0 + _f(t * t_2)) + t_15);
            value = (Math.abs(t_3) >= 2.524354896707238e-29) ? t_3 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function perlin2(k, x, y) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 26) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let value;
        {
            const t = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_18 = 0.5 - Math.abs(t - 0.5);
            const t_19 = _f(_f(_f(_f(_f(6 * t_18) - 15) * t_18) + 10) * _f(_f(t_18 * t_18) * t_18));
            const t_20 = (t + 0.5) | 0;
            const t_1 = _f(t_20 + (1 - 2 * t_20) * t_19);
            const next = (x_cell + 1) >>> 0;
            const next_1 = (y_cell + 1) >>> 0;
            const product = (_i(x_cell, 3679390609)) >>> 0;
            const product_1 = (_i(y_cell, 3152041523)) >>> 0;
            const t_2 = (((next_1 === y_period) ? 0 : next_1) === 0) ? 0 : ((product_1 + 3152041523) >>> 0);
            const t_3 = (((key_y ^ 2654435769) >>> 0) + product) >>> 0;
            const t_4 = (((key_y ^ 2654435769) >>> 0) + ((((next === x_period) ? 0 : next) === 0) ? 0 : ((product + 3679390609) >>> 0))) >>> 0;
            const keyed = (((((((t_3 ^ 2654435769) >>> 0) + product_1) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a = (keyed ^ (keyed >>> 16)) >>> 0;
            const t_21 = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b = (t_21 + a) >>> 0;
            const c = (b ^ (b >>> 16)) >>> 0;
            const t_22 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d = (t_22 + c) >>> 0;
            const t_5 = (d ^ (d >>> 16)) >>> 0;
            const keyed_1 = (((((((t_3 ^ 2654435769) >>> 0) + t_2) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_1 = (keyed_1 ^ (keyed_1 >>> 16)) >>> 0;
            const t_23 = (_i((a_1 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_1 = (t_23 + a_1) >>> 0;
            const c_1 = (b_1 ^ (b_1 >>> 16)) >>> 0;
            const t_24 = (_i((c_1 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_1 = (t_24 + c_1) >>> 0;
            const t_6 = (d_1 ^ (d_1 >>> 16)) >>> 0;
            const keyed_2 = (((((((t_4 ^ 2654435769) >>> 0) + product_1) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_2 = (keyed_2 ^ (keyed_2 >>> 16)) >>> 0;
            const t_25 = (_i((a_2 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_2 = (t_25 + a_2) >>> 0;
            const c_2 = (b_2 ^ (b_2 >>> 16)) >>> 0;
            const t_26 = (_i((c_2 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_2 = (t_26 + c_2) >>> 0;
            const t_7 = (d_2 ^ (d_2 >>> 16)) >>> 0;
            const keyed_3 = (((((((t_4 ^ 2654435769) >>> 0) + t_2) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_3 = (keyed_3 ^ (keyed_3 >>> 16)) >>> 0;
            const t_27 = (_i((a_3 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_3 = (t_27 + a_3) >>> 0;
            const c_3 = (b_3 ^ (b_3 >>> 16)) >>> 0;
            const t_28 = (_i((c_3 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_3 = (t_28 + c_3) >>> 0;
            const t_8 = (d_3 ^ (d_3 >>> 16)) >>> 0;
            const t_9 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_29 = 0.5 - Math.abs(t_9 - 0.5);
            const t_30 = _f(_f(_f(_f(_f(6 * t_29) - 15) * t_29) + 10) * _f(_f(t_29 * t_29) * t_29));
            const t_31 = (t_9 + 0.5) | 0;
            const t_10 = (((1593866103 << (t_5 << 1)) >> 30) * 2) * t;
            const t_32 = _f(t_1 * _f(((((1593866103 << (t_6 << 1)) >> 30) * 2) * (t - 1.0)) - t_10));
            const t_11 = _f(t_10 + t_32);
            const t_12 = ((2004287564 << (t_5 << 1)) >> 30) * 2;
            const t_13 = _f(t_12 + _f(t_1 * ((((2004287564 << (t_6 << 1)) >> 30) * 2) - t_12)));
            const t_14 = (((1593866103 << (t_7 << 1)) >> 30) * 2) * t;
            const t_33 = _f(t_1 * _f(((((1593866103 << (t_8 << 1)) >> 30) * 2) * (t - 1.0)) - t_14));
            const t_15 = ((2004287564 << (t_7 << 1)) >> 30) * 2;
            const t_16 = _f(t_15 + _f(t_1 * ((((2004287564 << (t_8 << 1)) >> 30) * 2) - t_15)));
            const t_34 = _f(_f(_f(_f(t_14 + t_33) - t_16) - t_11) + _f(_f(t_16 - t_13) * t_9));
            const t_35 = _f(_f(t_11 + _f(t_13 * t_9)) + _f((_f(t_31 + (1 - 2 * t_31) * t_30)) * t_34));
            const t_17 = 0.5 * t_35;
            value = (Math.abs(t_17) >= 2.524354896707238e-29) ? t_17 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function perlin3(k, x, y, z) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 39) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        const z_period = places[place + 29];
        let z_cell = 0;
        let z_fraction = 0;
        if (isShift) {
            const z_at = z * places[place + 26];
            const z_fine = z_at * 4294967296;
            const z_floor = Math.floor(z_fine);
            const z_steps = (z_floor >>> 0) + places[place + 28];
            const z_whole = Math.floor(z_at) + places[place + 27] + (z_steps >= 4294967296 ? 1 : 0);
            z_cell = (z_period === 0 ? z_whole : z_whole - Math.floor(z_whole / z_period) * z_period) >>> 0;
            z_fraction = z_steps >>> 0;
        } else {
            z_fraction = placed(k, place + 26, z) >>> 0;
            z_cell = cells[0] >>> 0;
        }
        let value;
        {
            const t = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_46 = 0.5 - Math.abs(t - 0.5);
            const t_47 = _f(_f(_f(_f(_f(6 * t_46) - 15) * t_46) + 10) * _f(_f(t_46 * t_46) * t_46));
            const t_48 = (t + 0.5) | 0;
            const t_1 = _f(t_48 + (1 - 2 * t_48) * t_47);
            const next = (x_cell + 1) >>> 0;
            const next_1 = (y_cell + 1) >>> 0;
            const product = (_i(x_cell, 3679390609)) >>> 0;
            const product_1 = (_i(y_cell, 3152041523)) >>> 0;
            const t_2 = (((next_1 === y_period) ? 0 : next_1) === 0) ? 0 : ((product_1 + 3152041523) >>> 0);
            const t_3 = (((key_y ^ 2654435769) >>> 0) + product) >>> 0;
            const t_4 = (((key_y ^ 2654435769) >>> 0) + ((((next === x_period) ? 0 : next) === 0) ? 0 : ((product + 3679390609) >>> 0))) >>> 0;
            const t_5 = (((t_3 ^ 2654435769) >>> 0) + product_1) >>> 0;
            const t_6 = (((t_3 ^ 2654435769) >>> 0) + t_2) >>> 0;
            const t_7 = (((t_4 ^ 2654435769) >>> 0) + product_1) >>> 0;
            const t_8 = (((t_4 ^ 2654435769) >>> 0) + t_2) >>> 0;
            const t_9 = z_cell;
            const next_2 = (z_cell + 1) >>> 0;
            const t_10 = (next_2 === z_period) ? 0 : next_2;
            const product_2 = (_i(t_9, 2700274805)) >>> 0;
            const keyed = (((((t_5 ^ 2654435769) >>> 0) + product_2) >>> 0) ^ key_x) >>> 0;
            const a = (keyed ^ (keyed >>> 16)) >>> 0;
            const t_49 = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b = (t_49 + a) >>> 0;
            const c = (b ^ (b >>> 16)) >>> 0;
            const t_50 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d = (t_50 + c) >>> 0;
            const t_11 = (d ^ (d >>> 16)) >>> 0;
            const t_51 = (((t_5 ^ 2654435769) >>> 0) + ((t_10 === 0) ? 0 : ((product_2 + 2700274805) >>> 0))) >>> 0;
            const keyed_1 = (t_51 ^ key_x) >>> 0;
            const a_1 = (keyed_1 ^ (keyed_1 >>> 16)) >>> 0;
            const t_52 = (_i((a_1 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_1 = (t_52 + a_1) >>> 0;
            const c_1 = (b_1 ^ (b_1 >>> 16)) >>> 0;
            const t_53 = (_i((c_1 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_1 = (t_53 + c_1) >>> 0;
            const t_12 = (d_1 ^ (d_1 >>> 16)) >>> 0;
            const product_3 = (_i(t_9, 2700274805)) >>> 0;
            const keyed_2 = (((((t_6 ^ 2654435769) >>> 0) + product_3) >>> 0) ^ key_x) >>> 0;
            const a_2 = (keyed_2 ^ (keyed_2 >>> 16)) >>> 0;
            const t_54 = (_i((a_2 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_2 = (t_54 + a_2) >>> 0;
            const c_2 = (b_2 ^ (b_2 >>> 16)) >>> 0;
            const t_55 = (_i((c_2 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_2 = (t_55 + c_2) >>> 0;
            const t_13 = (d_2 ^ (d_2 >>> 16)) >>> 0;
            const t_56 = (((t_6 ^ 2654435769) >>> 0) + ((t_10 === 0) ? 0 : ((product_3 + 2700274805) >>> 0))) >>> 0;
            const keyed_3 = (t_56 ^ key_x) >>> 0;
            const a_3 = (keyed_3 ^ (keyed_3 >>> 16)) >>> 0;
            const t_57 = (_i((a_3 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_3 = (t_57 + a_3) >>> 0;
            const c_3 = (b_3 ^ (b_3 >>> 16)) >>> 0;
            const t_58 = (_i((c_3 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_3 = (t_58 + c_3) >>> 0;
            const t_14 = (d_3 ^ (d_3 >>> 16)) >>> 0;
            const t_15 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_59 = 0.5 - Math.abs(t_15 - 0.5);
            const t_60 = _f(_f(_f(_f(_f(6 * t_59) - 15) * t_59) + 10) * _f(_f(t_59 * t_59) * t_59));
            const t_61 = (t_15 + 0.5) | 0;
            const t_16 = _f(t_61 + (1 - 2 * t_61) * t_60);
            const t_17 = (((6250259 << (t_11 << 1)) >> 30) * 2) * t_15;
            const t_62 = _f(t_16 * _f(((((6250259 << (t_12 << 1)) >> 30) * 2) * (t_15 - 1.0)) - t_17));
            const t_18 = ((2004287564 << (t_11 << 1)) >> 30) * 2;
            const t_19 = _f(t_18 + _f(t_16 * ((((2004287564 << (t_12 << 1)) >> 30) * 2) - t_18)));
            const t_20 = ((1593866103 << (t_11 << 1)) >> 30) * 2;
            const t_63 = _f(t_20 + _f(t_16 * ((((1593866103 << (t_12 << 1)) >> 30) * 2) - t_20)));
            const t_21 = (((6250259 << (t_13 << 1)) >> 30) * 2) * t_15;
            const t_64 = _f(t_16 * _f(((((6250259 << (t_14 << 1)) >> 30) * 2) * (t_15 - 1.0)) - t_21));
            const t_22 = ((2004287564 << (t_13 << 1)) >> 30) * 2;
            const t_65 = _f(t_22 + _f(t_16 * ((((2004287564 << (t_14 << 1)) >> 30) * 2) - t_22)));
            const t_23 = ((1593866103 << (t_13 << 1)) >> 30) * 2;
            const t_66 = _f(t_23 + _f(t_16 * ((((1593866103 << (t_14 << 1)) >> 30) * 2) - t_23)));
            const t_24 = _f(_f(t_17 + t_62) + _f(t_63 * t));
            const t_67 = _f(_f(_f(t_21 + t_64) + _f(t_66 * (t - 1.0))) - t_24);
            const t_25 = _f(t_24 + _f(t_1 * t_67));
            const t_26 = _f(t_19 + _f(t_1 * _f(t_65 - t_19)));
            const t_27 = z_cell;
            const next_3 = (z_cell + 1) >>> 0;
            const t_28 = (next_3 === z_period) ? 0 : next_3;
            const product_4 = (_i(t_27, 2700274805)) >>> 0;
            const keyed_4 = (((((t_7 ^ 2654435769) >>> 0) + product_4) >>> 0) ^ key_x) >>> 0;
            const a_4 = (keyed_4 ^ (keyed_4 >>> 16)) >>> 0;
            const t_68 = (_i((a_4 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_4 = (t_68 + a_4) >>> 0;
            const c_4 = (b_4 ^ (b_4 >>> 16)) >>> 0;
            const t_69 = (_i((c_4 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_4 = (t_69 + c_4) >>> 0;
            const t_29 = (d_4 ^ (d_4 >>> 16)) >>> 0;
            const t_70 = (((t_7 ^ 2654435769) >>> 0) + ((t_28 === 0) ? 0 : ((product_4 + 2700274805) >>> 0))) >>> 0;
            const keyed_5 = (t_70 ^ key_x) >>> 0;
            const a_5 = (keyed_5 ^ (keyed_5 >>> 16)) >>> 0;
            const t_71 = (_i((a_5 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_5 = (t_71 + a_5) >>> 0;
            const c_5 = (b_5 ^ (b_5 >>> 16)) >>> 0;
            const t_72 = (_i((c_5 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_5 = (t_72 + c_5) >>> 0;
            const t_30 = (d_5 ^ (d_5 >>> 16)) >>> 0;
            const product_5 = (_i(t_27, 2700274805)) >>> 0;
            const keyed_6 = (((((t_8 ^ 2654435769) >>> 0) + product_5) >>> 0) ^ key_x) >>> 0;
            const a_6 = (keyed_6 ^ (keyed_6 >>> 16)) >>> 0;
            const t_73 = (_i((a_6 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_6 = (t_73 + a_6) >>> 0;
            const c_6 = (b_6 ^ (b_6 >>> 16)) >>> 0;
            const t_74 = (_i((c_6 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_6 = (t_74 + c_6) >>> 0;
            const t_31 = (d_6 ^ (d_6 >>> 16)) >>> 0;
            const t_75 = (((t_8 ^ 2654435769) >>> 0) + ((t_28 === 0) ? 0 : ((product_5 + 2700274805) >>> 0))) >>> 0;
            const keyed_7 = (t_75 ^ key_x) >>> 0;
            const a_7 = (keyed_7 ^ (keyed_7 >>> 16)) >>> 0;
            const t_76 = (_i((a_7 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_7 = (t_76 + a_7) >>> 0;
            const c_7 = (b_7 ^ (b_7 >>> 16)) >>> 0;
            const t_77 = (_i((c_7 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_7 = (t_77 + c_7) >>> 0;
            const t_32 = (d_7 ^ (d_7 >>> 16)) >>> 0;
            const t_33 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_78 = 0.5 - Math.abs(t_33 - 0.5);
            const t_79 = _f(_f(_f(_f(_f(6 * t_78) - 15) * t_78) + 10) * _f(_f(t_78 * t_78) * t_78));
            const t_80 = (t_33 + 0.5) | 0;
            const t_34 = _f(t_80 + (1 - 2 * t_80) * t_79);
            const t_35 = (((6250259 << (t_29 << 1)) >> 30) * 2) * t_33;
            const t_81 = _f(t_34 * _f(((((6250259 << (t_30 << 1)) >> 30) * 2) * (t_33 - 1.0)) - t_35));
            const t_36 = ((2004287564 << (t_29 << 1)) >> 30) * 2;
            const t_37 = _f(t_36 + _f(t_34 * ((((2004287564 << (t_30 << 1)) >> 30) * 2) - t_36)));
            const t_38 = ((1593866103 << (t_29 << 1)) >> 30) * 2;
            const t_82 = _f(t_38 + _f(t_34 * ((((1593866103 << (t_30 << 1)) >> 30) * 2) - t_38)));
            const t_39 = (((6250259 << (t_31 << 1)) >> 30) * 2) * t_33;
            const t_83 = _f(t_34 * _f(((((6250259 << (t_32 << 1)) >> 30) * 2) * (t_33 - 1.0)) - t_39));
            const t_40 = ((2004287564 << (t_31 << 1)) >> 30) * 2;
            const t_84 = _f(t_40 + _f(t_34 * ((((2004287564 << (t_32 << 1)) >> 30) * 2) - t_40)));
            const t_41 = ((1593866103 << (t_31 << 1)) >> 30) * 2;
            const t_85 = _f(t_41 + _f(t_34 * ((((1593866103 << (t_32 << 1)) >> 30) * 2) - t_41)));
            const t_42 = _f(_f(t_35 + t_81) + _f(t_82 * t));
            const t_86 = _f(_f(_f(t_39 + t_83) + _f(t_85 * (t - 1.0))) - t_42);
            const t_43 = _f(t_37 + _f(t_1 * _f(t_84 - t_37)));
            const t_44 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_87 = _f(_f(_f(t_42 + _f(t_1 * t_86)) - t_43) - t_25);
            const t_88 = 0.5 - Math.abs(t_44 - 0.5);
            const t_89 = _f(_f(_f(_f(_f(6 * t_88) - 15) * t_88) + 10) * _f(_f(t_88 * t_88) * t_88));
            const t_90 = (t_44 + 0.5) | 0;
            const t_91 = _f((_f(t_90 + (1 - 2 * t_90) * t_89)) * _f(t_87 + _f(_f(t_43 - t_26) * t_44)));
            const t_45 = 0.5 * _f(_f(t_25 + _f(t_26 * t_44)) + t_91);
            value = (Math.abs(t_45) >= 2.524354896707238e-29) ? t_45 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function value1(k, x) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 13) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        let value;
        {
            const t_2 = (((((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
            const keyed = (((t_2 ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a = (keyed ^ (keyed >>> 16)) >>> 0;
            const t_3 = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b = (t_3 + a) >>> 0;
            const c = (b ^ (b >>> 16)) >>> 0;
            const t_4 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d = (t_4 + c) >>> 0;
            const t_5 = (d ^ (d >>> 16)) >>> 0;
            const t = (t_5 & 8388607) * 2.384185791015625e-7 - 1;
            const next = (x_cell + 1) >>> 0;
            const t_6 = (((key_y ^ 2654435769) >>> 0) + ((_i((next === x_period) ? 0 : next, 3679390609)) >>> 0)) >>> 0;
            const keyed_1 = (((((t_6 ^ 2654435769) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_1 = (keyed_1 ^ (keyed_1 >>> 16)) >>> 0;
            const t_7 = (_i((a_1 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_1 = (t_7 + a_1) >>> 0;
            const c_1 = (b_1 ^ (b_1 >>> 16)) >>> 0;
            const t_8 = (_i((c_1 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_1 = (t_8 + c_1) >>> 0;
            const t_9 = (d_1 ^ (d_1 >>> 16)) >>> 0;
            const t_10 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_11 = 0.5 - Math.abs(t_10 - 0.5);
            const t_12 = _f(_f(_f(_f(_f(6 * t_11) - 15) * t_11) + 10) * _f(_f(t_11 * t_11) * t_11));
            const t_13 = (t_10 + 0.5) | 0;
            const t_14 = _f((_f(t_13 + (1 - 2 * t_13) * t_12)) * (((t_9 & 8388607) * 2.384185791015625e-7 - 1) - t));
            const t_1 = _f(t + t_14);
            value = (Math.abs(t_1) >= 2.524354896707238e-29) ? t_1 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function value2(k, x, y) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 26) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let value;
        {
            const next = (x_cell + 1) >>> 0;
            const next_1 = (y_cell + 1) >>> 0;
            const product = (_i(x_cell, 3679390609)) >>> 0;
            const product_1 = (_i(y_cell, 3152041523)) >>> 0;
            const t = (((next_1 === y_period) ? 0 : next_1) === 0) ? 0 : ((product_1 + 3152041523) >>> 0);
            const t_1 = (((key_y ^ 2654435769) >>> 0) + product) >>> 0;
            const t_2 = (((key_y ^ 2654435769) >>> 0) + ((((next === x_period) ? 0 : next) === 0) ? 0 : ((product + 3679390609) >>> 0))) >>> 0;
            const keyed = (((((((t_1 ^ 2654435769) >>> 0) + product_1) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a = (keyed ^ (keyed >>> 16)) >>> 0;
            const t_8 = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b = (t_8 + a) >>> 0;
            const c = (b ^ (b >>> 16)) >>> 0;
            const t_9 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d = (t_9 + c) >>> 0;
            const keyed_1 = (((((((t_1 ^ 2654435769) >>> 0) + t) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_1 = (keyed_1 ^ (keyed_1 >>> 16)) >>> 0;
            const t_10 = (_i((a_1 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_1 = (t_10 + a_1) >>> 0;
            const c_1 = (b_1 ^ (b_1 >>> 16)) >>> 0;
            const t_11 = (_i((c_1 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_1 = (t_11 + c_1) >>> 0;
            const keyed_2 = (((((((t_2 ^ 2654435769) >>> 0) + product_1) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_2 = (keyed_2 ^ (keyed_2 >>> 16)) >>> 0;
            const t_12 = (_i((a_2 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_2 = (t_12 + a_2) >>> 0;
            const c_2 = (b_2 ^ (b_2 >>> 16)) >>> 0;
            const t_13 = (_i((c_2 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_2 = (t_13 + c_2) >>> 0;
            const keyed_3 = (((((((t_2 ^ 2654435769) >>> 0) + t) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_3 = (keyed_3 ^ (keyed_3 >>> 16)) >>> 0;
            const t_14 = (_i((a_3 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_3 = (t_14 + a_3) >>> 0;
            const c_3 = (b_3 ^ (b_3 >>> 16)) >>> 0;
            const t_15 = (_i((c_3 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_3 = (t_15 + c_3) >>> 0;
            const t_16 = (d ^ (d >>> 16)) >>> 0;
            const t_3 = (t_16 & 8388607) * 2.384185791015625e-7 - 1;
            const t_17 = (d_2 ^ (d_2 >>> 16)) >>> 0;
            const t_4 = (t_17 & 8388607) * 2.384185791015625e-7 - 1;
            const t_18 = (d_1 ^ (d_1 >>> 16)) >>> 0;
            const t_19 = (d_3 ^ (d_3 >>> 16)) >>> 0;
            const t_20 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_21 = 0.5 - Math.abs(t_20 - 0.5);
            const t_22 = _f(_f(_f(_f(_f(6 * t_21) - 15) * t_21) + 10) * _f(_f(t_21 * t_21) * t_21));
            const t_23 = (t_20 + 0.5) | 0;
            const t_5 = _f(t_23 + (1 - 2 * t_23) * t_22);
            const t_6 = _f(t_3 + _f(t_5 * (((t_18 & 8388607) * 2.384185791015625e-7 - 1) - t_3)));
            const t_24 = _f(t_4 + _f(t_5 * (((t_19 & 8388607) * 2.384185791015625e-7 - 1) - t_4)));
            const t_25 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_26 = 0.5 - Math.abs(t_25 - 0.5);
            const t_27 = _f(_f(_f(_f(_f(6 * t_26) - 15) * t_26) + 10) * _f(_f(t_26 * t_26) * t_26));
            const t_28 = (t_25 + 0.5) | 0;
            const t_29 = _f((_f(t_28 + (1 - 2 * t_28) * t_27)) * _f(t_24 - t_6));
            const t_7 = _f(t_6 + t_29);
            value = (Math.abs(t_7) >= 2.524354896707238e-29) ? t_7 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function value3(k, x, y, z) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 39) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        const z_period = places[place + 29];
        let z_cell = 0;
        let z_fraction = 0;
        if (isShift) {
            const z_at = z * places[place + 26];
            const z_fine = z_at * 4294967296;
            const z_floor = Math.floor(z_fine);
            const z_steps = (z_floor >>> 0) + places[place + 28];
            const z_whole = Math.floor(z_at) + places[place + 27] + (z_steps >= 4294967296 ? 1 : 0);
            z_cell = (z_period === 0 ? z_whole : z_whole - Math.floor(z_whole / z_period) * z_period) >>> 0;
            z_fraction = z_steps >>> 0;
        } else {
            z_fraction = placed(k, place + 26, z) >>> 0;
            z_cell = cells[0] >>> 0;
        }
        let value;
        {
            const next = (x_cell + 1) >>> 0;
            const next_1 = (y_cell + 1) >>> 0;
            const product = (_i(x_cell, 3679390609)) >>> 0;
            const product_1 = (_i(y_cell, 3152041523)) >>> 0;
            const t = (((next_1 === y_period) ? 0 : next_1) === 0) ? 0 : ((product_1 + 3152041523) >>> 0);
            const t_1 = (((key_y ^ 2654435769) >>> 0) + product) >>> 0;
            const t_2 = (((key_y ^ 2654435769) >>> 0) + ((((next === x_period) ? 0 : next) === 0) ? 0 : ((product + 3679390609) >>> 0))) >>> 0;
            const t_3 = (((t_1 ^ 2654435769) >>> 0) + product_1) >>> 0;
            const t_4 = (((t_1 ^ 2654435769) >>> 0) + t) >>> 0;
            const t_5 = (((t_2 ^ 2654435769) >>> 0) + product_1) >>> 0;
            const t_6 = (((t_2 ^ 2654435769) >>> 0) + t) >>> 0;
            const t_7 = z_cell;
            const next_2 = (z_cell + 1) >>> 0;
            const t_8 = (next_2 === z_period) ? 0 : next_2;
            const product_2 = (_i(t_7, 2700274805)) >>> 0;
            const keyed = (((((t_3 ^ 2654435769) >>> 0) + product_2) >>> 0) ^ key_x) >>> 0;
            const a = (keyed ^ (keyed >>> 16)) >>> 0;
            const t_21 = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b = (t_21 + a) >>> 0;
            const c = (b ^ (b >>> 16)) >>> 0;
            const t_22 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d = (t_22 + c) >>> 0;
            const t_23 = (((t_3 ^ 2654435769) >>> 0) + ((t_8 === 0) ? 0 : ((product_2 + 2700274805) >>> 0))) >>> 0;
            const keyed_1 = (t_23 ^ key_x) >>> 0;
            const a_1 = (keyed_1 ^ (keyed_1 >>> 16)) >>> 0;
            const t_24 = (_i((a_1 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_1 = (t_24 + a_1) >>> 0;
            const c_1 = (b_1 ^ (b_1 >>> 16)) >>> 0;
            const t_25 = (_i((c_1 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_1 = (t_25 + c_1) >>> 0;
            const product_3 = (_i(t_7, 2700274805)) >>> 0;
            const keyed_2 = (((((t_4 ^ 2654435769) >>> 0) + product_3) >>> 0) ^ key_x) >>> 0;
            const a_2 = (keyed_2 ^ (keyed_2 >>> 16)) >>> 0;
            const t_26 = (_i((a_2 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_2 = (t_26 + a_2) >>> 0;
            const c_2 = (b_2 ^ (b_2 >>> 16)) >>> 0;
            const t_27 = (_i((c_2 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_2 = (t_27 + c_2) >>> 0;
            const t_28 = (((t_4 ^ 2654435769) >>> 0) + ((t_8 === 0) ? 0 : ((product_3 + 2700274805) >>> 0))) >>> 0;
            const keyed_3 = (t_28 ^ key_x) >>> 0;
            const a_3 = (keyed_3 ^ (keyed_3 >>> 16)) >>> 0;
            const t_29 = (_i((a_3 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_3 = (t_29 + a_3) >>> 0;
            const c_3 = (b_3 ^ (b_3 >>> 16)) >>> 0;
            const t_30 = (_i((c_3 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_3 = (t_30 + c_3) >>> 0;
            const t_9 = z_cell;
            const next_3 = (z_cell + 1) >>> 0;
            const t_10 = (next_3 === z_period) ? 0 : next_3;
            const product_4 = (_i(t_9, 2700274805)) >>> 0;
            const keyed_4 = (((((t_5 ^ 2654435769) >>> 0) + product_4) >>> 0) ^ key_x) >>> 0;
            const a_4 = (keyed_4 ^ (keyed_4 >>> 16)) >>> 0;
            const t_31 = (_i((a_4 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_4 = (t_31 + a_4) >>> 0;
            const c_4 = (b_4 ^ (b_4 >>> 16)) >>> 0;
            const t_32 = (_i((c_4 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_4 = (t_32 + c_4) >>> 0;
            const t_33 = (((t_5 ^ 2654435769) >>> 0) + ((t_10 === 0) ? 0 : ((product_4 + 2700274805) >>> 0))) >>> 0;
            const keyed_5 = (t_33 ^ key_x) >>> 0;
            const a_5 = (keyed_5 ^ (keyed_5 >>> 16)) >>> 0;
            const t_34 = (_i((a_5 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_5 = (t_34 + a_5) >>> 0;
            const c_5 = (b_5 ^ (b_5 >>> 16)) >>> 0;
            const t_35 = (_i((c_5 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_5 = (t_35 + c_5) >>> 0;
            const product_5 = (_i(t_9, 2700274805)) >>> 0;
            const keyed_6 = (((((t_6 ^ 2654435769) >>> 0) + product_5) >>> 0) ^ key_x) >>> 0;
            const a_6 = (keyed_6 ^ (keyed_6 >>> 16)) >>> 0;
            const t_36 = (_i((a_6 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_6 = (t_36 + a_6) >>> 0;
            const c_6 = (b_6 ^ (b_6 >>> 16)) >>> 0;
            const t_37 = (_i((c_6 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_6 = (t_37 + c_6) >>> 0;
            const t_38 = (((t_6 ^ 2654435769) >>> 0) + ((t_10 === 0) ? 0 : ((product_5 + 2700274805) >>> 0))) >>> 0;
            const keyed_7 = (t_38 ^ key_x) >>> 0;
            const a_7 = (keyed_7 ^ (keyed_7 >>> 16)) >>> 0;
            const t_39 = (_i((a_7 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_7 = (t_39 + a_7) >>> 0;
            const c_7 = (b_7 ^ (b_7 >>> 16)) >>> 0;
            const t_40 = (_i((c_7 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_7 = (t_40 + c_7) >>> 0;
            const t_41 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_42 = 0.5 - Math.abs(t_41 - 0.5);
            const t_43 = _f(_f(_f(_f(_f(6 * t_42) - 15) * t_42) + 10) * _f(_f(t_42 * t_42) * t_42));
            const t_44 = (t_41 + 0.5) | 0;
            const t_11 = _f(t_44 + (1 - 2 * t_44) * t_43);
            const t_45 = (d ^ (d >>> 16)) >>> 0;
            const t_12 = (t_45 & 8388607) * 2.384185791015625e-7 - 1;
            const t_46 = (d_1 ^ (d_1 >>> 16)) >>> 0;
            const t_13 = _f(t_12 + _f(t_11 * (((t_46 & 8388607) * 2.384185791015625e-7 - 1) - t_12)));
            const t_47 = (d_2 ^ (d_2 >>> 16)) >>> 0;
            const t_14 = (t_47 & 8388607) * 2.384185791015625e-7 - 1;
            const t_48 = (d_3 ^ (d_3 >>> 16)) >>> 0;
            const t_49 = _f(t_14 + _f(t_11 * (((t_48 & 8388607) * 2.384185791015625e-7 - 1) - t_14)));
            const t_50 = (d_4 ^ (d_4 >>> 16)) >>> 0;
            const t_15 = (t_50 & 8388607) * 2.384185791015625e-7 - 1;
            const t_51 = (d_5 ^ (d_5 >>> 16)) >>> 0;
            const t_16 = _f(t_15 + _f(t_11 * (((t_51 & 8388607) * 2.384185791015625e-7 - 1) - t_15)));
            const t_52 = (d_6 ^ (d_6 >>> 16)) >>> 0;
            const t_17 = (t_52 & 8388607) * 2.384185791015625e-7 - 1;
            const t_53 = (d_7 ^ (d_7 >>> 16)) >>> 0;
            const t_54 = _f(t_17 + _f(t_11 * (((t_53 & 8388607) * 2.384185791015625e-7 - 1) - t_17)));
            const t_55 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_56 = 0.5 - Math.abs(t_55 - 0.5);
            const t_57 = _f(_f(_f(_f(_f(6 * t_56) - 15) * t_56) + 10) * _f(_f(t_56 * t_56) * t_56));
            const t_58 = (t_55 + 0.5) | 0;
            const t_18 = _f(t_58 + (1 - 2 * t_58) * t_57);
            const t_19 = _f(t_13 + _f(t_18 * _f(t_49 - t_13)));
            const t_59 = _f(_f(t_16 + _f(t_18 * _f(t_54 - t_16))) - t_19);
            const t_60 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_61 = 0.5 - Math.abs(t_60 - 0.5);
            const t_62 = _f(_f(_f(_f(_f(6 * t_61) - 15) * t_61) + 10) * _f(_f(t_61 * t_61) * t_61));
            const t_63 = (t_60 + 0.5) | 0;
            const t_20 = _f(t_19 + _f((_f(t_63 + (1 - 2 * t_63) * t_62)) * t_59));
            value = (Math.abs(t_20) >= 2.524354896707238e-29) ? t_20 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function simplex2(k, x, y) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 52) {
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2] + (x_fine - x_floor >= places[place + 4] && x_fine >= x_floor + places[place + 4] ? 1 : 0);
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = x_whole >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15] + (y_fine - y_floor >= places[place + 17] && y_fine >= y_floor + places[place + 17] ? 1 : 0);
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = y_whole >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let skew_fraction = 0;
        let skew_cell = 0;
        const x_part = placed(k, place + 26, x) >>> 0;
        skew_fraction = (skew_fraction + x_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < x_part ? 1 : 0)) >>> 0;
        const y_part = placed(k, place + 39, y) >>> 0;
        skew_fraction = (skew_fraction + y_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < y_part ? 1 : 0)) >>> 0;
        let value;
        {
            const fraction = (x_fraction + skew_fraction) >>> 0;
            const t = (((x_cell + skew_cell) >>> 0) + ((fraction < x_fraction) ? 1 : 0)) >>> 0;
            const fraction_1 = (y_fraction + skew_fraction) >>> 0;
            const t_1 = (((y_cell + skew_cell) >>> 0) + ((fraction_1 < y_fraction) ? 1 : 0)) >>> 0;
            const unskew = (_i((t + t_1) >>> 0, 3545442)) >>> 0;
            const t_20 = (((((((x_cell - t) >>> 0) << 24) >>> 0) | (x_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_2 = _f((t_20) | 0) * 5.960464477539063e-8;
            const t_21 = (((((((y_cell - t_1) >>> 0) << 24) >>> 0) | (y_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_3 = _f((t_21) | 0) * 5.960464477539063e-8;
            const along_x = fraction_1 < fraction;
            const px = (_i(t, 3679390609)) >>> 0;
            const py = (_i(t_1, 3152041523)) >>> 0;
            const py1 = (py + 3152041523) >>> 0;
            const t_4 = (((key_y ^ 2654435769) >>> 0) + px) >>> 0;
            const t_5 = (((key_y ^ 2654435769) >>> 0) + ((px + 3679390609) >>> 0)) >>> 0;
            const keyed = (((((((t_4 ^ 2654435769) >>> 0) + py) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a = (keyed ^ (keyed >>> 16)) >>> 0;
            const t_22 = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b = (t_22 + a) >>> 0;
            const c = (b ^ (b >>> 16)) >>> 0;
            const t_23 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d = (t_23 + c) >>> 0;
            const t_6 = (d ^ (d >>> 16)) >>> 0;
            const t_24 = ((((((along_x ? t_5 : t_4) ^ 2654435769) >>> 0) + (along_x ? py : py1)) >>> 0) ^ 2654435769) >>> 0;
            const keyed_1 = (t_24 ^ key_x) >>> 0;
            const a_1 = (keyed_1 ^ (keyed_1 >>> 16)) >>> 0;
            const t_25 = (_i((a_1 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_1 = (t_25 + a_1) >>> 0;
            const c_1 = (b_1 ^ (b_1 >>> 16)) >>> 0;
            const t_26 = (_i((c_1 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_1 = (t_26 + c_1) >>> 0;
            const t_7 = (d_1 ^ (d_1 >>> 16)) >>> 0;
            const keyed_2 = (((((((t_5 ^ 2654435769) >>> 0) + py1) >>> 0) ^ 2654435769) >>> 0) ^ key_x) >>> 0;
            const a_2 = (keyed_2 ^ (keyed_2 >>> 16)) >>> 0;
            const t_27 = (_i((a_2 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_2 = (t_27 + a_2) >>> 0;
            const c_2 = (b_2 ^ (b_2 >>> 16)) >>> 0;
            const t_28 = (_i((c_2 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_2 = (t_28 + c_2) >>> 0;
            const t_8 = (d_2 ^ (d_2 >>> 16)) >>> 0;
            const t_9 = _f(t_2 + (along_x ? (-0.7886751890182495) : 0.2113248109817505));
            const t_10 = _f(t_3 + (along_x ? 0.2113248109817505 : (-0.7886751890182495)));
            const t_11 = _f(t_2 - 0.577350378036499);
            const t_12 = _f(t_3 - 0.577350378036499);
            const t_29 = _f(_f(0.4999980926513672 - _f(t_3 * t_3)) - _f(t_2 * t_2));
            const t_13 = t_29 > 0 ? t_29 : 0;
            const t_14 = _f(t_13 * t_13);
            const t_30 = _f(_f((_UNITS[t_6 & 7]) * t_2) + _f((_UNITS[(t_6 & 3 ^ 3) | (t_6 >>> 1 & 4)]) * t_3));
            const t_31 = _f(_f(0.4999980926513672 - _f(t_10 * t_10)) - _f(t_9 * t_9));
            const t_15 = t_31 > 0 ? t_31 : 0;
            const t_16 = _f(t_15 * t_15);
            const t_32 = _f(_f((_UNITS[t_7 & 7]) * t_9) + _f((_UNITS[(t_7 & 3 ^ 3) | (t_7 >>> 1 & 4)]) * t_10));
            const t_33 = _f(_f(0.4999980926513672 - _f(t_12 * t_12)) - _f(t_11 * t_11));
            const t_17 = t_33 > 0 ? t_33 : 0;
            const t_18 = _f(t_17 * t_17);
            const t_34 = _f(_f((_UNITS[t_8 & 7]) * t_11) + _f((_UNITS[(t_8 & 3 ^ 3) | (t_8 >>> 1 & 4)]) * t_12));
            const t_35 = _f(_f(_f(t_14 * t_14) * t_30) + _f(_f(t_16 * t_16) * t_32));
            const t_19 = _f(99.20433807373047 * _f(t_35 + _f(_f(t_18 * t_18) * t_34)));
            value = (Math.abs(t_19) >= 2.524354896707238e-29) ? t_19 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function simplex3(k, x, y, z) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 78) {
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2] + (x_fine - x_floor >= places[place + 4] && x_fine >= x_floor + places[place + 4] ? 1 : 0);
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = x_whole >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15] + (y_fine - y_floor >= places[place + 17] && y_fine >= y_floor + places[place + 17] ? 1 : 0);
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = y_whole >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let z_cell = 0;
        let z_fraction = 0;
        if (isShift) {
            const z_at = z * places[place + 26];
            const z_fine = z_at * 4294967296;
            const z_floor = Math.floor(z_fine);
            const z_steps = (z_floor >>> 0) + places[place + 28] + (z_fine - z_floor >= places[place + 30] && z_fine >= z_floor + places[place + 30] ? 1 : 0);
            const z_whole = Math.floor(z_at) + places[place + 27] + (z_steps >= 4294967296 ? 1 : 0);
            z_cell = z_whole >>> 0;
            z_fraction = z_steps >>> 0;
        } else {
            z_fraction = placed(k, place + 26, z) >>> 0;
            z_cell = cells[0] >>> 0;
        }
        let skew_fraction = 0;
        let skew_cell = 0;
        const x_part = placed(k, place + 39, x) >>> 0;
        skew_fraction = (skew_fraction + x_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < x_part ? 1 : 0)) >>> 0;
        const y_part = placed(k, place + 52, y) >>> 0;
        skew_fraction = (skew_fraction + y_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < y_part ? 1 : 0)) >>> 0;
        const z_part = placed(k, place + 65, z) >>> 0;
        skew_fraction = (skew_fraction + z_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < z_part ? 1 : 0)) >>> 0;
        let value;
        {
            const fraction = (x_fraction + skew_fraction) >>> 0;
            const t = (((x_cell + skew_cell) >>> 0) + ((fraction < x_fraction) ? 1 : 0)) >>> 0;
            const fraction_1 = (y_fraction + skew_fraction) >>> 0;
            const t_1 = (((y_cell + skew_cell) >>> 0) + ((fraction_1 < y_fraction) ? 1 : 0)) >>> 0;
            const fraction_2 = (z_fraction + skew_fraction) >>> 0;
            const t_2 = (((z_cell + skew_cell) >>> 0) + ((fraction_2 < z_fraction) ? 1 : 0)) >>> 0;
            const unskew = (_i((((t + t_1) >>> 0) + t_2) >>> 0, 2796202)) >>> 0;
            const t_32 = (((((((x_cell - t) >>> 0) << 24) >>> 0) | (x_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_3 = _f((t_32) | 0) * 5.960464477539063e-8;
            const t_33 = (((((((y_cell - t_1) >>> 0) << 24) >>> 0) | (y_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_4 = _f((t_33) | 0) * 5.960464477539063e-8;
            const t_34 = (((((((z_cell - t_2) >>> 0) << 24) >>> 0) | (z_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_5 = _f((t_34) | 0) * 5.960464477539063e-8;
            const x_over_y = fraction_1 < fraction;
            const x_over_z = fraction_2 < fraction;
            const y_over_z = fraction_2 < fraction_1;
            const t_6 = x_over_y && x_over_z;
            const t_7 = (!x_over_y) && y_over_z;
            const t_8 = !(x_over_z || y_over_z);
            const t_9 = x_over_y || x_over_z;
            const t_10 = (!x_over_y) || y_over_z;
            const t_11 = !(x_over_z && y_over_z);
            const px = (_i(t, 3679390609)) >>> 0;
            const py = (_i(t_1, 3152041523)) >>> 0;
            const pz = (_i(t_2, 2700274805)) >>> 0;
            const py1 = (py + 3152041523) >>> 0;
            const pz1 = (pz + 2700274805) >>> 0;
            const t_12 = (((key_y ^ 2654435769) >>> 0) + px) >>> 0;
            const t_13 = (((key_y ^ 2654435769) >>> 0) + ((px + 3679390609) >>> 0)) >>> 0;
            const keyed = (((((((((t_12 ^ 2654435769) >>> 0) + py) >>> 0) ^ 2654435769) >>> 0) + pz) >>> 0) ^ key_x) >>> 0;
            const a = (keyed ^ (keyed >>> 16)) >>> 0;
            const t_35 = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b = (t_35 + a) >>> 0;
            const c = (b ^ (b >>> 16)) >>> 0;
            const t_36 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d = (t_36 + c) >>> 0;
            const t_37 = ((((((t_6 ? t_13 : t_12) ^ 2654435769) >>> 0) + (t_7 ? py1 : py)) >>> 0) ^ 2654435769) >>> 0;
            const keyed_1 = (((t_37 + (t_8 ? pz1 : pz)) >>> 0) ^ key_x) >>> 0;
            const a_1 = (keyed_1 ^ (keyed_1 >>> 16)) >>> 0;
            const t_38 = (_i((a_1 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_1 = (t_38 + a_1) >>> 0;
            const c_1 = (b_1 ^ (b_1 >>> 16)) >>> 0;
            const t_39 = (_i((c_1 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_1 = (t_39 + c_1) >>> 0;
            const t_40 = ((((((t_9 ? t_13 : t_12) ^ 2654435769) >>> 0) + (t_10 ? py1 : py)) >>> 0) ^ 2654435769) >>> 0;
            const keyed_2 = (((t_40 + (t_11 ? pz1 : pz)) >>> 0) ^ key_x) >>> 0;
            const a_2 = (keyed_2 ^ (keyed_2 >>> 16)) >>> 0;
            const t_41 = (_i((a_2 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_2 = (t_41 + a_2) >>> 0;
            const c_2 = (b_2 ^ (b_2 >>> 16)) >>> 0;
            const t_42 = (_i((c_2 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_2 = (t_42 + c_2) >>> 0;
            const keyed_3 = (((((((((t_13 ^ 2654435769) >>> 0) + py1) >>> 0) ^ 2654435769) >>> 0) + pz1) >>> 0) ^ key_x) >>> 0;
            const a_3 = (keyed_3 ^ (keyed_3 >>> 16)) >>> 0;
            const t_43 = (_i((a_3 & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
            const b_3 = (t_43 + a_3) >>> 0;
            const c_3 = (b_3 ^ (b_3 >>> 16)) >>> 0;
            const t_44 = (_i((c_3 & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
            const d_3 = (t_44 + c_3) >>> 0;
            const t_14 = _f(t_3 + (t_6 ? (-0.8333333730697632) : 0.16666662693023682));
            const t_15 = _f(t_4 + (t_7 ? (-0.8333333730697632) : 0.16666662693023682));
            const t_16 = _f(t_5 + (t_8 ? (-0.8333333730697632) : 0.16666662693023682));
            const t_17 = _f(t_3 + (t_9 ? (-0.6666667461395264) : 0.33333325386047363));
            const t_18 = _f(t_4 + (t_10 ? (-0.6666667461395264) : 0.33333325386047363));
            const t_19 = _f(t_5 + (t_11 ? (-0.6666667461395264) : 0.33333325386047363));
            const t_20 = _f(t_3 - 0.5000001192092896);
            const t_21 = _f(t_4 - 0.5000001192092896);
            const t_22 = _f(t_5 - 0.5000001192092896);
            const t_45 = _f(_f(0.4999980926513672 - _f(t_5 * t_5)) - _f(t_4 * t_4));
            const t_46 = _f(t_45 - _f(t_3 * t_3));
            const t_23 = t_46 > 0 ? t_46 : 0;
            const t_24 = _f(t_23 * t_23);
            const t_47 = (d ^ (d >>> 16)) >>> 0;
            const t_48 = _f(((2004287564 << (t_47 << 1)) >> 30) * t_3 + ((1593866103 << (t_47 << 1)) >> 30) * t_4 + ((6250259 << (t_47 << 1)) >> 30) * t_5);
            const t_49 = _f(_f(0.4999980926513672 - _f(t_16 * t_16)) - _f(t_15 * t_15));
            const t_50 = _f(t_49 - _f(t_14 * t_14));
            const t_25 = t_50 > 0 ? t_50 : 0;
            const t_26 = _f(t_25 * t_25);
            const t_51 = (d_1 ^ (d_1 >>> 16)) >>> 0;
            const t_52 = _f(((2004287564 << (t_51 << 1)) >> 30) * t_14 + ((1593866103 << (t_51 << 1)) >> 30) * t_15 + ((6250259 << (t_51 << 1)) >> 30) * t_16);
            const t_53 = _f(_f(_f(t_24 * t_24) * t_48) + _f(_f(t_26 * t_26) * t_52));
            const t_54 = _f(_f(0.4999980926513672 - _f(t_19 * t_19)) - _f(t_18 * t_18));
            const t_55 = _f(t_54 - _f(t_17 * t_17));
            const t_27 = t_55 > 0 ? t_55 : 0;
            const t_28 = _f(t_27 * t_27);
            const t_56 = (d_2 ^ (d_2 >>> 16)) >>> 0;
            const t_57 = _f(((2004287564 << (t_56 << 1)) >> 30) * t_17 + ((1593866103 << (t_56 << 1)) >> 30) * t_18 + ((6250259 << (t_56 << 1)) >> 30) * t_19);
            const t_58 = _f(_f(0.4999980926513672 - _f(t_22 * t_22)) - _f(t_21 * t_21));
            const t_59 = _f(t_58 - _f(t_20 * t_20));
            const t_29 = t_59 > 0 ? t_59 : 0;
            const t_30 = _f(t_29 * t_29);
            const t_60 = (d_3 ^ (d_3 >>> 16)) >>> 0;
            const t_61 = _f(((2004287564 << (t_60 << 1)) >> 30) * t_20 + ((1593866103 << (t_60 << 1)) >> 30) * t_21 + ((6250259 << (t_60 << 1)) >> 30) * t_22);
            const t_62 = _f(_f(t_53 + _f(_f(t_28 * t_28) * t_57)) + _f(_f(t_30 * t_30) * t_61));
            const t_31 = _f(76.88075256347656 * t_62);
            value = (Math.abs(t_31) >= 2.524354896707238e-29) ? t_31 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

// Negative zeros and numbers below 2^-95 become 0.
function sizable(v) {
    return Math.abs(v) >= 2.524354896707238e-29 ? v : 0;
}

const _long_floats32 = new Float32Array(1);
const _long_words32 = new Uint32Array(_long_floats32.buffer);

function _long_bits32(v) {
    _long_floats32[0] = v;
    return _long_words32[0];
}

function _long_float32(bits) {
    _long_words32[0] = bits;
    return _long_floats32[0];
}

// The components of sixteen unit vectors.
const _long_UNITS = /* @__PURE__ */ new Float64Array([0.9807852506637573, 0.8314695954322815, 0.5555702447891235, 0.19509032368659973,
    -0.9807852506637573, -0.8314695954322815, -0.5555702447891235, -0.19509032368659973]);

function _long_min2(a, b) {
    return b < a ? b : a;
}

function _long_max2(a, b) {
    return a < b ? b : a;
}

// Two rounds of xor-shifts and multiplications, each of which is one-to-one. The factors have 24 bits: GPUs multiply these as fast as they add, and wider ones
// at a quarter of the speed. The first word of the seed is combined with the coordinates, the second varies the multipliers, which with the summand are odd.
function _long_lattice_hash(key_x, key_y, at) {
    const keyed = (at ^ key_x) >>> 0;
    const a = (keyed ^ (keyed >>> 16)) >>> 0;
    const t = (_i((a & 16777215) >>> 0, (15414572 ^ ((((key_y << 1) >>> 0) & 131070) >>> 0)) >>> 0)) >>> 0;
    const b = (t + a) >>> 0;
    const c = (b ^ (b >>> 16)) >>> 0;
    const t_1 = (_i((c & 16777215) >>> 0, (7120522 ^ (((key_y >>> 15) & 131070) >>> 0)) >>> 0)) >>> 0;
    const d = (t_1 + c) >>> 0;
    return (d ^ (d >>> 16)) >>> 0;
}

export function perlin1_slope(k, x, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum_x = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 13) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        let slope_x;
        {
            const t_5 = (((((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
            const t_6 = _long_lattice_hash(key_x, key_y, (t_5 ^ 2654435769) >>> 0);
            const t = ((t_6 & 7) + 1) * (0.125 - (t_6 & 8) * 0.03125);
            const next = (x_cell + 1) >>> 0;
            const t_7 = (((key_y ^ 2654435769) >>> 0) + ((_i((next === x_period) ? 0 : next, 3679390609)) >>> 0)) >>> 0;
            const t_8 = _long_lattice_hash(key_x, key_y, (((t_7 ^ 2654435769) >>> 0) ^ 2654435769) >>> 0);
            const t_1 = ((t_8 & 7) + 1) * (0.125 - (t_8 & 8) * 0.03125);
            const t_2 = t_1 - t;
            const t_3 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_9 = 0.5 - Math.abs(t_3 - 0.5);
            const t_10 = _f(_f(_f(_f(_f(6 * t_9) - 15) * t_9) + 10) * _f(_f(t_9 * t_9) * t_9));
            const t_11 = (t_3 + 0.5) | 0;
            const r = _long_min2(t_3, 1.0 - t_3);
            const t_4 = _f(r * _f(1.0 - r));
            const t_12 = _f(_f(30.0 * _f(t_4 * t_4)) * _f(((0.0 - t_1) - 0.0) + _f(t_2 * t_3)));
            const t_13 = _f(_f(t + _f((_f(t_11 + (1 - 2 * t_11) * t_10)) * t_2)) + t_12);
            [slope_x] = [t_13, 0.0, 0.0, 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
    }
    out[0] = sizable(sum_x);
}

export function perlin2_slope(k, x, y, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum_x = 0;
    let sum_y = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 26) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let slope_x, slope_y;
        {
            const next = (x_cell + 1) >>> 0;
            const next_1 = (y_cell + 1) >>> 0;
            const product = (_i(x_cell, 3679390609)) >>> 0;
            const product_1 = (_i(y_cell, 3152041523)) >>> 0;
            const t = (((next_1 === y_period) ? 0 : next_1) === 0) ? 0 : ((product_1 + 3152041523) >>> 0);
            const t_1 = (((key_y ^ 2654435769) >>> 0) + product) >>> 0;
            const t_2 = (((key_y ^ 2654435769) >>> 0) + ((((next === x_period) ? 0 : next) === 0) ? 0 : ((product + 3679390609) >>> 0))) >>> 0;
            const t_3 = _long_lattice_hash(key_x, key_y, (((((t_1 ^ 2654435769) >>> 0) + product_1) >>> 0) ^ 2654435769) >>> 0);
            const t_4 = _long_lattice_hash(key_x, key_y, (((((t_1 ^ 2654435769) >>> 0) + t) >>> 0) ^ 2654435769) >>> 0);
            const t_5 = _long_lattice_hash(key_x, key_y, (((((t_2 ^ 2654435769) >>> 0) + product_1) >>> 0) ^ 2654435769) >>> 0);
            const t_6 = _long_lattice_hash(key_x, key_y, (((((t_2 ^ 2654435769) >>> 0) + t) >>> 0) ^ 2654435769) >>> 0);
            const t_7 = (2004287564 << (t_3 << 1)) >> 30;
            const t_8 = (1593866103 << (t_3 << 1)) >> 30;
            const t_9 = (2004287564 << (t_5 << 1)) >> 30;
            const t_10 = (1593866103 << (t_5 << 1)) >> 30;
            const t_11 = (2004287564 << (t_4 << 1)) >> 30;
            const t_12 = (1593866103 << (t_4 << 1)) >> 30;
            const t_13 = (2004287564 << (t_6 << 1)) >> 30;
            const t_14 = (1593866103 << (t_6 << 1)) >> 30;
            const t_15 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_16 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_32 = 0.5 - Math.abs(t_15 - 0.5);
            const t_33 = _f(_f(_f(_f(_f(6 * t_32) - 15) * t_32) + 10) * _f(_f(t_32 * t_32) * t_32));
            const t_34 = (t_15 + 0.5) | 0;
            const t_17 = _f(t_34 + (1 - 2 * t_34) * t_33);
            const t_35 = 0.5 - Math.abs(t_16 - 0.5);
            const t_36 = _f(_f(_f(_f(_f(6 * t_35) - 15) * t_35) + 10) * _f(_f(t_35 * t_35) * t_35));
            const t_37 = (t_16 + 0.5) | 0;
            const t_18 = _f(t_37 + (1 - 2 * t_37) * t_36);
            const t_19 = 0.0 + (t_8 * t_16);
            const t_38 = _f(t_19 + _f(t_18 * _f((0.0 + (t_12 * (t_16 - 1.0))) - t_19)));
            const t_20 = _f(t_7 + _f(t_18 * (t_11 - t_7)));
            const t_21 = 0.0 + (t_10 * t_16);
            const t_39 = _f(t_21 + _f(t_18 * _f((0.0 + (t_14 * (t_16 - 1.0))) - t_21)));
            const t_22 = _f(t_9 + _f(t_18 * (t_13 - t_9)));
            const t_23 = _f(t_22 - t_20);
            const r = _long_min2(t_16, 1.0 - t_16);
            const t_24 = _f(r * _f(1.0 - r));
            const t_25 = _f(30.0 * _f(t_24 * t_24));
            const t_40 = 0.5 - Math.abs(t_16 - 0.5);
            const t_41 = _f(_f(_f(_f(_f(6 * t_40) - 15) * t_40) + 10) * _f(_f(t_40 * t_40) * t_40));
            const t_42 = (t_16 + 0.5) | 0;
            const t_43 = _f(t_8 + _f((_f(t_42 + (1 - 2 * t_42) * t_41)) * (t_12 - t_8)));
            const t_44 = _f(t_25 * _f((0.0 + (t_12 * (t_16 - 1.0))) - (0.0 + (t_8 * t_16))));
            const t_26 = _f(t_43 + t_44);
            const t_27 = _f(t_25 * (t_11 - t_7));
            const r_1 = _long_min2(t_16, 1.0 - t_16);
            const t_28 = _f(r_1 * _f(1.0 - r_1));
            const t_29 = _f(30.0 * _f(t_28 * t_28));
            const t_45 = 0.5 - Math.abs(t_16 - 0.5);
            const t_46 = _f(_f(_f(_f(_f(6 * t_45) - 15) * t_45) + 10) * _f(_f(t_45 * t_45) * t_45));
            const t_47 = (t_16 + 0.5) | 0;
            const t_48 = _f(t_10 + _f((_f(t_47 + (1 - 2 * t_47) * t_46)) * (t_14 - t_10)));
            const t_49 = _f(t_29 * _f((0.0 + (t_14 * (t_16 - 1.0))) - (0.0 + (t_10 * t_16))));
            const t_30 = _f(t_29 * (t_13 - t_9));
            const r_2 = _long_min2(t_15, 1.0 - t_15);
            const t_31 = _f(r_2 * _f(1.0 - r_2));
            const t_50 = _f(_f(_f(t_39 - t_22) - t_38) + _f(t_23 * t_15));
            const t_51 = _f(_f(t_20 + _f(t_17 * t_23)) + _f(_f(30.0 * _f(t_31 * t_31)) * t_50));
            const t_52 = _f(_f(_f(_f(t_48 + t_49) - t_30) - t_26) + _f(_f(t_30 - t_27) * t_15));
            const t_53 = _f(_f(t_26 + _f(t_27 * t_15)) + _f(t_17 * t_52));
            [slope_x, slope_y] = [t_51, t_53, 0.0, 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
        sum_y = _f(sum_y + sizable(_f(weights[octave] * sizable(_f(sizable(slope_y) * places[place + 25])))));
    }
    out[0] = sizable(sum_x);
    out[1] = sizable(sum_y);
}

export function perlin3_slope(k, x, y, z, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum_x = 0;
    let sum_y = 0;
    let sum_z = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 39) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        const z_period = places[place + 29];
        let z_cell = 0;
        let z_fraction = 0;
        if (isShift) {
            const z_at = z * places[place + 26];
            const z_fine = z_at * 4294967296;
            const z_floor = Math.floor(z_fine);
            const z_steps = (z_floor >>> 0) + places[place + 28];
            const z_whole = Math.floor(z_at) + places[place + 27] + (z_steps >= 4294967296 ? 1 : 0);
            z_cell = (z_period === 0 ? z_whole : z_whole - Math.floor(z_whole / z_period) * z_period) >>> 0;
            z_fraction = z_steps >>> 0;
        } else {
            z_fraction = placed(k, place + 26, z) >>> 0;
            z_cell = cells[0] >>> 0;
        }
        let slope_x, slope_y, slope_z;
        {
            const next = (x_cell + 1) >>> 0;
            const next_1 = (y_cell + 1) >>> 0;
            const product = (_i(x_cell, 3679390609)) >>> 0;
            const product_1 = (_i(y_cell, 3152041523)) >>> 0;
            const t = (((next_1 === y_period) ? 0 : next_1) === 0) ? 0 : ((product_1 + 3152041523) >>> 0);
            const t_1 = (((key_y ^ 2654435769) >>> 0) + product) >>> 0;
            const t_2 = (((key_y ^ 2654435769) >>> 0) + ((((next === x_period) ? 0 : next) === 0) ? 0 : ((product + 3679390609) >>> 0))) >>> 0;
            const t_3 = (((t_1 ^ 2654435769) >>> 0) + product_1) >>> 0;
            const t_4 = (((t_1 ^ 2654435769) >>> 0) + t) >>> 0;
            const t_5 = (((t_2 ^ 2654435769) >>> 0) + product_1) >>> 0;
            const t_6 = (((t_2 ^ 2654435769) >>> 0) + t) >>> 0;
            const t_7 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_8 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const next_2 = (z_cell + 1) >>> 0;
            const product_2 = (_i(z_cell, 2700274805)) >>> 0;
            const t_100 = (((next_2 === z_period) ? 0 : next_2) === 0) ? 0 : ((product_2 + 2700274805) >>> 0);
            const t_9 = _long_lattice_hash(key_x, key_y, (((t_3 ^ 2654435769) >>> 0) + product_2) >>> 0);
            const t_10 = _long_lattice_hash(key_x, key_y, (((t_3 ^ 2654435769) >>> 0) + t_100) >>> 0);
            const t_11 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_101 = 0.5 - Math.abs(t_11 - 0.5);
            const t_102 = _f(_f(_f(_f(_f(6 * t_101) - 15) * t_101) + 10) * _f(_f(t_101 * t_101) * t_101));
            const t_103 = (t_11 + 0.5) | 0;
            const t_12 = _f(t_103 + (1 - 2 * t_103) * t_102);
            const t_13 = (((6250259 << (t_9 << 1)) >> 30) * 2) * t_11;
            const t_104 = _f(t_12 * _f(((((6250259 << (t_10 << 1)) >> 30) * 2) * (t_11 - 1.0)) - t_13));
            const t_14 = ((2004287564 << (t_9 << 1)) >> 30) * 2;
            const t_105 = _f(t_14 + _f(t_12 * ((((2004287564 << (t_10 << 1)) >> 30) * 2) - t_14)));
            const t_15 = ((1593866103 << (t_9 << 1)) >> 30) * 2;
            const t_106 = _f(t_15 + _f(t_12 * ((((1593866103 << (t_10 << 1)) >> 30) * 2) - t_15)));
            const t_16 = 0.5 * _f(t_13 + t_104);
            const t_17 = 0.5 * t_105;
            const t_18 = 0.5 * t_106;
            const next_3 = (z_cell + 1) >>> 0;
            const product_3 = (_i(z_cell, 2700274805)) >>> 0;
            const t_107 = (((next_3 === z_period) ? 0 : next_3) === 0) ? 0 : ((product_3 + 2700274805) >>> 0);
            const t_19 = _long_lattice_hash(key_x, key_y, (((t_5 ^ 2654435769) >>> 0) + product_3) >>> 0);
            const t_20 = _long_lattice_hash(key_x, key_y, (((t_5 ^ 2654435769) >>> 0) + t_107) >>> 0);
            const t_21 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_108 = 0.5 - Math.abs(t_21 - 0.5);
            const t_109 = _f(_f(_f(_f(_f(6 * t_108) - 15) * t_108) + 10) * _f(_f(t_108 * t_108) * t_108));
            const t_110 = (t_21 + 0.5) | 0;
            const t_22 = _f(t_110 + (1 - 2 * t_110) * t_109);
            const t_23 = (((6250259 << (t_19 << 1)) >> 30) * 2) * t_21;
            const t_111 = _f(t_22 * _f(((((6250259 << (t_20 << 1)) >> 30) * 2) * (t_21 - 1.0)) - t_23));
            const t_24 = ((2004287564 << (t_19 << 1)) >> 30) * 2;
            const t_112 = _f(t_24 + _f(t_22 * ((((2004287564 << (t_20 << 1)) >> 30) * 2) - t_24)));
            const t_25 = ((1593866103 << (t_19 << 1)) >> 30) * 2;
            const t_113 = _f(t_25 + _f(t_22 * ((((1593866103 << (t_20 << 1)) >> 30) * 2) - t_25)));
            const t_26 = 0.5 * _f(t_23 + t_111);
            const t_27 = 0.5 * t_112;
            const t_28 = 0.5 * t_113;
            const next_4 = (z_cell + 1) >>> 0;
            const product_4 = (_i(z_cell, 2700274805)) >>> 0;
            const t_114 = (((next_4 === z_period) ? 0 : next_4) === 0) ? 0 : ((product_4 + 2700274805) >>> 0);
            const t_29 = _long_lattice_hash(key_x, key_y, (((t_4 ^ 2654435769) >>> 0) + product_4) >>> 0);
            const t_30 = _long_lattice_hash(key_x, key_y, (((t_4 ^ 2654435769) >>> 0) + t_114) >>> 0);
            const t_31 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_115 = 0.5 - Math.abs(t_31 - 0.5);
            const t_116 = _f(_f(_f(_f(_f(6 * t_115) - 15) * t_115) + 10) * _f(_f(t_115 * t_115) * t_115));
            const t_117 = (t_31 + 0.5) | 0;
            const t_32 = _f(t_117 + (1 - 2 * t_117) * t_116);
            const t_33 = (((6250259 << (t_29 << 1)) >> 30) * 2) * t_31;
            const t_118 = _f(t_32 * _f(((((6250259 << (t_30 << 1)) >> 30) * 2) * (t_31 - 1.0)) - t_33));
            const t_34 = ((2004287564 << (t_29 << 1)) >> 30) * 2;
            const t_119 = _f(t_34 + _f(t_32 * ((((2004287564 << (t_30 << 1)) >> 30) * 2) - t_34)));
            const t_35 = ((1593866103 << (t_29 << 1)) >> 30) * 2;
            const t_120 = _f(t_35 + _f(t_32 * ((((1593866103 << (t_30 << 1)) >> 30) * 2) - t_35)));
            const t_36 = 0.5 * _f(t_33 + t_118);
            const t_37 = 0.5 * t_119;
            const t_38 = 0.5 * t_120;
            const next_5 = (z_cell + 1) >>> 0;
            const product_5 = (_i(z_cell, 2700274805)) >>> 0;
            const t_121 = (((next_5 === z_period) ? 0 : next_5) === 0) ? 0 : ((product_5 + 2700274805) >>> 0);
            const t_39 = _long_lattice_hash(key_x, key_y, (((t_6 ^ 2654435769) >>> 0) + product_5) >>> 0);
            const t_40 = _long_lattice_hash(key_x, key_y, (((t_6 ^ 2654435769) >>> 0) + t_121) >>> 0);
            const t_41 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_122 = 0.5 - Math.abs(t_41 - 0.5);
            const t_123 = _f(_f(_f(_f(_f(6 * t_122) - 15) * t_122) + 10) * _f(_f(t_122 * t_122) * t_122));
            const t_124 = (t_41 + 0.5) | 0;
            const t_42 = _f(t_124 + (1 - 2 * t_124) * t_123);
            const t_43 = (((6250259 << (t_39 << 1)) >> 30) * 2) * t_41;
            const t_125 = _f(t_42 * _f(((((6250259 << (t_40 << 1)) >> 30) * 2) * (t_41 - 1.0)) - t_43));
            const t_44 = ((2004287564 << (t_39 << 1)) >> 30) * 2;
            const t_126 = _f(t_44 + _f(t_42 * ((((2004287564 << (t_40 << 1)) >> 30) * 2) - t_44)));
            const t_45 = ((1593866103 << (t_39 << 1)) >> 30) * 2;
            const t_127 = _f(t_45 + _f(t_42 * ((((1593866103 << (t_40 << 1)) >> 30) * 2) - t_45)));
            const t_46 = 0.5 * _f(t_43 + t_125);
            const t_47 = 0.5 * t_126;
            const t_48 = 0.5 * t_127;
            const next_6 = (z_cell + 1) >>> 0;
            const product_6 = (_i(z_cell, 2700274805)) >>> 0;
            const t_128 = (((next_6 === z_period) ? 0 : next_6) === 0) ? 0 : ((product_6 + 2700274805) >>> 0);
            const t_49 = _long_lattice_hash(key_x, key_y, (((t_3 ^ 2654435769) >>> 0) + product_6) >>> 0);
            const t_50 = _long_lattice_hash(key_x, key_y, (((t_3 ^ 2654435769) >>> 0) + t_128) >>> 0);
            const t_51 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_52 = (6250259 << (t_49 << 1)) >> 30;
            const t_53 = (6250259 << (t_50 << 1)) >> 30;
            const t_129 = 0.5 - Math.abs(t_51 - 0.5);
            const t_130 = _f(_f(_f(_f(_f(6 * t_129) - 15) * t_129) + 10) * _f(_f(t_129 * t_129) * t_129));
            const t_131 = (t_51 + 0.5) | 0;
            const r = _long_min2(t_51, 1.0 - t_51);
            const t_54 = _f(r * _f(1.0 - r));
            const t_55 = _f(30.0 * _f(t_54 * t_54));
            const t_132 = _f(t_52 + _f((_f(t_131 + (1 - 2 * t_131) * t_130)) * (t_53 - t_52)));
            const t_133 = _f(t_132 + _f(t_55 * _f((t_53 * (t_51 - 1.0)) - (t_52 * t_51))));
            const t_56 = _f(t_55 * (((2004287564 << (t_50 << 1)) >> 30) - ((2004287564 << (t_49 << 1)) >> 30)));
            const t_134 = _f(t_55 * (((1593866103 << (t_50 << 1)) >> 30) - ((1593866103 << (t_49 << 1)) >> 30)));
            const next_7 = (z_cell + 1) >>> 0;
            const product_7 = (_i(z_cell, 2700274805)) >>> 0;
            const t_135 = (((next_7 === z_period) ? 0 : next_7) === 0) ? 0 : ((product_7 + 2700274805) >>> 0);
            const t_57 = _long_lattice_hash(key_x, key_y, (((t_5 ^ 2654435769) >>> 0) + product_7) >>> 0);
            const t_58 = _long_lattice_hash(key_x, key_y, (((t_5 ^ 2654435769) >>> 0) + t_135) >>> 0);
            const t_59 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_60 = (6250259 << (t_57 << 1)) >> 30;
            const t_61 = (6250259 << (t_58 << 1)) >> 30;
            const t_136 = 0.5 - Math.abs(t_59 - 0.5);
            const t_137 = _f(_f(_f(_f(_f(6 * t_136) - 15) * t_136) + 10) * _f(_f(t_136 * t_136) * t_136));
            const t_138 = (t_59 + 0.5) | 0;
            const r_1 = _long_min2(t_59, 1.0 - t_59);
            const t_62 = _f(r_1 * _f(1.0 - r_1));
            const t_63 = _f(30.0 * _f(t_62 * t_62));
            const t_139 = _f(t_60 + _f((_f(t_138 + (1 - 2 * t_138) * t_137)) * (t_61 - t_60)));
            const t_140 = _f(t_139 + _f(t_63 * _f((t_61 * (t_59 - 1.0)) - (t_60 * t_59))));
            const t_64 = _f(t_63 * (((2004287564 << (t_58 << 1)) >> 30) - ((2004287564 << (t_57 << 1)) >> 30)));
            const t_141 = _f(t_63 * (((1593866103 << (t_58 << 1)) >> 30) - ((1593866103 << (t_57 << 1)) >> 30)));
            const next_8 = (z_cell + 1) >>> 0;
            const product_8 = (_i(z_cell, 2700274805)) >>> 0;
            const t_142 = (((next_8 === z_period) ? 0 : next_8) === 0) ? 0 : ((product_8 + 2700274805) >>> 0);
            const t_65 = _long_lattice_hash(key_x, key_y, (((t_4 ^ 2654435769) >>> 0) + product_8) >>> 0);
            const t_66 = _long_lattice_hash(key_x, key_y, (((t_4 ^ 2654435769) >>> 0) + t_142) >>> 0);
            const t_67 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_68 = (6250259 << (t_65 << 1)) >> 30;
            const t_69 = (6250259 << (t_66 << 1)) >> 30;
            const t_143 = 0.5 - Math.abs(t_67 - 0.5);
            const t_144 = _f(_f(_f(_f(_f(6 * t_143) - 15) * t_143) + 10) * _f(_f(t_143 * t_143) * t_143));
            const t_145 = (t_67 + 0.5) | 0;
            const r_2 = _long_min2(t_67, 1.0 - t_67);
            const t_70 = _f(r_2 * _f(1.0 - r_2));
            const t_71 = _f(30.0 * _f(t_70 * t_70));
            const t_146 = _f(t_68 + _f((_f(t_145 + (1 - 2 * t_145) * t_144)) * (t_69 - t_68)));
            const t_147 = _f(t_146 + _f(t_71 * _f((t_69 * (t_67 - 1.0)) - (t_68 * t_67))));
            const t_148 = _f(t_71 * (((2004287564 << (t_66 << 1)) >> 30) - ((2004287564 << (t_65 << 1)) >> 30)));
            const t_149 = _f(t_71 * (((1593866103 << (t_66 << 1)) >> 30) - ((1593866103 << (t_65 << 1)) >> 30)));
            const next_9 = (z_cell + 1) >>> 0;
            const product_9 = (_i(z_cell, 2700274805)) >>> 0;
            const t_150 = (((next_9 === z_period) ? 0 : next_9) === 0) ? 0 : ((product_9 + 2700274805) >>> 0);
            const t_72 = _long_lattice_hash(key_x, key_y, (((t_6 ^ 2654435769) >>> 0) + product_9) >>> 0);
            const t_73 = _long_lattice_hash(key_x, key_y, (((t_6 ^ 2654435769) >>> 0) + t_150) >>> 0);
            const t_74 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_75 = (6250259 << (t_72 << 1)) >> 30;
            const t_76 = (6250259 << (t_73 << 1)) >> 30;
            const t_151 = 0.5 - Math.abs(t_74 - 0.5);
            const t_152 = _f(_f(_f(_f(_f(6 * t_151) - 15) * t_151) + 10) * _f(_f(t_151 * t_151) * t_151));
            const t_153 = (t_74 + 0.5) | 0;
            const r_3 = _long_min2(t_74, 1.0 - t_74);
            const t_77 = _f(r_3 * _f(1.0 - r_3));
            const t_78 = _f(30.0 * _f(t_77 * t_77));
            const t_154 = _f(t_75 + _f((_f(t_153 + (1 - 2 * t_153) * t_152)) * (t_76 - t_75)));
            const t_155 = _f(t_154 + _f(t_78 * _f((t_76 * (t_74 - 1.0)) - (t_75 * t_74))));
            const t_156 = _f(t_78 * (((2004287564 << (t_73 << 1)) >> 30) - ((2004287564 << (t_72 << 1)) >> 30)));
            const t_157 = _f(t_78 * (((1593866103 << (t_73 << 1)) >> 30) - ((1593866103 << (t_72 << 1)) >> 30)));
            const t_158 = 0.5 - Math.abs(t_7 - 0.5);
            const t_159 = _f(_f(_f(_f(_f(6 * t_158) - 15) * t_158) + 10) * _f(_f(t_158 * t_158) * t_158));
            const t_160 = (t_7 + 0.5) | 0;
            const t_79 = _f(t_160 + (1 - 2 * t_160) * t_159);
            const t_161 = 0.5 - Math.abs(t_8 - 0.5);
            const t_162 = _f(_f(_f(_f(_f(6 * t_161) - 15) * t_161) + 10) * _f(_f(t_161 * t_161) * t_161));
            const t_163 = (t_8 + 0.5) | 0;
            const t_80 = _f(t_163 + (1 - 2 * t_163) * t_162);
            const t_81 = _f(t_16 + _f(t_18 * t_8));
            const t_164 = _f(t_80 * _f(_f(t_36 + _f(t_38 * (t_8 - 1.0))) - t_81));
            const t_82 = _f(t_17 + _f(t_80 * _f(t_37 - t_17)));
            const t_83 = _f(t_26 + _f(t_28 * t_8));
            const t_165 = _f(t_80 * _f(_f(t_46 + _f(t_48 * (t_8 - 1.0))) - t_83));
            const t_84 = _f(t_27 + _f(t_80 * _f(t_47 - t_27)));
            const t_166 = _f(_f(_f(t_83 + t_165) - t_84) - _f(t_81 + t_164));
            const t_85 = _f(t_84 - t_82);
            const r_4 = _long_min2(t_8, 1.0 - t_8);
            const t_86 = _f(r_4 * _f(1.0 - r_4));
            const t_87 = _f(30.0 * _f(t_86 * t_86));
            const t_167 = 0.5 - Math.abs(t_8 - 0.5);
            const t_168 = _f(_f(_f(_f(_f(6 * t_167) - 15) * t_167) + 10) * _f(_f(t_167 * t_167) * t_167));
            const t_169 = (t_8 + 0.5) | 0;
            const t_170 = _f((_f(t_169 + (1 - 2 * t_169) * t_168)) * _f(t_38 - t_18));
            const t_171 = _f(_f(t_36 + _f(t_38 * (t_8 - 1.0))) - _f(t_16 + _f(t_18 * t_8)));
            const t_88 = _f(_f(t_18 + t_170) + _f(t_87 * t_171));
            const t_89 = _f(t_87 * _f(t_37 - t_17));
            const r_5 = _long_min2(t_8, 1.0 - t_8);
            const t_90 = _f(r_5 * _f(1.0 - r_5));
            const t_91 = _f(30.0 * _f(t_90 * t_90));
            const t_172 = 0.5 - Math.abs(t_8 - 0.5);
            const t_173 = _f(_f(_f(_f(_f(6 * t_172) - 15) * t_172) + 10) * _f(_f(t_172 * t_172) * t_172));
            const t_174 = (t_8 + 0.5) | 0;
            const t_175 = _f((_f(t_174 + (1 - 2 * t_174) * t_173)) * _f(t_48 - t_28));
            const t_176 = _f(_f(t_46 + _f(t_48 * (t_8 - 1.0))) - _f(t_26 + _f(t_28 * t_8)));
            const t_92 = _f(t_91 * _f(t_47 - t_27));
            const t_177 = _f(_f(_f(t_28 + t_175) + _f(t_91 * t_176)) - t_92);
            const r_6 = _long_min2(t_7, 1.0 - t_7);
            const t_93 = _f(r_6 * _f(1.0 - r_6));
            const t_178 = _f(_f(30.0 * _f(t_93 * t_93)) * _f(t_166 + _f(t_85 * t_7)));
            const t_179 = _f(_f(t_177 - t_88) + _f(_f(t_92 - t_89) * t_7));
            const t_180 = _f(_f(t_88 + _f(t_89 * t_7)) + _f(t_79 * t_179));
            const t_181 = 0.5 - Math.abs(t_8 - 0.5);
            const t_182 = _f(_f(_f(_f(_f(6 * t_181) - 15) * t_181) + 10) * _f(_f(t_181 * t_181) * t_181));
            const t_183 = (t_8 + 0.5) | 0;
            const t_94 = _f(t_183 + (1 - 2 * t_183) * t_182);
            const t_95 = _f(t_133 + _f(t_134 * t_8));
            const t_184 = _f(t_94 * _f(_f(t_147 + _f(t_149 * (t_8 - 1.0))) - t_95));
            const t_96 = _f(t_95 + t_184);
            const t_97 = _f(t_56 + _f(t_94 * _f(t_148 - t_56)));
            const t_98 = _f(t_140 + _f(t_141 * t_8));
            const t_185 = _f(t_94 * _f(_f(t_155 + _f(t_157 * (t_8 - 1.0))) - t_98));
            const t_99 = _f(t_64 + _f(t_94 * _f(t_156 - t_64)));
            const t_186 = 0.5 - Math.abs(t_7 - 0.5);
            const t_187 = _f(_f(_f(_f(_f(6 * t_186) - 15) * t_186) + 10) * _f(_f(t_186 * t_186) * t_186));
            const t_188 = (t_7 + 0.5) | 0;
            const t_189 = _f(_f(_f(_f(t_98 + t_185) - t_99) - t_96) + _f(_f(t_99 - t_97) * t_7));
            const t_190 = _f(_f(t_96 + _f(t_97 * t_7)) + _f((_f(t_188 + (1 - 2 * t_188) * t_187)) * t_189));
            [slope_x, slope_y, slope_z] = [_f(_f(t_82 + _f(t_79 * t_85)) + t_178), t_180, t_190, 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
        sum_y = _f(sum_y + sizable(_f(weights[octave] * sizable(_f(sizable(slope_y) * places[place + 25])))));
        sum_z = _f(sum_z + sizable(_f(weights[octave] * sizable(_f(sizable(slope_z) * places[place + 38])))));
    }
    out[0] = sizable(sum_x);
    out[1] = sizable(sum_y);
    out[2] = sizable(sum_z);
}

export function value1_slope(k, x, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum_x = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 13) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        let slope_x;
        {
            const t_2 = (((((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
            const t_3 = _long_lattice_hash(key_x, key_y, (t_2 ^ 2654435769) >>> 0);
            const next = (x_cell + 1) >>> 0;
            const t_4 = (((key_y ^ 2654435769) >>> 0) + ((_i((next === x_period) ? 0 : next, 3679390609)) >>> 0)) >>> 0;
            const t_5 = _long_lattice_hash(key_x, key_y, (((t_4 ^ 2654435769) >>> 0) ^ 2654435769) >>> 0);
            const t = (x_fraction >>> 8) * 5.960464477539063e-8;
            const r = _long_min2(t, 1.0 - t);
            const t_1 = _f(r * _f(1.0 - r));
            const t_6 = ((t_5 & 8388607) * 2.384185791015625e-7 - 1) - ((t_3 & 8388607) * 2.384185791015625e-7 - 1);
            [slope_x] = [_f(_f(30.0 * _f(t_1 * t_1)) * t_6), 0.0, 0.0, 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
    }
    out[0] = sizable(sum_x);
}

export function value2_slope(k, x, y, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum_x = 0;
    let sum_y = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 26) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let slope_x, slope_y;
        {
            const next = (x_cell + 1) >>> 0;
            const next_1 = (y_cell + 1) >>> 0;
            const product = (_i(x_cell, 3679390609)) >>> 0;
            const product_1 = (_i(y_cell, 3152041523)) >>> 0;
            const t = (((next_1 === y_period) ? 0 : next_1) === 0) ? 0 : ((product_1 + 3152041523) >>> 0);
            const t_1 = (((key_y ^ 2654435769) >>> 0) + product) >>> 0;
            const t_2 = (((key_y ^ 2654435769) >>> 0) + ((((next === x_period) ? 0 : next) === 0) ? 0 : ((product + 3679390609) >>> 0))) >>> 0;
            const t_13 = _long_lattice_hash(key_x, key_y, (((((t_1 ^ 2654435769) >>> 0) + product_1) >>> 0) ^ 2654435769) >>> 0);
            const t_14 = _long_lattice_hash(key_x, key_y, (((((t_1 ^ 2654435769) >>> 0) + t) >>> 0) ^ 2654435769) >>> 0);
            const t_15 = _long_lattice_hash(key_x, key_y, (((((t_2 ^ 2654435769) >>> 0) + product_1) >>> 0) ^ 2654435769) >>> 0);
            const t_16 = _long_lattice_hash(key_x, key_y, (((((t_2 ^ 2654435769) >>> 0) + t) >>> 0) ^ 2654435769) >>> 0);
            const t_3 = (t_13 & 8388607) * 2.384185791015625e-7 - 1;
            const t_4 = (t_15 & 8388607) * 2.384185791015625e-7 - 1;
            const t_5 = (t_14 & 8388607) * 2.384185791015625e-7 - 1;
            const t_6 = (t_16 & 8388607) * 2.384185791015625e-7 - 1;
            const t_7 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_8 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_17 = 0.5 - Math.abs(t_8 - 0.5);
            const t_18 = _f(_f(_f(_f(_f(6 * t_17) - 15) * t_17) + 10) * _f(_f(t_17 * t_17) * t_17));
            const t_19 = (t_8 + 0.5) | 0;
            const t_9 = _f(t_19 + (1 - 2 * t_19) * t_18);
            const t_20 = _f(_f(t_4 + _f(t_9 * (t_6 - t_4))) - _f(t_3 + _f(t_9 * (t_5 - t_3))));
            const t_10 = t_5 - t_3;
            const r = _long_min2(t_7, 1.0 - t_7);
            const t_11 = _f(r * _f(1.0 - r));
            const t_21 = 0.5 - Math.abs(t_7 - 0.5);
            const t_22 = _f(_f(_f(_f(_f(6 * t_21) - 15) * t_21) + 10) * _f(_f(t_21 * t_21) * t_21));
            const t_23 = (t_7 + 0.5) | 0;
            const t_24 = _f(t_10 + _f((_f(t_23 + (1 - 2 * t_23) * t_22)) * ((t_6 - t_4) - t_10)));
            const r_1 = _long_min2(t_8, 1.0 - t_8);
            const t_12 = _f(r_1 * _f(1.0 - r_1));
            [slope_x, slope_y] = [_f(_f(30.0 * _f(t_11 * t_11)) * t_20), _f(_f(30.0 * _f(t_12 * t_12)) * t_24), 0.0, 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
        sum_y = _f(sum_y + sizable(_f(weights[octave] * sizable(_f(sizable(slope_y) * places[place + 25])))));
    }
    out[0] = sizable(sum_x);
    out[1] = sizable(sum_y);
}

export function value3_slope(k, x, y, z, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum_x = 0;
    let sum_y = 0;
    let sum_z = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 39) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        const z_period = places[place + 29];
        let z_cell = 0;
        let z_fraction = 0;
        if (isShift) {
            const z_at = z * places[place + 26];
            const z_fine = z_at * 4294967296;
            const z_floor = Math.floor(z_fine);
            const z_steps = (z_floor >>> 0) + places[place + 28];
            const z_whole = Math.floor(z_at) + places[place + 27] + (z_steps >= 4294967296 ? 1 : 0);
            z_cell = (z_period === 0 ? z_whole : z_whole - Math.floor(z_whole / z_period) * z_period) >>> 0;
            z_fraction = z_steps >>> 0;
        } else {
            z_fraction = placed(k, place + 26, z) >>> 0;
            z_cell = cells[0] >>> 0;
        }
        let slope_x, slope_y, slope_z;
        {
            const next = (x_cell + 1) >>> 0;
            const t = (next === x_period) ? 0 : next;
            const next_1 = (y_cell + 1) >>> 0;
            const t_1 = (next_1 === y_period) ? 0 : next_1;
            const t_2 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_3 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const next_2 = (x_cell + 1) >>> 0;
            const next_3 = (y_cell + 1) >>> 0;
            const product = (_i(x_cell, 3679390609)) >>> 0;
            const t_44 = (((next_2 === x_period) ? 0 : next_2) === 0) ? 0 : ((product + 3679390609) >>> 0);
            const product_1 = (_i(y_cell, 3152041523)) >>> 0;
            const t_4 = (((next_3 === y_period) ? 0 : next_3) === 0) ? 0 : ((product_1 + 3152041523) >>> 0);
            const t_5 = (((key_y ^ 2654435769) >>> 0) + product) >>> 0;
            const t_6 = (((key_y ^ 2654435769) >>> 0) + t_44) >>> 0;
            const t_7 = (((t_5 ^ 2654435769) >>> 0) + product_1) >>> 0;
            const t_8 = (((t_5 ^ 2654435769) >>> 0) + t_4) >>> 0;
            const t_9 = (((t_6 ^ 2654435769) >>> 0) + product_1) >>> 0;
            const t_10 = (((t_6 ^ 2654435769) >>> 0) + t_4) >>> 0;
            const t_11 = z_cell;
            const next_4 = (z_cell + 1) >>> 0;
            const t_12 = (next_4 === z_period) ? 0 : next_4;
            const product_2 = (_i(t_11, 2700274805)) >>> 0;
            const t_45 = _long_lattice_hash(key_x, key_y, (((t_7 ^ 2654435769) >>> 0) + product_2) >>> 0);
            const t_46 = (((t_7 ^ 2654435769) >>> 0) + ((t_12 === 0) ? 0 : ((product_2 + 2700274805) >>> 0))) >>> 0;
            const product_3 = (_i(t_11, 2700274805)) >>> 0;
            const t_47 = _long_lattice_hash(key_x, key_y, (((t_8 ^ 2654435769) >>> 0) + product_3) >>> 0);
            const t_48 = (((t_8 ^ 2654435769) >>> 0) + ((t_12 === 0) ? 0 : ((product_3 + 2700274805) >>> 0))) >>> 0;
            const t_13 = z_cell;
            const next_5 = (z_cell + 1) >>> 0;
            const t_14 = (next_5 === z_period) ? 0 : next_5;
            const product_4 = (_i(t_13, 2700274805)) >>> 0;
            const t_49 = _long_lattice_hash(key_x, key_y, (((t_9 ^ 2654435769) >>> 0) + product_4) >>> 0);
            const t_50 = (((t_9 ^ 2654435769) >>> 0) + ((t_14 === 0) ? 0 : ((product_4 + 2700274805) >>> 0))) >>> 0;
            const product_5 = (_i(t_13, 2700274805)) >>> 0;
            const t_51 = _long_lattice_hash(key_x, key_y, (((t_10 ^ 2654435769) >>> 0) + product_5) >>> 0);
            const t_52 = (((t_10 ^ 2654435769) >>> 0) + ((t_14 === 0) ? 0 : ((product_5 + 2700274805) >>> 0))) >>> 0;
            const t_53 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_54 = 0.5 - Math.abs(t_53 - 0.5);
            const t_55 = _f(_f(_f(_f(_f(6 * t_54) - 15) * t_54) + 10) * _f(_f(t_54 * t_54) * t_54));
            const t_56 = (t_53 + 0.5) | 0;
            const t_15 = _f(t_56 + (1 - 2 * t_56) * t_55);
            const t_16 = (t_45 & 8388607) * 2.384185791015625e-7 - 1;
            const t_57 = _long_lattice_hash(key_x, key_y, t_46);
            const t_17 = _f(t_16 + _f(t_15 * (((t_57 & 8388607) * 2.384185791015625e-7 - 1) - t_16)));
            const t_18 = (t_47 & 8388607) * 2.384185791015625e-7 - 1;
            const t_58 = _long_lattice_hash(key_x, key_y, t_48);
            const t_19 = _f(t_18 + _f(t_15 * (((t_58 & 8388607) * 2.384185791015625e-7 - 1) - t_18)));
            const t_20 = (t_49 & 8388607) * 2.384185791015625e-7 - 1;
            const t_59 = _long_lattice_hash(key_x, key_y, t_50);
            const t_21 = _f(t_20 + _f(t_15 * (((t_59 & 8388607) * 2.384185791015625e-7 - 1) - t_20)));
            const t_22 = (t_51 & 8388607) * 2.384185791015625e-7 - 1;
            const t_60 = _long_lattice_hash(key_x, key_y, t_52);
            const t_23 = _f(t_22 + _f(t_15 * (((t_60 & 8388607) * 2.384185791015625e-7 - 1) - t_22)));
            const t_61 = (((((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
            const t_24 = (t_61 + ((_i(y_cell, 3152041523)) >>> 0)) >>> 0;
            const next_6 = (z_cell + 1) >>> 0;
            const product_6 = (_i(z_cell, 2700274805)) >>> 0;
            const t_62 = (((next_6 === z_period) ? 0 : next_6) === 0) ? 0 : ((product_6 + 2700274805) >>> 0);
            const t_63 = _long_lattice_hash(key_x, key_y, (((t_24 ^ 2654435769) >>> 0) + product_6) >>> 0);
            const t_64 = _long_lattice_hash(key_x, key_y, (((t_24 ^ 2654435769) >>> 0) + t_62) >>> 0);
            const t_25 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const r = _long_min2(t_25, 1.0 - t_25);
            const t_26 = _f(r * _f(1.0 - r));
            const t_65 = ((t_64 & 8388607) * 2.384185791015625e-7 - 1) - ((t_63 & 8388607) * 2.384185791015625e-7 - 1);
            const t_27 = _f(_f(30.0 * _f(t_26 * t_26)) * t_65);
            const t_66 = (((((key_y ^ 2654435769) >>> 0) + ((_i(t, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
            const t_28 = (t_66 + ((_i(y_cell, 3152041523)) >>> 0)) >>> 0;
            const next_7 = (z_cell + 1) >>> 0;
            const product_7 = (_i(z_cell, 2700274805)) >>> 0;
            const t_67 = (((next_7 === z_period) ? 0 : next_7) === 0) ? 0 : ((product_7 + 2700274805) >>> 0);
            const t_68 = _long_lattice_hash(key_x, key_y, (((t_28 ^ 2654435769) >>> 0) + product_7) >>> 0);
            const t_69 = _long_lattice_hash(key_x, key_y, (((t_28 ^ 2654435769) >>> 0) + t_67) >>> 0);
            const t_29 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const r_1 = _long_min2(t_29, 1.0 - t_29);
            const t_30 = _f(r_1 * _f(1.0 - r_1));
            const t_70 = ((t_69 & 8388607) * 2.384185791015625e-7 - 1) - ((t_68 & 8388607) * 2.384185791015625e-7 - 1);
            const t_31 = _f(_f(30.0 * _f(t_30 * t_30)) * t_70);
            const t_71 = (((((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
            const t_32 = (t_71 + ((_i(t_1, 3152041523)) >>> 0)) >>> 0;
            const next_8 = (z_cell + 1) >>> 0;
            const product_8 = (_i(z_cell, 2700274805)) >>> 0;
            const t_72 = (((next_8 === z_period) ? 0 : next_8) === 0) ? 0 : ((product_8 + 2700274805) >>> 0);
            const t_73 = _long_lattice_hash(key_x, key_y, (((t_32 ^ 2654435769) >>> 0) + product_8) >>> 0);
            const t_74 = _long_lattice_hash(key_x, key_y, (((t_32 ^ 2654435769) >>> 0) + t_72) >>> 0);
            const t_33 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const r_2 = _long_min2(t_33, 1.0 - t_33);
            const t_34 = _f(r_2 * _f(1.0 - r_2));
            const t_75 = ((t_74 & 8388607) * 2.384185791015625e-7 - 1) - ((t_73 & 8388607) * 2.384185791015625e-7 - 1);
            const t_76 = (((((key_y ^ 2654435769) >>> 0) + ((_i(t, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
            const t_35 = (t_76 + ((_i(t_1, 3152041523)) >>> 0)) >>> 0;
            const next_9 = (z_cell + 1) >>> 0;
            const product_9 = (_i(z_cell, 2700274805)) >>> 0;
            const t_77 = (((next_9 === z_period) ? 0 : next_9) === 0) ? 0 : ((product_9 + 2700274805) >>> 0);
            const t_78 = _long_lattice_hash(key_x, key_y, (((t_35 ^ 2654435769) >>> 0) + product_9) >>> 0);
            const t_79 = _long_lattice_hash(key_x, key_y, (((t_35 ^ 2654435769) >>> 0) + t_77) >>> 0);
            const t_36 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const r_3 = _long_min2(t_36, 1.0 - t_36);
            const t_37 = _f(r_3 * _f(1.0 - r_3));
            const t_80 = ((t_79 & 8388607) * 2.384185791015625e-7 - 1) - ((t_78 & 8388607) * 2.384185791015625e-7 - 1);
            const t_81 = 0.5 - Math.abs(t_3 - 0.5);
            const t_82 = _f(_f(_f(_f(_f(6 * t_81) - 15) * t_81) + 10) * _f(_f(t_81 * t_81) * t_81));
            const t_83 = (t_3 + 0.5) | 0;
            const t_38 = _f(t_83 + (1 - 2 * t_83) * t_82);
            const t_84 = _f(_f(t_21 + _f(t_38 * _f(t_23 - t_21))) - _f(t_17 + _f(t_38 * _f(t_19 - t_17))));
            const t_39 = _f(t_19 - t_17);
            const r_4 = _long_min2(t_2, 1.0 - t_2);
            const t_40 = _f(r_4 * _f(1.0 - r_4));
            const t_85 = 0.5 - Math.abs(t_2 - 0.5);
            const t_86 = _f(_f(_f(_f(_f(6 * t_85) - 15) * t_85) + 10) * _f(_f(t_85 * t_85) * t_85));
            const t_87 = (t_2 + 0.5) | 0;
            const t_88 = _f((_f(t_87 + (1 - 2 * t_87) * t_86)) * _f(_f(t_23 - t_21) - t_39));
            const r_5 = _long_min2(t_3, 1.0 - t_3);
            const t_41 = _f(r_5 * _f(1.0 - r_5));
            const t_89 = _f(_f(30.0 * _f(t_41 * t_41)) * _f(t_39 + t_88));
            const t_90 = 0.5 - Math.abs(t_3 - 0.5);
            const t_91 = _f(_f(_f(_f(_f(6 * t_90) - 15) * t_90) + 10) * _f(_f(t_90 * t_90) * t_90));
            const t_92 = (t_3 + 0.5) | 0;
            const t_42 = _f(t_92 + (1 - 2 * t_92) * t_91);
            const t_93 = _f(_f(_f(30.0 * _f(t_34 * t_34)) * t_75) - t_27);
            const t_43 = _f(t_27 + _f(t_42 * t_93));
            const t_94 = _f(_f(_f(30.0 * _f(t_37 * t_37)) * t_80) - t_31);
            const t_95 = 0.5 - Math.abs(t_2 - 0.5);
            const t_96 = _f(_f(_f(_f(_f(6 * t_95) - 15) * t_95) + 10) * _f(_f(t_95 * t_95) * t_95));
            const t_97 = (t_2 + 0.5) | 0;
            const t_98 = _f((_f(t_97 + (1 - 2 * t_97) * t_96)) * _f(_f(t_31 + _f(t_42 * t_94)) - t_43));
            [slope_x, slope_y, slope_z] = [_f(_f(30.0 * _f(t_40 * t_40)) * t_84), t_89, _f(t_43 + t_98), 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
        sum_y = _f(sum_y + sizable(_f(weights[octave] * sizable(_f(sizable(slope_y) * places[place + 25])))));
        sum_z = _f(sum_z + sizable(_f(weights[octave] * sizable(_f(sizable(slope_z) * places[place + 38])))));
    }
    out[0] = sizable(sum_x);
    out[1] = sizable(sum_y);
    out[2] = sizable(sum_z);
}

export function simplex2_slope(k, x, y, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum_x = 0;
    let sum_y = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 52) {
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2] + (x_fine - x_floor >= places[place + 4] && x_fine >= x_floor + places[place + 4] ? 1 : 0);
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = x_whole >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15] + (y_fine - y_floor >= places[place + 17] && y_fine >= y_floor + places[place + 17] ? 1 : 0);
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = y_whole >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let skew_fraction = 0;
        let skew_cell = 0;
        const x_part = placed(k, place + 26, x) >>> 0;
        skew_fraction = (skew_fraction + x_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < x_part ? 1 : 0)) >>> 0;
        const y_part = placed(k, place + 39, y) >>> 0;
        skew_fraction = (skew_fraction + y_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < y_part ? 1 : 0)) >>> 0;
        let slope_x, slope_y;
        {
            const fraction = (x_fraction + skew_fraction) >>> 0;
            const t = (((x_cell + skew_cell) >>> 0) + ((fraction < x_fraction) ? 1 : 0)) >>> 0;
            const fraction_1 = (y_fraction + skew_fraction) >>> 0;
            const t_1 = (((y_cell + skew_cell) >>> 0) + ((fraction_1 < y_fraction) ? 1 : 0)) >>> 0;
            const unskew = (_i((t + t_1) >>> 0, 3545442)) >>> 0;
            const t_25 = (((((((x_cell - t) >>> 0) << 24) >>> 0) | (x_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_2 = _f((t_25) | 0) * 5.960464477539063e-8;
            const t_26 = (((((((y_cell - t_1) >>> 0) << 24) >>> 0) | (y_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_3 = _f((t_26) | 0) * 5.960464477539063e-8;
            const along_x = fraction_1 < fraction;
            const px = (_i(t, 3679390609)) >>> 0;
            const py = (_i(t_1, 3152041523)) >>> 0;
            const py1 = (py + 3152041523) >>> 0;
            const t_4 = (((key_y ^ 2654435769) >>> 0) + px) >>> 0;
            const t_5 = (((key_y ^ 2654435769) >>> 0) + ((px + 3679390609) >>> 0)) >>> 0;
            const t_6 = _long_lattice_hash(key_x, key_y, (((((t_4 ^ 2654435769) >>> 0) + py) >>> 0) ^ 2654435769) >>> 0);
            const t_27 = ((((((along_x ? t_5 : t_4) ^ 2654435769) >>> 0) + (along_x ? py : py1)) >>> 0) ^ 2654435769) >>> 0;
            const t_7 = _long_lattice_hash(key_x, key_y, t_27);
            const t_8 = _long_lattice_hash(key_x, key_y, (((((t_5 ^ 2654435769) >>> 0) + py1) >>> 0) ^ 2654435769) >>> 0);
            const t_9 = _f(t_2 + (along_x ? (-0.7886751890182495) : 0.2113248109817505));
            const t_10 = _f(t_3 + (along_x ? 0.2113248109817505 : (-0.7886751890182495)));
            const t_11 = _f(t_2 - 0.577350378036499);
            const t_12 = _f(t_3 - 0.577350378036499);
            const t_13 = _long_UNITS[t_6 & 7];
            const t_14 = _long_UNITS[(t_6 & 3 ^ 3) | (t_6 >>> 1 & 4)];
            const t_28 = _f(_f(0.4999980926513672 - _f(t_3 * t_3)) - _f(t_2 * t_2));
            const t_15 = t_28 > 0 ? t_28 : 0;
            const t_16 = _f(_f(t_13 * t_2) + _f(t_14 * t_3));
            const t_29 = _f(_f(_f(t_15 * t_15) * t_15) * _f(_f(t_15 * t_13) - (8.0 * _f(t_16 * t_2))));
            const t_30 = _f(_f(_f(t_15 * t_15) * t_15) * _f(_f(t_15 * t_14) - (8.0 * _f(t_16 * t_3))));
            const t_17 = _long_UNITS[t_7 & 7];
            const t_18 = _long_UNITS[(t_7 & 3 ^ 3) | (t_7 >>> 1 & 4)];
            const t_31 = _f(_f(0.4999980926513672 - _f(t_10 * t_10)) - _f(t_9 * t_9));
            const t_19 = t_31 > 0 ? t_31 : 0;
            const t_20 = _f(_f(t_17 * t_9) + _f(t_18 * t_10));
            const t_32 = _f(_f(_f(t_19 * t_19) * t_19) * _f(_f(t_19 * t_17) - (8.0 * _f(t_20 * t_9))));
            const t_33 = _f(_f(_f(t_19 * t_19) * t_19) * _f(_f(t_19 * t_18) - (8.0 * _f(t_20 * t_10))));
            const t_21 = _long_UNITS[t_8 & 7];
            const t_22 = _long_UNITS[(t_8 & 3 ^ 3) | (t_8 >>> 1 & 4)];
            const t_34 = _f(_f(0.4999980926513672 - _f(t_12 * t_12)) - _f(t_11 * t_11));
            const t_23 = t_34 > 0 ? t_34 : 0;
            const t_24 = _f(_f(t_21 * t_11) + _f(t_22 * t_12));
            const t_35 = _f(_f(_f(t_23 * t_23) * t_23) * _f(_f(t_23 * t_21) - (8.0 * _f(t_24 * t_11))));
            const t_36 = _f(_f(_f(t_23 * t_23) * t_23) * _f(_f(t_23 * t_22) - (8.0 * _f(t_24 * t_12))));
            [slope_x, slope_y] = [_f(99.20433807373047 * _f(_f(t_29 + t_32) + t_35)), _f(99.20433807373047 * _f(_f(t_30 + t_33) + t_36)), 0.0, 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
        sum_y = _f(sum_y + sizable(_f(weights[octave] * sizable(_f(sizable(slope_y) * places[place + 25])))));
    }
    out[0] = sizable(sum_x);
    out[1] = sizable(sum_y);
}

export function simplex3_slope(k, x, y, z, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    let sum_x = 0;
    let sum_y = 0;
    let sum_z = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 78) {
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2] + (x_fine - x_floor >= places[place + 4] && x_fine >= x_floor + places[place + 4] ? 1 : 0);
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = x_whole >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15] + (y_fine - y_floor >= places[place + 17] && y_fine >= y_floor + places[place + 17] ? 1 : 0);
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = y_whole >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let z_cell = 0;
        let z_fraction = 0;
        if (isShift) {
            const z_at = z * places[place + 26];
            const z_fine = z_at * 4294967296;
            const z_floor = Math.floor(z_fine);
            const z_steps = (z_floor >>> 0) + places[place + 28] + (z_fine - z_floor >= places[place + 30] && z_fine >= z_floor + places[place + 30] ? 1 : 0);
            const z_whole = Math.floor(z_at) + places[place + 27] + (z_steps >= 4294967296 ? 1 : 0);
            z_cell = z_whole >>> 0;
            z_fraction = z_steps >>> 0;
        } else {
            z_fraction = placed(k, place + 26, z) >>> 0;
            z_cell = cells[0] >>> 0;
        }
        let skew_fraction = 0;
        let skew_cell = 0;
        const x_part = placed(k, place + 39, x) >>> 0;
        skew_fraction = (skew_fraction + x_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < x_part ? 1 : 0)) >>> 0;
        const y_part = placed(k, place + 52, y) >>> 0;
        skew_fraction = (skew_fraction + y_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < y_part ? 1 : 0)) >>> 0;
        const z_part = placed(k, place + 65, z) >>> 0;
        skew_fraction = (skew_fraction + z_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < z_part ? 1 : 0)) >>> 0;
        let slope_x, slope_y, slope_z;
        {
            const fraction = (x_fraction + skew_fraction) >>> 0;
            const t = (((x_cell + skew_cell) >>> 0) + ((fraction < x_fraction) ? 1 : 0)) >>> 0;
            const fraction_1 = (y_fraction + skew_fraction) >>> 0;
            const t_1 = (((y_cell + skew_cell) >>> 0) + ((fraction_1 < y_fraction) ? 1 : 0)) >>> 0;
            const fraction_2 = (z_fraction + skew_fraction) >>> 0;
            const t_2 = (((z_cell + skew_cell) >>> 0) + ((fraction_2 < z_fraction) ? 1 : 0)) >>> 0;
            const unskew = (_i((((t + t_1) >>> 0) + t_2) >>> 0, 2796202)) >>> 0;
            const t_35 = (((((((x_cell - t) >>> 0) << 24) >>> 0) | (x_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_3 = _f((t_35) | 0) * 5.960464477539063e-8;
            const t_36 = (((((((y_cell - t_1) >>> 0) << 24) >>> 0) | (y_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_4 = _f((t_36) | 0) * 5.960464477539063e-8;
            const t_37 = (((((((z_cell - t_2) >>> 0) << 24) >>> 0) | (z_fraction >>> 8)) >>> 0) + unskew) >>> 0;
            const t_5 = _f((t_37) | 0) * 5.960464477539063e-8;
            const x_over_y = fraction_1 < fraction;
            const x_over_z = fraction_2 < fraction;
            const y_over_z = fraction_2 < fraction_1;
            const t_6 = x_over_y && x_over_z;
            const t_7 = (!x_over_y) && y_over_z;
            const t_8 = !(x_over_z || y_over_z);
            const t_9 = x_over_y || x_over_z;
            const t_10 = (!x_over_y) || y_over_z;
            const t_11 = !(x_over_z && y_over_z);
            const px = (_i(t, 3679390609)) >>> 0;
            const py = (_i(t_1, 3152041523)) >>> 0;
            const pz = (_i(t_2, 2700274805)) >>> 0;
            const py1 = (py + 3152041523) >>> 0;
            const pz1 = (pz + 2700274805) >>> 0;
            const t_12 = (((key_y ^ 2654435769) >>> 0) + px) >>> 0;
            const t_13 = (((key_y ^ 2654435769) >>> 0) + ((px + 3679390609) >>> 0)) >>> 0;
            const t_14 = _long_lattice_hash(key_x, key_y, (((((((t_12 ^ 2654435769) >>> 0) + py) >>> 0) ^ 2654435769) >>> 0) + pz) >>> 0);
            const t_38 = ((((((t_6 ? t_13 : t_12) ^ 2654435769) >>> 0) + (t_7 ? py1 : py)) >>> 0) ^ 2654435769) >>> 0;
            const t_15 = _long_lattice_hash(key_x, key_y, (t_38 + (t_8 ? pz1 : pz)) >>> 0);
            const t_39 = ((((((t_9 ? t_13 : t_12) ^ 2654435769) >>> 0) + (t_10 ? py1 : py)) >>> 0) ^ 2654435769) >>> 0;
            const t_16 = _long_lattice_hash(key_x, key_y, (t_39 + (t_11 ? pz1 : pz)) >>> 0);
            const t_17 = _long_lattice_hash(key_x, key_y, (((((((t_13 ^ 2654435769) >>> 0) + py1) >>> 0) ^ 2654435769) >>> 0) + pz1) >>> 0);
            const t_18 = _f(t_3 + (t_6 ? (-0.8333333730697632) : 0.16666662693023682));
            const t_19 = _f(t_4 + (t_7 ? (-0.8333333730697632) : 0.16666662693023682));
            const t_20 = _f(t_5 + (t_8 ? (-0.8333333730697632) : 0.16666662693023682));
            const t_21 = _f(t_3 + (t_9 ? (-0.6666667461395264) : 0.33333325386047363));
            const t_22 = _f(t_4 + (t_10 ? (-0.6666667461395264) : 0.33333325386047363));
            const t_23 = _f(t_5 + (t_11 ? (-0.6666667461395264) : 0.33333325386047363));
            const t_24 = _f(t_3 - 0.5000001192092896);
            const t_25 = _f(t_4 - 0.5000001192092896);
            const t_26 = _f(t_5 - 0.5000001192092896);
            const t_40 = _f(_f(0.4999980926513672 - _f(t_5 * t_5)) - _f(t_4 * t_4));
            const t_41 = _f(t_40 - _f(t_3 * t_3));
            const t_27 = t_41 > 0 ? t_41 : 0;
            const t_28 = _f(((2004287564 << (t_14 << 1)) >> 30) * t_3 + ((1593866103 << (t_14 << 1)) >> 30) * t_4 + ((6250259 << (t_14 << 1)) >> 30) * t_5);
            const t_42 = _f(_f(t_27 * ((2004287564 << (t_14 << 1)) >> 30)) - (8.0 * _f(t_28 * t_3)));
            const t_43 = _f(_f(t_27 * ((1593866103 << (t_14 << 1)) >> 30)) - (8.0 * _f(t_28 * t_4)));
            const t_44 = _f(_f(t_27 * ((6250259 << (t_14 << 1)) >> 30)) - (8.0 * _f(t_28 * t_5)));
            const t_45 = _f(_f(0.4999980926513672 - _f(t_20 * t_20)) - _f(t_19 * t_19));
            const t_46 = _f(t_45 - _f(t_18 * t_18));
            const t_29 = t_46 > 0 ? t_46 : 0;
            const t_30 = _f(((2004287564 << (t_15 << 1)) >> 30) * t_18 + ((1593866103 << (t_15 << 1)) >> 30) * t_19 + ((6250259 << (t_15 << 1)) >> 30) * t_20);
            const t_47 = _f(_f(t_29 * ((2004287564 << (t_15 << 1)) >> 30)) - (8.0 * _f(t_30 * t_18)));
            const t_48 = _f(_f(t_29 * ((1593866103 << (t_15 << 1)) >> 30)) - (8.0 * _f(t_30 * t_19)));
            const t_49 = _f(_f(t_29 * ((6250259 << (t_15 << 1)) >> 30)) - (8.0 * _f(t_30 * t_20)));
            const t_50 = _f(_f(0.4999980926513672 - _f(t_23 * t_23)) - _f(t_22 * t_22));
            const t_51 = _f(t_50 - _f(t_21 * t_21));
            const t_31 = t_51 > 0 ? t_51 : 0;
            const t_32 = _f(((2004287564 << (t_16 << 1)) >> 30) * t_21 + ((1593866103 << (t_16 << 1)) >> 30) * t_22 + ((6250259 << (t_16 << 1)) >> 30) * t_23);
            const t_52 = _f(_f(t_31 * ((2004287564 << (t_16 << 1)) >> 30)) - (8.0 * _f(t_32 * t_21)));
            const t_53 = _f(_f(t_31 * ((1593866103 << (t_16 << 1)) >> 30)) - (8.0 * _f(t_32 * t_22)));
            const t_54 = _f(_f(t_31 * ((6250259 << (t_16 << 1)) >> 30)) - (8.0 * _f(t_32 * t_23)));
            const t_55 = _f(_f(0.4999980926513672 - _f(t_26 * t_26)) - _f(t_25 * t_25));
            const t_56 = _f(t_55 - _f(t_24 * t_24));
            const t_33 = t_56 > 0 ? t_56 : 0;
            const t_34 = _f(((2004287564 << (t_17 << 1)) >> 30) * t_24 + ((1593866103 << (t_17 << 1)) >> 30) * t_25 + ((6250259 << (t_17 << 1)) >> 30) * t_26);
            const t_57 = _f(_f(t_33 * ((2004287564 << (t_17 << 1)) >> 30)) - (8.0 * _f(t_34 * t_24)));
            const t_58 = _f(_f(t_33 * ((1593866103 << (t_17 << 1)) >> 30)) - (8.0 * _f(t_34 * t_25)));
            const t_59 = _f(_f(t_33 * ((6250259 << (t_17 << 1)) >> 30)) - (8.0 * _f(t_34 * t_26)));
            const t_60 = _f(_f(_f(_f(t_27 * t_27) * t_27) * t_42) + _f(_f(_f(t_29 * t_29) * t_29) * t_47));
            const t_61 = _f(t_60 + _f(_f(_f(t_31 * t_31) * t_31) * t_52));
            const t_62 = _f(t_61 + _f(_f(_f(t_33 * t_33) * t_33) * t_57));
            const t_63 = _f(_f(_f(_f(t_27 * t_27) * t_27) * t_43) + _f(_f(_f(t_29 * t_29) * t_29) * t_48));
            const t_64 = _f(t_63 + _f(_f(_f(t_31 * t_31) * t_31) * t_53));
            const t_65 = _f(t_64 + _f(_f(_f(t_33 * t_33) * t_33) * t_58));
            const t_66 = _f(_f(_f(_f(t_27 * t_27) * t_27) * t_44) + _f(_f(_f(t_29 * t_29) * t_29) * t_49));
            const t_67 = _f(t_66 + _f(_f(_f(t_31 * t_31) * t_31) * t_54));
            const t_68 = _f(t_67 + _f(_f(_f(t_33 * t_33) * t_33) * t_59));
            [slope_x, slope_y, slope_z] = [_f(76.88075256347656 * t_62), _f(76.88075256347656 * t_65), _f(76.88075256347656 * t_68), 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
        sum_y = _f(sum_y + sizable(_f(weights[octave] * sizable(_f(sizable(slope_y) * places[place + 25])))));
        sum_z = _f(sum_z + sizable(_f(weights[octave] * sizable(_f(sizable(slope_z) * places[place + 38])))));
    }
    out[0] = sizable(sum_x);
    out[1] = sizable(sum_y);
    out[2] = sizable(sum_z);
}

export function cellular2(k, x, y) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    const output = k.output;
    const jitter = k.jitter;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 26) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let value;
        {
            let found_x = 0.0;
            let found_y = 0.0;
            let found_z = 0;
            let found_3_x = 0.0;
            let found_3_y = 0.0;
            let found_3_z = 0.0;
            let i = 0;
            let j = 0;
            let column = 0.0;
            let row = 0.0;
            let cell_x = 0;
            let cell_y = 0;
            let rest = 0.0;
            let next = 0;
            let both = false;
            let both_1 = false;
            let both_2 = false;
            let both_3 = false;
            let both_4 = false;
            let both_5 = false;
            let both_6 = false;
            let both_7 = false;
            let both_8 = false;
            let both_9 = false;
            let both_10 = false;
            let both_11 = false;
            let both_12 = false;
            let both_13 = false;
            let both_14 = false;
            let both_15 = false;
            let both_16 = false;
            let both_17 = false;
            let both_18 = false;
            let both_19 = false;
            let both_20 = false;
            let found = 0.0;
            let both_21 = false;
            let both_22 = false;
            let both_23 = false;
            let back = 0;
            let left = 0;
            let back_1 = 0;
            let left_1 = 0;
            let found_1 = 0.0;
            let both_24 = false;
            let both_25 = false;
            let both_26 = false;
            let found_2 = 0.0;
            let both_27 = false;
            let both_28 = false;
            let both_29 = false;
            let both_30 = false;
            let both_31 = false;
            let found_3 = 0.0;
            found_x = 0.0;
            found_y = 0.0;
            found_z = 0;
            found_3_x = 0.0;
            found_3_y = 0.0;
            found_3_z = 0.0;
            i = 0;
            j = 0;
            column = -2.0;
            row = -2.0;
            cell_x = 0;
            cell_y = 0;
            rest = 0.0;
            next = 0;
            both = false;
            both_1 = false;
            both_2 = false;
            const t = (jitter < 1.52587890625e-5) ? 0.0 : jitter;
            const t_1 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_2 = _f((t_1 - 0.5) + _f(t * 0.49999237060546875));
            const t_3 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_4 = _f((t_3 - 0.5) + _f(t * 0.49999237060546875));
            found_x = 1.2676506002282294e30;
            found_y = 1.2676506002282294e30;
            found_z = 4294967295;
            found_3_x = 0.0;
            found_3_y = 0.0;
            found_3_z = 0.0;
            const t_5 = x_cell;
            const t_6 = (((key_y ^ 2654435769) >>> 0) + ((_i((((t_5 === 0) ? x_period : t_5) - 1) >>> 0, 3679390609)) >>> 0)) >>> 0;
            const t_7 = (((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0;
            const next_1 = (x_cell + 1) >>> 0;
            const t_8 = (((key_y ^ 2654435769) >>> 0) + ((_i((next_1 === x_period) ? 0 : next_1, 3679390609)) >>> 0)) >>> 0;
            const t_9 = y_cell;
            const t_10 = (_i((((t_9 === 0) ? y_period : t_9) - 1) >>> 0, 3152041523)) >>> 0;
            const t_11 = _f((-1.0) - t_4);
            const t_12 = _long_lattice_hash(key_x, key_y, (((((t_6 ^ 2654435769) >>> 0) + t_10) >>> 0) ^ 2654435769) >>> 0);
            const t_13 = _f(_f((t * 1.52587890625e-5) * ((t_12 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_14 = _f(_f((t * 1.52587890625e-5) * (t_12 >>> 16)) + t_11);
            const t_15 = _f(_f(t_13 * t_13) + _f(t_14 * t_14));
            both_3 = false;
            both_4 = false;
            if (!(t_15 < 1.2676506002282294e30)) {
                if (t_15 === 1.2676506002282294e30) {
                    both_4 = t_12 < 4294967295;
                } else {
                    both_4 = false;
                }
                both_3 = both_4;
            } else {
                both_3 = true;
            }
            const is_first = both_3;
            const x1 = is_first ? t_13 : 0.0;
            const y1 = is_first ? t_14 : 0.0;
            const z1 = is_first ? 0.0 : 0.0;
            const nearest = is_first ? t_12 : 4294967295;
            const t_102 = _long_min2(1.2676506002282294e30, _long_max2(1.2676506002282294e30, t_15));
            const t_16 = _long_min2(1.2676506002282294e30, t_15);
            const t_17 = _long_lattice_hash(key_x, key_y, (((((t_7 ^ 2654435769) >>> 0) + t_10) >>> 0) ^ 2654435769) >>> 0);
            const t_18 = _f(_f((t * 1.52587890625e-5) * ((t_17 & 65535) >>> 0)) + (-t_2));
            const t_19 = _f(_f((t * 1.52587890625e-5) * (t_17 >>> 16)) + t_11);
            const t_20 = _f(_f(t_18 * t_18) + _f(t_19 * t_19));
            both_5 = false;
            both_6 = false;
            if (!(t_20 < t_16)) {
                if (t_20 === t_16) {
                    both_6 = t_17 < nearest;
                } else {
                    both_6 = false;
                }
                both_5 = both_6;
            } else {
                both_5 = true;
            }
            const is_first_1 = both_5;
            const x1_1 = is_first_1 ? t_18 : x1;
            const y1_1 = is_first_1 ? t_19 : y1;
            const z1_1 = is_first_1 ? 0.0 : z1;
            const nearest_1 = is_first_1 ? t_17 : nearest;
            const t_21 = _long_min2(t_16, t_20);
            const t_22 = _long_lattice_hash(key_x, key_y, (((((t_8 ^ 2654435769) >>> 0) + t_10) >>> 0) ^ 2654435769) >>> 0);
            const t_23 = _f(_f((t * 1.52587890625e-5) * ((t_22 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_24 = _f(_f((t * 1.52587890625e-5) * (t_22 >>> 16)) + t_11);
            const t_25 = _f(_f(t_23 * t_23) + _f(t_24 * t_24));
            both_7 = false;
            both_8 = false;
            if (!(t_25 < t_21)) {
                if (t_25 === t_21) {
                    both_8 = t_22 < nearest_1;
                } else {
                    both_8 = false;
                }
                both_7 = both_8;
            } else {
                both_7 = true;
            }
            const is_first_2 = both_7;
            const x1_2 = is_first_2 ? t_23 : x1_1;
            const y1_2 = is_first_2 ? t_24 : y1_1;
            const z1_2 = is_first_2 ? 0.0 : z1_1;
            const nearest_2 = is_first_2 ? t_22 : nearest_1;
            const t_26 = _long_min2(_long_min2(t_102, _long_max2(t_16, t_20)), _long_max2(t_21, t_25));
            const t_27 = _long_min2(t_21, t_25);
            found_x = t_27;
            found_y = t_26;
            found_z = nearest_2;
            found_3_x = x1_2;
            found_3_y = y1_2;
            found_3_z = z1_2;
            const t_28 = (_i(y_cell, 3152041523)) >>> 0;
            const t_29 = -t_4;
            const t_30 = _long_lattice_hash(key_x, key_y, (((((t_6 ^ 2654435769) >>> 0) + t_28) >>> 0) ^ 2654435769) >>> 0);
            const t_31 = _f(_f((t * 1.52587890625e-5) * ((t_30 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_32 = _f(_f((t * 1.52587890625e-5) * (t_30 >>> 16)) + t_29);
            const t_33 = _f(_f(t_31 * t_31) + _f(t_32 * t_32));
            both_9 = false;
            both_10 = false;
            if (!(t_33 < t_27)) {
                if (t_33 === t_27) {
                    both_10 = t_30 < nearest_2;
                } else {
                    both_10 = false;
                }
                both_9 = both_10;
            } else {
                both_9 = true;
            }
            const is_first_3 = both_9;
            const x1_3 = is_first_3 ? t_31 : x1_2;
            const y1_3 = is_first_3 ? t_32 : y1_2;
            const z1_3 = is_first_3 ? 0.0 : z1_2;
            const nearest_3 = is_first_3 ? t_30 : nearest_2;
            const t_34 = _long_min2(t_27, t_33);
            const t_35 = _long_lattice_hash(key_x, key_y, (((((t_7 ^ 2654435769) >>> 0) + t_28) >>> 0) ^ 2654435769) >>> 0);
            const t_36 = _f(_f((t * 1.52587890625e-5) * ((t_35 & 65535) >>> 0)) + (-t_2));
            const t_37 = _f(_f((t * 1.52587890625e-5) * (t_35 >>> 16)) + t_29);
            const t_38 = _f(_f(t_36 * t_36) + _f(t_37 * t_37));
            both_11 = false;
            both_12 = false;
            if (!(t_38 < t_34)) {
                if (t_38 === t_34) {
                    both_12 = t_35 < nearest_3;
                } else {
                    both_12 = false;
                }
                both_11 = both_12;
            } else {
                both_11 = true;
            }
            const is_first_4 = both_11;
            const x1_4 = is_first_4 ? t_36 : x1_3;
            const y1_4 = is_first_4 ? t_37 : y1_3;
            const z1_4 = is_first_4 ? 0.0 : z1_3;
            const nearest_4 = is_first_4 ? t_35 : nearest_3;
            const t_103 = _long_min2(_long_min2(t_26, _long_max2(t_27, t_33)), _long_max2(t_34, t_38));
            const t_39 = _long_min2(t_34, t_38);
            const t_40 = _long_lattice_hash(key_x, key_y, (((((t_8 ^ 2654435769) >>> 0) + t_28) >>> 0) ^ 2654435769) >>> 0);
            const t_41 = _f(_f((t * 1.52587890625e-5) * ((t_40 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_42 = _f(_f((t * 1.52587890625e-5) * (t_40 >>> 16)) + t_29);
            const t_43 = _f(_f(t_41 * t_41) + _f(t_42 * t_42));
            both_13 = false;
            both_14 = false;
            if (!(t_43 < t_39)) {
                if (t_43 === t_39) {
                    both_14 = t_40 < nearest_4;
                } else {
                    both_14 = false;
                }
                both_13 = both_14;
            } else {
                both_13 = true;
            }
            const is_first_5 = both_13;
            const x1_5 = is_first_5 ? t_41 : x1_4;
            const y1_5 = is_first_5 ? t_42 : y1_4;
            const z1_5 = is_first_5 ? 0.0 : z1_4;
            const nearest_5 = is_first_5 ? t_40 : nearest_4;
            const t_44 = _long_min2(t_103, _long_max2(t_39, t_43));
            const t_45 = _long_min2(t_39, t_43);
            found_x = t_45;
            found_y = t_44;
            found_z = nearest_5;
            found_3_x = x1_5;
            found_3_y = y1_5;
            found_3_z = z1_5;
            const next_2 = (y_cell + 1) >>> 0;
            const t_46 = (_i((next_2 === y_period) ? 0 : next_2, 3152041523)) >>> 0;
            const t_47 = _f(1.0 - t_4);
            const t_48 = _long_lattice_hash(key_x, key_y, (((((t_6 ^ 2654435769) >>> 0) + t_46) >>> 0) ^ 2654435769) >>> 0);
            const t_49 = _f(_f((t * 1.52587890625e-5) * ((t_48 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_50 = _f(_f((t * 1.52587890625e-5) * (t_48 >>> 16)) + t_47);
            const t_51 = _f(_f(t_49 * t_49) + _f(t_50 * t_50));
            both_15 = false;
            both_16 = false;
            if (!(t_51 < t_45)) {
                if (t_51 === t_45) {
                    both_16 = t_48 < nearest_5;
                } else {
                    both_16 = false;
                }
                both_15 = both_16;
            } else {
                both_15 = true;
            }
            const is_first_6 = both_15;
            const x1_6 = is_first_6 ? t_49 : x1_5;
            const y1_6 = is_first_6 ? t_50 : y1_5;
            const z1_6 = is_first_6 ? 0.0 : z1_5;
            const nearest_6 = is_first_6 ? t_48 : nearest_5;
            const t_52 = _long_min2(t_45, t_51);
            const t_53 = _long_lattice_hash(key_x, key_y, (((((t_7 ^ 2654435769) >>> 0) + t_46) >>> 0) ^ 2654435769) >>> 0);
            const t_54 = _f(_f((t * 1.52587890625e-5) * ((t_53 & 65535) >>> 0)) + (-t_2));
            const t_55 = _f(_f((t * 1.52587890625e-5) * (t_53 >>> 16)) + t_47);
            const t_56 = _f(_f(t_54 * t_54) + _f(t_55 * t_55));
            both_17 = false;
            both_18 = false;
            if (!(t_56 < t_52)) {
                if (t_56 === t_52) {
                    both_18 = t_53 < nearest_6;
                } else {
                    both_18 = false;
                }
                both_17 = both_18;
            } else {
                both_17 = true;
            }
            const is_first_7 = both_17;
            const x1_7 = is_first_7 ? t_54 : x1_6;
            const y1_7 = is_first_7 ? t_55 : y1_6;
            const z1_7 = is_first_7 ? 0.0 : z1_6;
            const nearest_7 = is_first_7 ? t_53 : nearest_6;
            const t_104 = _long_min2(_long_min2(t_44, _long_max2(t_45, t_51)), _long_max2(t_52, t_56));
            const t_57 = _long_min2(t_52, t_56);
            const t_58 = _long_lattice_hash(key_x, key_y, (((((t_8 ^ 2654435769) >>> 0) + t_46) >>> 0) ^ 2654435769) >>> 0);
            const t_59 = _f(_f((t * 1.52587890625e-5) * ((t_58 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_60 = _f(_f((t * 1.52587890625e-5) * (t_58 >>> 16)) + t_47);
            const t_61 = _f(_f(t_59 * t_59) + _f(t_60 * t_60));
            both_19 = false;
            both_20 = false;
            if (!(t_61 < t_57)) {
                if (t_61 === t_57) {
                    both_20 = t_58 < nearest_7;
                } else {
                    both_20 = false;
                }
                both_19 = both_20;
            } else {
                both_19 = true;
            }
            const is_first_8 = both_19;
            const x1_8 = is_first_8 ? t_59 : x1_7;
            const y1_8 = is_first_8 ? t_60 : y1_7;
            const z1_8 = is_first_8 ? 0.0 : z1_7;
            const nearest_8 = is_first_8 ? t_58 : nearest_7;
            const t_62 = _long_min2(t_104, _long_max2(t_57, t_61));
            const t_63 = _long_min2(t_57, t_61);
            found_x = t_63;
            found_y = t_62;
            found_z = nearest_8;
            found_3_x = x1_8;
            found_3_y = y1_8;
            found_3_z = z1_8;
            const reach = _long_min2(_long_min2(t_1, 1.0 - t_1), _long_min2(t_3, 1.0 - t_3));
            const t_64 = _f(reach + 1.0);
            both_21 = false;
            both_22 = false;
            both_23 = false;
            if (!(output === 0)) {
                both_21 = output === 3;
            } else {
                both_21 = true;
            }
            if (!both_21) {
                if (output >= 5) {
                    both_23 = ((output & 131072) >>> 0) === 0;
                } else {
                    both_23 = false;
                }
                both_22 = both_23;
            } else {
                both_22 = true;
            }
            if (both_22) {
                found = t_63;
            } else {
                found = t_62;
            }
            if (_f(t_64 * t_64) < found) {
                back = 0;
                left = 0;
                back = x_cell;
                left = 2;
                while (left > 0) {
                    const t_65 = back;
                    back = (((t_65 === 0) ? x_period : t_65) - 1) >>> 0;
                    left = (left - 1) >>> 0;
                }
                const t_66 = back;
                cell_x = t_66;
                back_1 = 0;
                left_1 = 0;
                back_1 = y_cell;
                left_1 = 2;
                while (left_1 > 0) {
                    const t_67 = back_1;
                    back_1 = (((t_67 === 0) ? y_period : t_67) - 1) >>> 0;
                    left_1 = (left_1 - 1) >>> 0;
                }
                cell_y = back_1;
                const t_68 = _long_max2(_long_max2(_f((-2.0) - t_3), _f(t_3 - ((-2.0) + 1.0))), 0.0);
                rest = _f(t_68 * t_68);
                while (j < 5) {
                    next = 5;
                    const t_69 = rest;
                    const t_70 = found_x;
                    const t_71 = found_y;
                    both_24 = false;
                    both_25 = false;
                    both_26 = false;
                    if (!(output === 0)) {
                        both_24 = output === 3;
                    } else {
                        both_24 = true;
                    }
                    if (!both_24) {
                        if (output >= 5) {
                            both_26 = ((output & 131072) >>> 0) === 0;
                        } else {
                            both_26 = false;
                        }
                        both_25 = both_26;
                    } else {
                        both_25 = true;
                    }
                    if (both_25) {
                        found_1 = t_70;
                    } else {
                        found_1 = t_71;
                    }
                    if (t_69 < found_1) {
                        next = (i + 1) >>> 0;
                        if (i > 0) {
                            const t_72 = i;
                            both = t_72 < 4;
                        } else {
                            both = false;
                        }
                        if (both) {
                            both_1 = j > 0;
                        } else {
                            both_1 = false;
                        }
                        if (both_1) {
                            both_2 = j < 4;
                        } else {
                            both_2 = false;
                        }
                        if (!both_2) {
                            const t_73 = column;
                            const t_105 = _long_max2(_f(t_73 - t_1), _f(t_1 - _f(t_73 + 1.0)));
                            const t_74 = _long_max2(t_105, 0.0);
                            const t_75 = rest;
                            const t_76 = found_x;
                            const t_77 = found_y;
                            both_27 = false;
                            both_28 = false;
                            both_29 = false;
                            if (!(output === 0)) {
                                both_27 = output === 3;
                            } else {
                                both_27 = true;
                            }
                            if (!both_27) {
                                if (output >= 5) {
                                    both_29 = ((output & 131072) >>> 0) === 0;
                                } else {
                                    both_29 = false;
                                }
                                both_28 = both_29;
                            } else {
                                both_28 = true;
                            }
                            if (both_28) {
                                found_2 = t_76;
                            } else {
                                found_2 = t_77;
                            }
                            if (_f(_f(t_74 * t_74) + t_75) < found_2) {
                                const t_78 = column;
                                const t_79 = row;
                                const t_80 = cell_x;
                                const t_81 = cell_y;
                                const t_106 = (((((key_y ^ 2654435769) >>> 0) + ((_i(t_80, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
                                const t_82 = _long_lattice_hash(key_x, key_y, (((t_106 + ((_i(t_81, 3152041523)) >>> 0)) >>> 0) ^ 2654435769) >>> 0);
                                const t_83 = found_x;
                                const t_84 = found_y;
                                const t_85 = found_z;
                                const t_86 = found_3_x;
                                const t_87 = found_3_y;
                                const t_88 = found_3_z;
                                const t_89 = _f(_f((t * 1.52587890625e-5) * ((t_82 & 65535) >>> 0)) + _f(t_78 - t_2));
                                const t_90 = _f(_f((t * 1.52587890625e-5) * (t_82 >>> 16)) + _f(t_79 - t_4));
                                const t_91 = _f(_f(t_89 * t_89) + _f(t_90 * t_90));
                                both_30 = false;
                                both_31 = false;
                                if (!(t_91 < t_83)) {
                                    if (t_91 === t_83) {
                                        both_31 = t_82 < t_85;
                                    } else {
                                        both_31 = false;
                                    }
                                    both_30 = both_31;
                                } else {
                                    both_30 = true;
                                }
                                const is_first_9 = both_30;
                                const x1_9 = is_first_9 ? t_89 : t_86;
                                const y1_9 = is_first_9 ? t_90 : t_87;
                                const z1_9 = is_first_9 ? 0.0 : t_88;
                                const nearest_9 = is_first_9 ? t_82 : t_85;
                                found_x = _long_min2(t_83, t_91);
                                found_y = _long_min2(t_84, _long_max2(t_83, t_91));
                                found_z = nearest_9;
                                found_3_x = x1_9;
                                found_3_y = y1_9;
                                found_3_z = z1_9;
                            }
                        }
                    }
                    const t_92 = next;
                    i = t_92;
                    column = _f(column + 1.0);
                    const next_3 = (cell_x + 1) >>> 0;
                    cell_x = (next_3 === x_period) ? 0 : next_3;
                    if (t_92 === 5) {
                        i = 0;
                        column = -2.0;
                        cell_x = t_66;
                        j = (j + 1) >>> 0;
                        const t_93 = _f(row + 1.0);
                        row = t_93;
                        const next_4 = (cell_y + 1) >>> 0;
                        cell_y = (next_4 === y_period) ? 0 : next_4;
                        const t_107 = _long_max2(_f(t_93 - t_3), _f(t_3 - _f(t_93 + 1.0)));
                        const t_94 = _long_max2(t_107, 0.0);
                        rest = _f(t_94 * t_94);
                    }
                }
            }
            const t_95 = found_x;
            const t_96 = found_y;
            const t_97 = found_z;
            const t_98 = found_3_x;
            const t_99 = found_3_y;
            const t_100 = found_3_z;
            if (output === 3) {
                const t_108 = _long_lattice_hash(key_x, key_y, (t_97 + 2448237235) >>> 0);
                found_3 = (t_108 & 8388607) * 2.384185791015625e-7 - 1;
            } else {
                if (output === 0) {
                    found_3 = t_95 > 0 ? _f(Math.sqrt(t_95)) : 0;
                } else {
                    if (output === 1) {
                        found_3 = t_96 > 0 ? _f(Math.sqrt(t_96)) : 0;
                    } else {
                        if (output === 5) {
                            found_3 = -t_98;
                        } else {
                            if (output === 6) {
                                found_3 = -t_99;
                            } else {
                                if (output === 7) {
                                    found_3 = -t_100;
                                } else {
                                    const t_109 = _f((t_96 > 0 ? _f(Math.sqrt(t_96)) : 0) - (t_95 > 0 ? _f(Math.sqrt(t_95)) : 0));
                                    found_3 = t_109;
                                }
                            }
                        }
                    }
                }
            }
            const t_101 = found_3;
            value = (Math.abs(t_101) >= 2.524354896707238e-29) ? t_101 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function cellular2_slope(k, x, y, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    const output = k.output;
    const jitter = k.jitter;
    let sum_x = 0;
    let sum_y = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 26) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        let slope_x, slope_y;
        {
            let found_x = 0.0;
            let found_y = 0.0;
            let found_z = 0;
            let found_3_x = 0.0;
            let found_3_y = 0.0;
            let found_3_z = 0.0;
            let found_4_x = 0.0;
            let found_4_y = 0.0;
            let found_4_z = 0.0;
            let i = 0;
            let j = 0;
            let column = 0.0;
            let row = 0.0;
            let cell_x = 0;
            let cell_y = 0;
            let rest = 0.0;
            let next = 0;
            let both = false;
            let both_1 = false;
            let both_2 = false;
            let both_3 = false;
            let both_4 = false;
            let both_5 = false;
            let both_6 = false;
            let both_7 = false;
            let both_8 = false;
            let both_9 = false;
            let both_10 = false;
            let both_11 = false;
            let both_12 = false;
            let both_13 = false;
            let both_14 = false;
            let both_15 = false;
            let both_16 = false;
            let both_17 = false;
            let both_18 = false;
            let both_19 = false;
            let both_20 = false;
            let found = 0.0;
            let both_21 = false;
            let both_22 = false;
            let both_23 = false;
            let back = 0;
            let left = 0;
            let back_1 = 0;
            let left_1 = 0;
            let found_1 = 0.0;
            let both_24 = false;
            let both_25 = false;
            let both_26 = false;
            let found_2 = 0.0;
            let both_27 = false;
            let both_28 = false;
            let both_29 = false;
            let both_30 = false;
            let both_31 = false;
            let found_x_1 = 0.0;
            let found_y_1 = 0.0;
            let found_z_1 = 0.0;
            found_x = 0.0;
            found_y = 0.0;
            found_z = 0;
            found_3_x = 0.0;
            found_3_y = 0.0;
            found_3_z = 0.0;
            found_4_x = 0.0;
            found_4_y = 0.0;
            found_4_z = 0.0;
            i = 0;
            j = 0;
            column = -2.0;
            row = -2.0;
            cell_x = 0;
            cell_y = 0;
            rest = 0.0;
            next = 0;
            both = false;
            both_1 = false;
            both_2 = false;
            const t = (jitter < 1.52587890625e-5) ? 0.0 : jitter;
            const t_1 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_2 = _f((t_1 - 0.5) + _f(t * 0.49999237060546875));
            const t_3 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_4 = _f((t_3 - 0.5) + _f(t * 0.49999237060546875));
            found_x = 1.2676506002282294e30;
            found_y = 1.2676506002282294e30;
            found_z = 4294967295;
            found_3_x = 0.0;
            found_3_y = 0.0;
            found_3_z = 0.0;
            found_4_x = 0.0;
            found_4_y = 0.0;
            found_4_z = 0.0;
            const t_5 = x_cell;
            const t_6 = (((key_y ^ 2654435769) >>> 0) + ((_i((((t_5 === 0) ? x_period : t_5) - 1) >>> 0, 3679390609)) >>> 0)) >>> 0;
            const t_7 = (((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0;
            const next_1 = (x_cell + 1) >>> 0;
            const t_8 = (((key_y ^ 2654435769) >>> 0) + ((_i((next_1 === x_period) ? 0 : next_1, 3679390609)) >>> 0)) >>> 0;
            const t_9 = y_cell;
            const t_10 = (_i((((t_9 === 0) ? y_period : t_9) - 1) >>> 0, 3152041523)) >>> 0;
            const t_11 = _f((-1.0) - t_4);
            const t_12 = _long_lattice_hash(key_x, key_y, (((((t_6 ^ 2654435769) >>> 0) + t_10) >>> 0) ^ 2654435769) >>> 0);
            const t_13 = _f(_f((t * 1.52587890625e-5) * ((t_12 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_14 = _f(_f((t * 1.52587890625e-5) * (t_12 >>> 16)) + t_11);
            const t_15 = _f(_f(t_13 * t_13) + _f(t_14 * t_14));
            both_3 = false;
            both_4 = false;
            if (!(t_15 < 1.2676506002282294e30)) {
                if (t_15 === 1.2676506002282294e30) {
                    both_4 = t_12 < 4294967295;
                } else {
                    both_4 = false;
                }
                both_3 = both_4;
            } else {
                both_3 = true;
            }
            const is_first = both_3;
            const is_second = t_15 < 1.2676506002282294e30;
            const x2 = is_first ? 0.0 : (is_second ? t_13 : 0.0);
            const y2 = is_first ? 0.0 : (is_second ? t_14 : 0.0);
            const z2 = is_first ? 0.0 : (is_second ? 0.0 : 0.0);
            const x1 = is_first ? t_13 : 0.0;
            const y1 = is_first ? t_14 : 0.0;
            const z1 = is_first ? 0.0 : 0.0;
            const nearest = is_first ? t_12 : 4294967295;
            const t_16 = _long_min2(1.2676506002282294e30, _long_max2(1.2676506002282294e30, t_15));
            const t_17 = _long_min2(1.2676506002282294e30, t_15);
            const t_18 = _long_lattice_hash(key_x, key_y, (((((t_7 ^ 2654435769) >>> 0) + t_10) >>> 0) ^ 2654435769) >>> 0);
            const t_19 = _f(_f((t * 1.52587890625e-5) * ((t_18 & 65535) >>> 0)) + (-t_2));
            const t_20 = _f(_f((t * 1.52587890625e-5) * (t_18 >>> 16)) + t_11);
            const t_21 = _f(_f(t_19 * t_19) + _f(t_20 * t_20));
            both_5 = false;
            both_6 = false;
            if (!(t_21 < t_17)) {
                if (t_21 === t_17) {
                    both_6 = t_18 < nearest;
                } else {
                    both_6 = false;
                }
                both_5 = both_6;
            } else {
                both_5 = true;
            }
            const is_first_1 = both_5;
            const is_second_1 = t_21 < t_16;
            const x2_1 = is_first_1 ? x1 : (is_second_1 ? t_19 : x2);
            const y2_1 = is_first_1 ? y1 : (is_second_1 ? t_20 : y2);
            const z2_1 = is_first_1 ? z1 : (is_second_1 ? 0.0 : z2);
            const x1_1 = is_first_1 ? t_19 : x1;
            const y1_1 = is_first_1 ? t_20 : y1;
            const z1_1 = is_first_1 ? 0.0 : z1;
            const nearest_1 = is_first_1 ? t_18 : nearest;
            const t_22 = _long_min2(t_16, _long_max2(t_17, t_21));
            const t_23 = _long_min2(t_17, t_21);
            const t_24 = _long_lattice_hash(key_x, key_y, (((((t_8 ^ 2654435769) >>> 0) + t_10) >>> 0) ^ 2654435769) >>> 0);
            const t_25 = _f(_f((t * 1.52587890625e-5) * ((t_24 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_26 = _f(_f((t * 1.52587890625e-5) * (t_24 >>> 16)) + t_11);
            const t_27 = _f(_f(t_25 * t_25) + _f(t_26 * t_26));
            both_7 = false;
            both_8 = false;
            if (!(t_27 < t_23)) {
                if (t_27 === t_23) {
                    both_8 = t_24 < nearest_1;
                } else {
                    both_8 = false;
                }
                both_7 = both_8;
            } else {
                both_7 = true;
            }
            const is_first_2 = both_7;
            const is_second_2 = t_27 < t_22;
            const x2_2 = is_first_2 ? x1_1 : (is_second_2 ? t_25 : x2_1);
            const y2_2 = is_first_2 ? y1_1 : (is_second_2 ? t_26 : y2_1);
            const z2_2 = is_first_2 ? z1_1 : (is_second_2 ? 0.0 : z2_1);
            const x1_2 = is_first_2 ? t_25 : x1_1;
            const y1_2 = is_first_2 ? t_26 : y1_1;
            const z1_2 = is_first_2 ? 0.0 : z1_1;
            const nearest_2 = is_first_2 ? t_24 : nearest_1;
            const t_28 = _long_min2(t_22, _long_max2(t_23, t_27));
            const t_29 = _long_min2(t_23, t_27);
            found_x = t_29;
            found_y = t_28;
            found_z = nearest_2;
            found_3_x = x1_2;
            found_3_y = y1_2;
            found_3_z = z1_2;
            found_4_x = x2_2;
            found_4_y = y2_2;
            found_4_z = z2_2;
            const t_30 = (_i(y_cell, 3152041523)) >>> 0;
            const t_31 = -t_4;
            const t_32 = _long_lattice_hash(key_x, key_y, (((((t_6 ^ 2654435769) >>> 0) + t_30) >>> 0) ^ 2654435769) >>> 0);
            const t_33 = _f(_f((t * 1.52587890625e-5) * ((t_32 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_34 = _f(_f((t * 1.52587890625e-5) * (t_32 >>> 16)) + t_31);
            const t_35 = _f(_f(t_33 * t_33) + _f(t_34 * t_34));
            both_9 = false;
            both_10 = false;
            if (!(t_35 < t_29)) {
                if (t_35 === t_29) {
                    both_10 = t_32 < nearest_2;
                } else {
                    both_10 = false;
                }
                both_9 = both_10;
            } else {
                both_9 = true;
            }
            const is_first_3 = both_9;
            const is_second_3 = t_35 < t_28;
            const x2_3 = is_first_3 ? x1_2 : (is_second_3 ? t_33 : x2_2);
            const y2_3 = is_first_3 ? y1_2 : (is_second_3 ? t_34 : y2_2);
            const z2_3 = is_first_3 ? z1_2 : (is_second_3 ? 0.0 : z2_2);
            const x1_3 = is_first_3 ? t_33 : x1_2;
            const y1_3 = is_first_3 ? t_34 : y1_2;
            const z1_3 = is_first_3 ? 0.0 : z1_2;
            const nearest_3 = is_first_3 ? t_32 : nearest_2;
            const t_36 = _long_min2(t_28, _long_max2(t_29, t_35));
            const t_37 = _long_min2(t_29, t_35);
            const t_38 = _long_lattice_hash(key_x, key_y, (((((t_7 ^ 2654435769) >>> 0) + t_30) >>> 0) ^ 2654435769) >>> 0);
            const t_39 = _f(_f((t * 1.52587890625e-5) * ((t_38 & 65535) >>> 0)) + (-t_2));
            const t_40 = _f(_f((t * 1.52587890625e-5) * (t_38 >>> 16)) + t_31);
            const t_41 = _f(_f(t_39 * t_39) + _f(t_40 * t_40));
            both_11 = false;
            both_12 = false;
            if (!(t_41 < t_37)) {
                if (t_41 === t_37) {
                    both_12 = t_38 < nearest_3;
                } else {
                    both_12 = false;
                }
                both_11 = both_12;
            } else {
                both_11 = true;
            }
            const is_first_4 = both_11;
            const is_second_4 = t_41 < t_36;
            const x2_4 = is_first_4 ? x1_3 : (is_second_4 ? t_39 : x2_3);
            const y2_4 = is_first_4 ? y1_3 : (is_second_4 ? t_40 : y2_3);
            const z2_4 = is_first_4 ? z1_3 : (is_second_4 ? 0.0 : z2_3);
            const x1_4 = is_first_4 ? t_39 : x1_3;
            const y1_4 = is_first_4 ? t_40 : y1_3;
            const z1_4 = is_first_4 ? 0.0 : z1_3;
            const nearest_4 = is_first_4 ? t_38 : nearest_3;
            const t_42 = _long_min2(t_36, _long_max2(t_37, t_41));
            const t_43 = _long_min2(t_37, t_41);
            const t_44 = _long_lattice_hash(key_x, key_y, (((((t_8 ^ 2654435769) >>> 0) + t_30) >>> 0) ^ 2654435769) >>> 0);
            const t_45 = _f(_f((t * 1.52587890625e-5) * ((t_44 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_46 = _f(_f((t * 1.52587890625e-5) * (t_44 >>> 16)) + t_31);
            const t_47 = _f(_f(t_45 * t_45) + _f(t_46 * t_46));
            both_13 = false;
            both_14 = false;
            if (!(t_47 < t_43)) {
                if (t_47 === t_43) {
                    both_14 = t_44 < nearest_4;
                } else {
                    both_14 = false;
                }
                both_13 = both_14;
            } else {
                both_13 = true;
            }
            const is_first_5 = both_13;
            const is_second_5 = t_47 < t_42;
            const x2_5 = is_first_5 ? x1_4 : (is_second_5 ? t_45 : x2_4);
            const y2_5 = is_first_5 ? y1_4 : (is_second_5 ? t_46 : y2_4);
            const z2_5 = is_first_5 ? z1_4 : (is_second_5 ? 0.0 : z2_4);
            const x1_5 = is_first_5 ? t_45 : x1_4;
            const y1_5 = is_first_5 ? t_46 : y1_4;
            const z1_5 = is_first_5 ? 0.0 : z1_4;
            const nearest_5 = is_first_5 ? t_44 : nearest_4;
            const t_48 = _long_min2(t_42, _long_max2(t_43, t_47));
            const t_49 = _long_min2(t_43, t_47);
            found_x = t_49;
            found_y = t_48;
            found_z = nearest_5;
            found_3_x = x1_5;
            found_3_y = y1_5;
            found_3_z = z1_5;
            found_4_x = x2_5;
            found_4_y = y2_5;
            found_4_z = z2_5;
            const next_2 = (y_cell + 1) >>> 0;
            const t_50 = (_i((next_2 === y_period) ? 0 : next_2, 3152041523)) >>> 0;
            const t_51 = _f(1.0 - t_4);
            const t_52 = _long_lattice_hash(key_x, key_y, (((((t_6 ^ 2654435769) >>> 0) + t_50) >>> 0) ^ 2654435769) >>> 0);
            const t_53 = _f(_f((t * 1.52587890625e-5) * ((t_52 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_54 = _f(_f((t * 1.52587890625e-5) * (t_52 >>> 16)) + t_51);
            const t_55 = _f(_f(t_53 * t_53) + _f(t_54 * t_54));
            both_15 = false;
            both_16 = false;
            if (!(t_55 < t_49)) {
                if (t_55 === t_49) {
                    both_16 = t_52 < nearest_5;
                } else {
                    both_16 = false;
                }
                both_15 = both_16;
            } else {
                both_15 = true;
            }
            const is_first_6 = both_15;
            const is_second_6 = t_55 < t_48;
            const x2_6 = is_first_6 ? x1_5 : (is_second_6 ? t_53 : x2_5);
            const y2_6 = is_first_6 ? y1_5 : (is_second_6 ? t_54 : y2_5);
            const z2_6 = is_first_6 ? z1_5 : (is_second_6 ? 0.0 : z2_5);
            const x1_6 = is_first_6 ? t_53 : x1_5;
            const y1_6 = is_first_6 ? t_54 : y1_5;
            const z1_6 = is_first_6 ? 0.0 : z1_5;
            const nearest_6 = is_first_6 ? t_52 : nearest_5;
            const t_56 = _long_min2(t_48, _long_max2(t_49, t_55));
            const t_57 = _long_min2(t_49, t_55);
            const t_58 = _long_lattice_hash(key_x, key_y, (((((t_7 ^ 2654435769) >>> 0) + t_50) >>> 0) ^ 2654435769) >>> 0);
            const t_59 = _f(_f((t * 1.52587890625e-5) * ((t_58 & 65535) >>> 0)) + (-t_2));
            const t_60 = _f(_f((t * 1.52587890625e-5) * (t_58 >>> 16)) + t_51);
            const t_61 = _f(_f(t_59 * t_59) + _f(t_60 * t_60));
            both_17 = false;
            both_18 = false;
            if (!(t_61 < t_57)) {
                if (t_61 === t_57) {
                    both_18 = t_58 < nearest_6;
                } else {
                    both_18 = false;
                }
                both_17 = both_18;
            } else {
                both_17 = true;
            }
            const is_first_7 = both_17;
            const is_second_7 = t_61 < t_56;
            const x2_7 = is_first_7 ? x1_6 : (is_second_7 ? t_59 : x2_6);
            const y2_7 = is_first_7 ? y1_6 : (is_second_7 ? t_60 : y2_6);
            const z2_7 = is_first_7 ? z1_6 : (is_second_7 ? 0.0 : z2_6);
            const x1_7 = is_first_7 ? t_59 : x1_6;
            const y1_7 = is_first_7 ? t_60 : y1_6;
            const z1_7 = is_first_7 ? 0.0 : z1_6;
            const nearest_7 = is_first_7 ? t_58 : nearest_6;
            const t_62 = _long_min2(t_56, _long_max2(t_57, t_61));
            const t_63 = _long_min2(t_57, t_61);
            const t_64 = _long_lattice_hash(key_x, key_y, (((((t_8 ^ 2654435769) >>> 0) + t_50) >>> 0) ^ 2654435769) >>> 0);
            const t_65 = _f(_f((t * 1.52587890625e-5) * ((t_64 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_66 = _f(_f((t * 1.52587890625e-5) * (t_64 >>> 16)) + t_51);
            const t_67 = _f(_f(t_65 * t_65) + _f(t_66 * t_66));
            both_19 = false;
            both_20 = false;
            if (!(t_67 < t_63)) {
                if (t_67 === t_63) {
                    both_20 = t_64 < nearest_7;
                } else {
                    both_20 = false;
                }
                both_19 = both_20;
            } else {
                both_19 = true;
            }
            const is_first_8 = both_19;
            const is_second_8 = t_67 < t_62;
            const x2_8 = is_first_8 ? x1_7 : (is_second_8 ? t_65 : x2_7);
            const y2_8 = is_first_8 ? y1_7 : (is_second_8 ? t_66 : y2_7);
            const z2_8 = is_first_8 ? z1_7 : (is_second_8 ? 0.0 : z2_7);
            const x1_8 = is_first_8 ? t_65 : x1_7;
            const y1_8 = is_first_8 ? t_66 : y1_7;
            const z1_8 = is_first_8 ? 0.0 : z1_7;
            const nearest_8 = is_first_8 ? t_64 : nearest_7;
            const t_68 = _long_min2(t_62, _long_max2(t_63, t_67));
            const t_69 = _long_min2(t_63, t_67);
            found_x = t_69;
            found_y = t_68;
            found_z = nearest_8;
            found_3_x = x1_8;
            found_3_y = y1_8;
            found_3_z = z1_8;
            found_4_x = x2_8;
            found_4_y = y2_8;
            found_4_z = z2_8;
            const reach = _long_min2(_long_min2(t_1, 1.0 - t_1), _long_min2(t_3, 1.0 - t_3));
            const t_70 = _f(reach + 1.0);
            both_21 = false;
            both_22 = false;
            both_23 = false;
            if (!(output === 0)) {
                both_21 = output === 3;
            } else {
                both_21 = true;
            }
            if (!both_21) {
                if (output >= 5) {
                    both_23 = ((output & 131072) >>> 0) === 0;
                } else {
                    both_23 = false;
                }
                both_22 = both_23;
            } else {
                both_22 = true;
            }
            if (both_22) {
                found = t_69;
            } else {
                found = t_68;
            }
            if (_f(t_70 * t_70) < found) {
                back = 0;
                left = 0;
                back = x_cell;
                left = 2;
                while (left > 0) {
                    const t_71 = back;
                    back = (((t_71 === 0) ? x_period : t_71) - 1) >>> 0;
                    left = (left - 1) >>> 0;
                }
                const t_72 = back;
                cell_x = t_72;
                back_1 = 0;
                left_1 = 0;
                back_1 = y_cell;
                left_1 = 2;
                while (left_1 > 0) {
                    const t_73 = back_1;
                    back_1 = (((t_73 === 0) ? y_period : t_73) - 1) >>> 0;
                    left_1 = (left_1 - 1) >>> 0;
                }
                cell_y = back_1;
                const t_74 = _long_max2(_long_max2(_f((-2.0) - t_3), _f(t_3 - ((-2.0) + 1.0))), 0.0);
                rest = _f(t_74 * t_74);
                while (j < 5) {
                    next = 5;
                    const t_75 = rest;
                    const t_76 = found_x;
                    const t_77 = found_y;
                    both_24 = false;
                    both_25 = false;
                    both_26 = false;
                    if (!(output === 0)) {
                        both_24 = output === 3;
                    } else {
                        both_24 = true;
                    }
                    if (!both_24) {
                        if (output >= 5) {
                            both_26 = ((output & 131072) >>> 0) === 0;
                        } else {
                            both_26 = false;
                        }
                        both_25 = both_26;
                    } else {
                        both_25 = true;
                    }
                    if (both_25) {
                        found_1 = t_76;
                    } else {
                        found_1 = t_77;
                    }
                    if (t_75 < found_1) {
                        next = (i + 1) >>> 0;
                        if (i > 0) {
                            const t_78 = i;
                            both = t_78 < 4;
                        } else {
                            both = false;
                        }
                        if (both) {
                            both_1 = j > 0;
                        } else {
                            both_1 = false;
                        }
                        if (both_1) {
                            both_2 = j < 4;
                        } else {
                            both_2 = false;
                        }
                        if (!both_2) {
                            const t_79 = column;
                            const t_127 = _long_max2(_f(t_79 - t_1), _f(t_1 - _f(t_79 + 1.0)));
                            const t_80 = _long_max2(t_127, 0.0);
                            const t_81 = rest;
                            const t_82 = found_x;
                            const t_83 = found_y;
                            both_27 = false;
                            both_28 = false;
                            both_29 = false;
                            if (!(output === 0)) {
                                both_27 = output === 3;
                            } else {
                                both_27 = true;
                            }
                            if (!both_27) {
                                if (output >= 5) {
                                    both_29 = ((output & 131072) >>> 0) === 0;
                                } else {
                                    both_29 = false;
                                }
                                both_28 = both_29;
                            } else {
                                both_28 = true;
                            }
                            if (both_28) {
                                found_2 = t_82;
                            } else {
                                found_2 = t_83;
                            }
                            if (_f(_f(t_80 * t_80) + t_81) < found_2) {
                                const t_84 = column;
                                const t_85 = row;
                                const t_86 = cell_x;
                                const t_87 = cell_y;
                                const t_128 = (((((key_y ^ 2654435769) >>> 0) + ((_i(t_86, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
                                const t_88 = _long_lattice_hash(key_x, key_y, (((t_128 + ((_i(t_87, 3152041523)) >>> 0)) >>> 0) ^ 2654435769) >>> 0);
                                const t_89 = found_x;
                                const t_90 = found_y;
                                const t_91 = found_z;
                                const t_92 = found_3_x;
                                const t_93 = found_3_y;
                                const t_94 = found_3_z;
                                const t_95 = found_4_x;
                                const t_96 = found_4_y;
                                const t_97 = found_4_z;
                                const t_98 = _f(_f((t * 1.52587890625e-5) * ((t_88 & 65535) >>> 0)) + _f(t_84 - t_2));
                                const t_99 = _f(_f((t * 1.52587890625e-5) * (t_88 >>> 16)) + _f(t_85 - t_4));
                                const t_100 = _f(_f(t_98 * t_98) + _f(t_99 * t_99));
                                both_30 = false;
                                both_31 = false;
                                if (!(t_100 < t_89)) {
                                    if (t_100 === t_89) {
                                        both_31 = t_88 < t_91;
                                    } else {
                                        both_31 = false;
                                    }
                                    both_30 = both_31;
                                } else {
                                    both_30 = true;
                                }
                                const is_first_9 = both_30;
                                const is_second_9 = t_100 < t_90;
                                const x2_9 = is_first_9 ? t_92 : (is_second_9 ? t_98 : t_95);
                                const y2_9 = is_first_9 ? t_93 : (is_second_9 ? t_99 : t_96);
                                const z2_9 = is_first_9 ? t_94 : (is_second_9 ? 0.0 : t_97);
                                const x1_9 = is_first_9 ? t_98 : t_92;
                                const y1_9 = is_first_9 ? t_99 : t_93;
                                const z1_9 = is_first_9 ? 0.0 : t_94;
                                const nearest_9 = is_first_9 ? t_88 : t_91;
                                found_x = _long_min2(t_89, t_100);
                                found_y = _long_min2(t_90, _long_max2(t_89, t_100));
                                found_z = nearest_9;
                                found_3_x = x1_9;
                                found_3_y = y1_9;
                                found_3_z = z1_9;
                                found_4_x = x2_9;
                                found_4_y = y2_9;
                                found_4_z = z2_9;
                            }
                        }
                    }
                    const t_101 = next;
                    i = t_101;
                    column = _f(column + 1.0);
                    const next_3 = (cell_x + 1) >>> 0;
                    cell_x = (next_3 === x_period) ? 0 : next_3;
                    if (t_101 === 5) {
                        i = 0;
                        column = -2.0;
                        cell_x = t_72;
                        j = (j + 1) >>> 0;
                        const t_102 = _f(row + 1.0);
                        row = t_102;
                        const next_4 = (cell_y + 1) >>> 0;
                        cell_y = (next_4 === y_period) ? 0 : next_4;
                        const t_129 = _long_max2(_f(t_102 - t_3), _f(t_3 - _f(t_102 + 1.0)));
                        const t_103 = _long_max2(t_129, 0.0);
                        rest = _f(t_103 * t_103);
                    }
                }
            }
            const t_104 = found_x;
            const t_105 = found_y;
            const t_106 = found_3_x;
            const t_107 = found_3_y;
            const t_108 = found_3_z;
            const t_109 = found_4_x;
            const t_110 = found_4_y;
            const t_111 = found_4_z;
            if (output === 3) {
                found_x_1 = 0.0;
                found_y_1 = 0.0;
                found_z_1 = 0.0;
            } else {
                if (output === 5) {
                    found_x_1 = 1.0;
                    found_y_1 = 0.0;
                    found_z_1 = 0.0;
                } else {
                    if (output === 6) {
                        found_x_1 = 0.0;
                        found_y_1 = 1.0;
                        found_z_1 = 0.0;
                    } else {
                        if (output === 7) {
                            found_x_1 = 0.0;
                            found_y_1 = 0.0;
                            found_z_1 = 1.0;
                        } else {
                            const half = t_104 * 0.5;
                            const r0 = _long_float32(((1597463174 - (_long_bits32(t_104) >>> 1)) >>> 0) >>> 0);
                            const t_112 = _f(r0 * _f(1.5 - _f(_f(half * r0) * r0)));
                            const t_113 = _f(t_112 * _f(1.5 - _f(_f(half * t_112) * t_112)));
                            const t_130 = _f(t_113 * _f(1.5 - _f(_f(half * t_113) * t_113)));
                            const t_114 = (t_104 > 0.0) ? t_130 : 0.0;
                            const t_115 = _f((-t_106) * t_114);
                            const t_116 = _f((-t_107) * t_114);
                            const t_117 = _f((-t_108) * t_114);
                            if (output === 0) {
                                found_x_1 = t_115;
                                found_y_1 = t_116;
                                found_z_1 = t_117;
                            } else {
                                const half_1 = t_105 * 0.5;
                                const r0_1 = _long_float32(((1597463174 - (_long_bits32(t_105) >>> 1)) >>> 0) >>> 0);
                                const t_118 = _f(r0_1 * _f(1.5 - _f(_f(half_1 * r0_1) * r0_1)));
                                const t_119 = _f(t_118 * _f(1.5 - _f(_f(half_1 * t_118) * t_118)));
                                const t_131 = _f(t_119 * _f(1.5 - _f(_f(half_1 * t_119) * t_119)));
                                const t_120 = (t_105 > 0.0) ? t_131 : 0.0;
                                const t_121 = _f((-t_109) * t_120);
                                const t_122 = _f((-t_110) * t_120);
                                const t_123 = _f((-t_111) * t_120);
                                if (output === 1) {
                                    found_x_1 = t_121;
                                    found_y_1 = t_122;
                                    found_z_1 = t_123;
                                } else {
                                    found_x_1 = _f(t_121 - t_115);
                                    found_y_1 = _f(t_122 - t_116);
                                    found_z_1 = _f(t_123 - t_117);
                                }
                            }
                        }
                    }
                }
            }
            const t_124 = found_x_1;
            const t_125 = found_y_1;
            const t_126 = found_z_1;
            [slope_x, slope_y] = [t_124, t_125, t_126, 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
        sum_y = _f(sum_y + sizable(_f(weights[octave] * sizable(_f(sizable(slope_y) * places[place + 25])))));
    }
    out[0] = sizable(sum_x);
    out[1] = sizable(sum_y);
}

export function cellular3(k, x, y, z) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    const output = k.output;
    const jitter = k.jitter;
    let sum = 0;
    let factor = 1;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 39) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        const z_period = places[place + 29];
        let z_cell = 0;
        let z_fraction = 0;
        if (isShift) {
            const z_at = z * places[place + 26];
            const z_fine = z_at * 4294967296;
            const z_floor = Math.floor(z_fine);
            const z_steps = (z_floor >>> 0) + places[place + 28];
            const z_whole = Math.floor(z_at) + places[place + 27] + (z_steps >= 4294967296 ? 1 : 0);
            z_cell = (z_period === 0 ? z_whole : z_whole - Math.floor(z_whole / z_period) * z_period) >>> 0;
            z_fraction = z_steps >>> 0;
        } else {
            z_fraction = placed(k, place + 26, z) >>> 0;
            z_cell = cells[0] >>> 0;
        }
        let value;
        {
            let found_x = 0.0;
            let found_y = 0.0;
            let found_z = 0;
            let found_3_x = 0.0;
            let found_3_y = 0.0;
            let found_3_z = 0.0;
            let i = 0;
            let j = 0;
            let k = 0;
            let column = 0.0;
            let row = 0.0;
            let plane = 0.0;
            let cell_x = 0;
            let cell_y = 0;
            let cell_z = 0;
            let beyond = 0.0;
            let rest = 0.0;
            let next = 0;
            let last = 0;
            let both = false;
            let both_1 = false;
            let both_2 = false;
            let both_3 = false;
            let both_4 = false;
            let both_5 = false;
            let both_6 = false;
            let both_7 = false;
            let both_8 = false;
            let both_9 = false;
            let both_10 = false;
            let both_11 = false;
            let both_12 = false;
            let both_13 = false;
            let both_14 = false;
            let both_15 = false;
            let both_16 = false;
            let both_17 = false;
            let both_18 = false;
            let both_19 = false;
            let both_20 = false;
            let both_21 = false;
            let both_22 = false;
            let both_23 = false;
            let both_24 = false;
            let both_25 = false;
            let both_26 = false;
            let both_27 = false;
            let both_28 = false;
            let both_29 = false;
            let both_30 = false;
            let both_31 = false;
            let both_32 = false;
            let both_33 = false;
            let both_34 = false;
            let both_35 = false;
            let both_36 = false;
            let both_37 = false;
            let both_38 = false;
            let both_39 = false;
            let both_40 = false;
            let both_41 = false;
            let both_42 = false;
            let both_43 = false;
            let both_44 = false;
            let both_45 = false;
            let both_46 = false;
            let both_47 = false;
            let both_48 = false;
            let both_49 = false;
            let both_50 = false;
            let both_51 = false;
            let both_52 = false;
            let both_53 = false;
            let both_54 = false;
            let both_55 = false;
            let both_56 = false;
            let both_57 = false;
            let both_58 = false;
            let found = 0.0;
            let both_59 = false;
            let both_60 = false;
            let both_61 = false;
            let back = 0;
            let left = 0;
            let back_1 = 0;
            let left_1 = 0;
            let back_2 = 0;
            let left_2 = 0;
            let found_1 = 0.0;
            let both_62 = false;
            let both_63 = false;
            let both_64 = false;
            let found_2 = 0.0;
            let both_65 = false;
            let both_66 = false;
            let both_67 = false;
            let found_3 = 0.0;
            let both_68 = false;
            let both_69 = false;
            let both_70 = false;
            let both_71 = false;
            let both_72 = false;
            let found_4 = 0.0;
            found_x = 0.0;
            found_y = 0.0;
            found_z = 0;
            found_3_x = 0.0;
            found_3_y = 0.0;
            found_3_z = 0.0;
            i = 0;
            j = 0;
            k = 0;
            column = 0.0;
            row = 0.0;
            plane = 0.0;
            cell_x = 0;
            cell_y = 0;
            cell_z = 0;
            beyond = 0.0;
            rest = 0.0;
            next = 0;
            last = 0;
            both = false;
            both_1 = false;
            both_2 = false;
            both_3 = false;
            both_4 = false;
            const t = (jitter < 1.52587890625e-5) ? 0.0 : jitter;
            const t_1 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_2 = _f((t_1 - 0.5) + _f(t * 0.49999237060546875));
            const t_3 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_4 = _f((t_3 - 0.5) + _f(t * 0.49999237060546875));
            const t_5 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_6 = _f((t_5 - 0.5) + _f(t * 0.49999237060546875));
            found_x = 1.2676506002282294e30;
            found_y = 1.2676506002282294e30;
            found_z = 4294967295;
            found_3_x = 0.0;
            found_3_y = 0.0;
            found_3_z = 0.0;
            const t_7 = x_cell;
            const t_8 = (((key_y ^ 2654435769) >>> 0) + ((_i((((t_7 === 0) ? x_period : t_7) - 1) >>> 0, 3679390609)) >>> 0)) >>> 0;
            const t_9 = (((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0;
            const next_1 = (x_cell + 1) >>> 0;
            const t_10 = (((key_y ^ 2654435769) >>> 0) + ((_i((next_1 === x_period) ? 0 : next_1, 3679390609)) >>> 0)) >>> 0;
            const t_11 = y_cell;
            const t_12 = (_i((((t_11 === 0) ? y_period : t_11) - 1) >>> 0, 3152041523)) >>> 0;
            const t_13 = (((t_8 ^ 2654435769) >>> 0) + t_12) >>> 0;
            const t_14 = (((t_9 ^ 2654435769) >>> 0) + t_12) >>> 0;
            const t_15 = (((t_10 ^ 2654435769) >>> 0) + t_12) >>> 0;
            const next_2 = (y_cell + 1) >>> 0;
            const t_16 = (_i((next_2 === y_period) ? 0 : next_2, 3152041523)) >>> 0;
            const t_17 = (((t_8 ^ 2654435769) >>> 0) + t_16) >>> 0;
            const t_18 = (((t_9 ^ 2654435769) >>> 0) + t_16) >>> 0;
            const t_19 = (((t_10 ^ 2654435769) >>> 0) + t_16) >>> 0;
            const t_20 = (_i(y_cell, 3152041523)) >>> 0;
            const t_21 = (((t_8 ^ 2654435769) >>> 0) + t_20) >>> 0;
            const t_22 = (((t_9 ^ 2654435769) >>> 0) + t_20) >>> 0;
            const t_23 = (((t_10 ^ 2654435769) >>> 0) + t_20) >>> 0;
            const t_24 = z_cell;
            const t_25 = (_i((((t_24 === 0) ? z_period : t_24) - 1) >>> 0, 2700274805)) >>> 0;
            const t_26 = _f((-1.0) - t_6);
            const t_27 = _f((-1.0) - t_4);
            const t_28 = _long_lattice_hash(key_x, key_y, (((t_13 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_29 = _f(_f((t * 1.52587890625e-5) * ((t_28 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_30 = _f(_f((t * 1.52587890625e-5) * (t_28 >>> 16)) + t_27);
            const t_255 = _f((t * 1.52587890625e-5) * (((_i(t_28, 2700274805)) >>> 0) >>> 16));
            const t_31 = _f(t_255 + t_26);
            const t_32 = _f(_f(t_29 * t_29) + _f(_f(t_30 * t_30) + _f(t_31 * t_31)));
            both_5 = false;
            both_6 = false;
            if (!(t_32 < 1.2676506002282294e30)) {
                if (t_32 === 1.2676506002282294e30) {
                    both_6 = t_28 < 4294967295;
                } else {
                    both_6 = false;
                }
                both_5 = both_6;
            } else {
                both_5 = true;
            }
            const is_first = both_5;
            const x1 = is_first ? t_29 : 0.0;
            const y1 = is_first ? t_30 : 0.0;
            const z1 = is_first ? t_31 : 0.0;
            const nearest = is_first ? t_28 : 4294967295;
            const t_256 = _long_min2(1.2676506002282294e30, _long_max2(1.2676506002282294e30, t_32));
            const t_33 = _long_min2(1.2676506002282294e30, t_32);
            const t_34 = _long_lattice_hash(key_x, key_y, (((t_14 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_35 = _f(_f((t * 1.52587890625e-5) * ((t_34 & 65535) >>> 0)) + (-t_2));
            const t_36 = _f(_f((t * 1.52587890625e-5) * (t_34 >>> 16)) + t_27);
            const t_257 = _f((t * 1.52587890625e-5) * (((_i(t_34, 2700274805)) >>> 0) >>> 16));
            const t_37 = _f(t_257 + t_26);
            const t_38 = _f(_f(t_35 * t_35) + _f(_f(t_36 * t_36) + _f(t_37 * t_37)));
            both_7 = false;
            both_8 = false;
            if (!(t_38 < t_33)) {
                if (t_38 === t_33) {
                    both_8 = t_34 < nearest;
                } else {
                    both_8 = false;
                }
                both_7 = both_8;
            } else {
                both_7 = true;
            }
            const is_first_1 = both_7;
            const x1_1 = is_first_1 ? t_35 : x1;
            const y1_1 = is_first_1 ? t_36 : y1;
            const z1_1 = is_first_1 ? t_37 : z1;
            const nearest_1 = is_first_1 ? t_34 : nearest;
            const t_39 = _long_min2(t_33, t_38);
            const t_40 = _long_lattice_hash(key_x, key_y, (((t_15 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_41 = _f(_f((t * 1.52587890625e-5) * ((t_40 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_42 = _f(_f((t * 1.52587890625e-5) * (t_40 >>> 16)) + t_27);
            const t_258 = _f((t * 1.52587890625e-5) * (((_i(t_40, 2700274805)) >>> 0) >>> 16));
            const t_43 = _f(t_258 + t_26);
            const t_44 = _f(_f(t_41 * t_41) + _f(_f(t_42 * t_42) + _f(t_43 * t_43)));
            both_9 = false;
            both_10 = false;
            if (!(t_44 < t_39)) {
                if (t_44 === t_39) {
                    both_10 = t_40 < nearest_1;
                } else {
                    both_10 = false;
                }
                both_9 = both_10;
            } else {
                both_9 = true;
            }
            const is_first_2 = both_9;
            const x1_2 = is_first_2 ? t_41 : x1_1;
            const y1_2 = is_first_2 ? t_42 : y1_1;
            const z1_2 = is_first_2 ? t_43 : z1_1;
            const nearest_2 = is_first_2 ? t_40 : nearest_1;
            const t_259 = _long_min2(_long_min2(t_256, _long_max2(t_33, t_38)), _long_max2(t_39, t_44));
            const t_45 = _long_min2(t_39, t_44);
            const t_46 = -t_4;
            const t_47 = _long_lattice_hash(key_x, key_y, (((t_21 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_48 = _f(_f((t * 1.52587890625e-5) * ((t_47 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_49 = _f(_f((t * 1.52587890625e-5) * (t_47 >>> 16)) + t_46);
            const t_260 = _f((t * 1.52587890625e-5) * (((_i(t_47, 2700274805)) >>> 0) >>> 16));
            const t_50 = _f(t_260 + t_26);
            const t_51 = _f(_f(t_48 * t_48) + _f(_f(t_49 * t_49) + _f(t_50 * t_50)));
            both_11 = false;
            both_12 = false;
            if (!(t_51 < t_45)) {
                if (t_51 === t_45) {
                    both_12 = t_47 < nearest_2;
                } else {
                    both_12 = false;
                }
                both_11 = both_12;
            } else {
                both_11 = true;
            }
            const is_first_3 = both_11;
            const x1_3 = is_first_3 ? t_48 : x1_2;
            const y1_3 = is_first_3 ? t_49 : y1_2;
            const z1_3 = is_first_3 ? t_50 : z1_2;
            const nearest_3 = is_first_3 ? t_47 : nearest_2;
            const t_52 = _long_min2(t_45, t_51);
            const t_53 = _long_lattice_hash(key_x, key_y, (((t_22 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_54 = _f(_f((t * 1.52587890625e-5) * ((t_53 & 65535) >>> 0)) + (-t_2));
            const t_55 = _f(_f((t * 1.52587890625e-5) * (t_53 >>> 16)) + t_46);
            const t_261 = _f((t * 1.52587890625e-5) * (((_i(t_53, 2700274805)) >>> 0) >>> 16));
            const t_56 = _f(t_261 + t_26);
            const t_57 = _f(_f(t_54 * t_54) + _f(_f(t_55 * t_55) + _f(t_56 * t_56)));
            both_13 = false;
            both_14 = false;
            if (!(t_57 < t_52)) {
                if (t_57 === t_52) {
                    both_14 = t_53 < nearest_3;
                } else {
                    both_14 = false;
                }
                both_13 = both_14;
            } else {
                both_13 = true;
            }
            const is_first_4 = both_13;
            const x1_4 = is_first_4 ? t_54 : x1_3;
            const y1_4 = is_first_4 ? t_55 : y1_3;
            const z1_4 = is_first_4 ? t_56 : z1_3;
            const nearest_4 = is_first_4 ? t_53 : nearest_3;
            const t_262 = _long_min2(_long_min2(t_259, _long_max2(t_45, t_51)), _long_max2(t_52, t_57));
            const t_58 = _long_min2(t_52, t_57);
            const t_59 = _long_lattice_hash(key_x, key_y, (((t_23 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_60 = _f(_f((t * 1.52587890625e-5) * ((t_59 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_61 = _f(_f((t * 1.52587890625e-5) * (t_59 >>> 16)) + t_46);
            const t_263 = _f((t * 1.52587890625e-5) * (((_i(t_59, 2700274805)) >>> 0) >>> 16));
            const t_62 = _f(t_263 + t_26);
            const t_63 = _f(_f(t_60 * t_60) + _f(_f(t_61 * t_61) + _f(t_62 * t_62)));
            both_15 = false;
            both_16 = false;
            if (!(t_63 < t_58)) {
                if (t_63 === t_58) {
                    both_16 = t_59 < nearest_4;
                } else {
                    both_16 = false;
                }
                both_15 = both_16;
            } else {
                both_15 = true;
            }
            const is_first_5 = both_15;
            const x1_5 = is_first_5 ? t_60 : x1_4;
            const y1_5 = is_first_5 ? t_61 : y1_4;
            const z1_5 = is_first_5 ? t_62 : z1_4;
            const nearest_5 = is_first_5 ? t_59 : nearest_4;
            const t_64 = _long_min2(t_58, t_63);
            const t_65 = _f(1.0 - t_4);
            const t_66 = _long_lattice_hash(key_x, key_y, (((t_17 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_67 = _f(_f((t * 1.52587890625e-5) * ((t_66 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_68 = _f(_f((t * 1.52587890625e-5) * (t_66 >>> 16)) + t_65);
            const t_264 = _f((t * 1.52587890625e-5) * (((_i(t_66, 2700274805)) >>> 0) >>> 16));
            const t_69 = _f(t_264 + t_26);
            const t_70 = _f(_f(t_67 * t_67) + _f(_f(t_68 * t_68) + _f(t_69 * t_69)));
            both_17 = false;
            both_18 = false;
            if (!(t_70 < t_64)) {
                if (t_70 === t_64) {
                    both_18 = t_66 < nearest_5;
                } else {
                    both_18 = false;
                }
                both_17 = both_18;
            } else {
                both_17 = true;
            }
            const is_first_6 = both_17;
            const x1_6 = is_first_6 ? t_67 : x1_5;
            const y1_6 = is_first_6 ? t_68 : y1_5;
            const z1_6 = is_first_6 ? t_69 : z1_5;
            const nearest_6 = is_first_6 ? t_66 : nearest_5;
            const t_265 = _long_min2(_long_min2(t_262, _long_max2(t_58, t_63)), _long_max2(t_64, t_70));
            const t_71 = _long_min2(t_64, t_70);
            const t_72 = _long_lattice_hash(key_x, key_y, (((t_18 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_73 = _f(_f((t * 1.52587890625e-5) * ((t_72 & 65535) >>> 0)) + (-t_2));
            const t_74 = _f(_f((t * 1.52587890625e-5) * (t_72 >>> 16)) + t_65);
            const t_266 = _f((t * 1.52587890625e-5) * (((_i(t_72, 2700274805)) >>> 0) >>> 16));
            const t_75 = _f(t_266 + t_26);
            const t_76 = _f(_f(t_73 * t_73) + _f(_f(t_74 * t_74) + _f(t_75 * t_75)));
            both_19 = false;
            both_20 = false;
            if (!(t_76 < t_71)) {
                if (t_76 === t_71) {
                    both_20 = t_72 < nearest_6;
                } else {
                    both_20 = false;
                }
                both_19 = both_20;
            } else {
                both_19 = true;
            }
            const is_first_7 = both_19;
            const x1_7 = is_first_7 ? t_73 : x1_6;
            const y1_7 = is_first_7 ? t_74 : y1_6;
            const z1_7 = is_first_7 ? t_75 : z1_6;
            const nearest_7 = is_first_7 ? t_72 : nearest_6;
            const t_77 = _long_min2(t_71, t_76);
            const t_78 = _long_lattice_hash(key_x, key_y, (((t_19 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_79 = _f(_f((t * 1.52587890625e-5) * ((t_78 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_80 = _f(_f((t * 1.52587890625e-5) * (t_78 >>> 16)) + t_65);
            const t_267 = _f((t * 1.52587890625e-5) * (((_i(t_78, 2700274805)) >>> 0) >>> 16));
            const t_81 = _f(t_267 + t_26);
            const t_82 = _f(_f(t_79 * t_79) + _f(_f(t_80 * t_80) + _f(t_81 * t_81)));
            both_21 = false;
            both_22 = false;
            if (!(t_82 < t_77)) {
                if (t_82 === t_77) {
                    both_22 = t_78 < nearest_7;
                } else {
                    both_22 = false;
                }
                both_21 = both_22;
            } else {
                both_21 = true;
            }
            const is_first_8 = both_21;
            const x1_8 = is_first_8 ? t_79 : x1_7;
            const y1_8 = is_first_8 ? t_80 : y1_7;
            const z1_8 = is_first_8 ? t_81 : z1_7;
            const nearest_8 = is_first_8 ? t_78 : nearest_7;
            const t_83 = _long_min2(_long_min2(t_265, _long_max2(t_71, t_76)), _long_max2(t_77, t_82));
            const t_84 = _long_min2(t_77, t_82);
            found_x = t_84;
            found_y = t_83;
            found_z = nearest_8;
            found_3_x = x1_8;
            found_3_y = y1_8;
            found_3_z = z1_8;
            const t_85 = (_i(z_cell, 2700274805)) >>> 0;
            const t_86 = -t_6;
            const t_87 = _f((-1.0) - t_4);
            const t_88 = _long_lattice_hash(key_x, key_y, (((t_13 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_89 = _f(_f((t * 1.52587890625e-5) * ((t_88 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_90 = _f(_f((t * 1.52587890625e-5) * (t_88 >>> 16)) + t_87);
            const t_268 = _f((t * 1.52587890625e-5) * (((_i(t_88, 2700274805)) >>> 0) >>> 16));
            const t_91 = _f(t_268 + t_86);
            const t_92 = _f(_f(t_89 * t_89) + _f(_f(t_90 * t_90) + _f(t_91 * t_91)));
            both_23 = false;
            both_24 = false;
            if (!(t_92 < t_84)) {
                if (t_92 === t_84) {
                    both_24 = t_88 < nearest_8;
                } else {
                    both_24 = false;
                }
                both_23 = both_24;
            } else {
                both_23 = true;
            }
            const is_first_9 = both_23;
            const x1_9 = is_first_9 ? t_89 : x1_8;
            const y1_9 = is_first_9 ? t_90 : y1_8;
            const z1_9 = is_first_9 ? t_91 : z1_8;
            const nearest_9 = is_first_9 ? t_88 : nearest_8;
            const t_93 = _long_min2(t_84, t_92);
            const t_94 = _long_lattice_hash(key_x, key_y, (((t_14 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_95 = _f(_f((t * 1.52587890625e-5) * ((t_94 & 65535) >>> 0)) + (-t_2));
            const t_96 = _f(_f((t * 1.52587890625e-5) * (t_94 >>> 16)) + t_87);
            const t_269 = _f((t * 1.52587890625e-5) * (((_i(t_94, 2700274805)) >>> 0) >>> 16));
            const t_97 = _f(t_269 + t_86);
            const t_98 = _f(_f(t_95 * t_95) + _f(_f(t_96 * t_96) + _f(t_97 * t_97)));
            both_25 = false;
            both_26 = false;
            if (!(t_98 < t_93)) {
                if (t_98 === t_93) {
                    both_26 = t_94 < nearest_9;
                } else {
                    both_26 = false;
                }
                both_25 = both_26;
            } else {
                both_25 = true;
            }
            const is_first_10 = both_25;
            const x1_10 = is_first_10 ? t_95 : x1_9;
            const y1_10 = is_first_10 ? t_96 : y1_9;
            const z1_10 = is_first_10 ? t_97 : z1_9;
            const nearest_10 = is_first_10 ? t_94 : nearest_9;
            const t_270 = _long_min2(_long_min2(t_83, _long_max2(t_84, t_92)), _long_max2(t_93, t_98));
            const t_99 = _long_min2(t_93, t_98);
            const t_100 = _long_lattice_hash(key_x, key_y, (((t_15 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_101 = _f(_f((t * 1.52587890625e-5) * ((t_100 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_102 = _f(_f((t * 1.52587890625e-5) * (t_100 >>> 16)) + t_87);
            const t_271 = _f((t * 1.52587890625e-5) * (((_i(t_100, 2700274805)) >>> 0) >>> 16));
            const t_103 = _f(t_271 + t_86);
            const t_104 = _f(_f(t_101 * t_101) + _f(_f(t_102 * t_102) + _f(t_103 * t_103)));
            both_27 = false;
            both_28 = false;
            if (!(t_104 < t_99)) {
                if (t_104 === t_99) {
                    both_28 = t_100 < nearest_10;
                } else {
                    both_28 = false;
                }
                both_27 = both_28;
            } else {
                both_27 = true;
            }
            const is_first_11 = both_27;
            const x1_11 = is_first_11 ? t_101 : x1_10;
            const y1_11 = is_first_11 ? t_102 : y1_10;
            const z1_11 = is_first_11 ? t_103 : z1_10;
            const nearest_11 = is_first_11 ? t_100 : nearest_10;
            const t_105 = _long_min2(t_99, t_104);
            const t_106 = -t_4;
            const t_107 = _long_lattice_hash(key_x, key_y, (((t_21 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_108 = _f(_f((t * 1.52587890625e-5) * ((t_107 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_109 = _f(_f((t * 1.52587890625e-5) * (t_107 >>> 16)) + t_106);
            const t_272 = _f((t * 1.52587890625e-5) * (((_i(t_107, 2700274805)) >>> 0) >>> 16));
            const t_110 = _f(t_272 + t_86);
            const t_111 = _f(_f(t_108 * t_108) + _f(_f(t_109 * t_109) + _f(t_110 * t_110)));
            both_29 = false;
            both_30 = false;
            if (!(t_111 < t_105)) {
                if (t_111 === t_105) {
                    both_30 = t_107 < nearest_11;
                } else {
                    both_30 = false;
                }
                both_29 = both_30;
            } else {
                both_29 = true;
            }
            const is_first_12 = both_29;
            const x1_12 = is_first_12 ? t_108 : x1_11;
            const y1_12 = is_first_12 ? t_109 : y1_11;
            const z1_12 = is_first_12 ? t_110 : z1_11;
            const nearest_12 = is_first_12 ? t_107 : nearest_11;
            const t_273 = _long_min2(_long_min2(t_270, _long_max2(t_99, t_104)), _long_max2(t_105, t_111));
            const t_112 = _long_min2(t_105, t_111);
            const t_113 = _long_lattice_hash(key_x, key_y, (((t_22 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_114 = _f(_f((t * 1.52587890625e-5) * ((t_113 & 65535) >>> 0)) + (-t_2));
            const t_115 = _f(_f((t * 1.52587890625e-5) * (t_113 >>> 16)) + t_106);
            const t_274 = _f((t * 1.52587890625e-5) * (((_i(t_113, 2700274805)) >>> 0) >>> 16));
            const t_116 = _f(t_274 + t_86);
            const t_117 = _f(_f(t_114 * t_114) + _f(_f(t_115 * t_115) + _f(t_116 * t_116)));
            both_31 = false;
            both_32 = false;
            if (!(t_117 < t_112)) {
                if (t_117 === t_112) {
                    both_32 = t_113 < nearest_12;
                } else {
                    both_32 = false;
                }
                both_31 = both_32;
            } else {
                both_31 = true;
            }
            const is_first_13 = both_31;
            const x1_13 = is_first_13 ? t_114 : x1_12;
            const y1_13 = is_first_13 ? t_115 : y1_12;
            const z1_13 = is_first_13 ? t_116 : z1_12;
            const nearest_13 = is_first_13 ? t_113 : nearest_12;
            const t_118 = _long_min2(t_112, t_117);
            const t_119 = _long_lattice_hash(key_x, key_y, (((t_23 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_120 = _f(_f((t * 1.52587890625e-5) * ((t_119 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_121 = _f(_f((t * 1.52587890625e-5) * (t_119 >>> 16)) + t_106);
            const t_275 = _f((t * 1.52587890625e-5) * (((_i(t_119, 2700274805)) >>> 0) >>> 16));
            const t_122 = _f(t_275 + t_86);
            const t_123 = _f(_f(t_120 * t_120) + _f(_f(t_121 * t_121) + _f(t_122 * t_122)));
            both_33 = false;
            both_34 = false;
            if (!(t_123 < t_118)) {
                if (t_123 === t_118) {
                    both_34 = t_119 < nearest_13;
                } else {
                    both_34 = false;
                }
                both_33 = both_34;
            } else {
                both_33 = true;
            }
            const is_first_14 = both_33;
            const x1_14 = is_first_14 ? t_120 : x1_13;
            const y1_14 = is_first_14 ? t_121 : y1_13;
            const z1_14 = is_first_14 ? t_122 : z1_13;
            const nearest_14 = is_first_14 ? t_119 : nearest_13;
            const t_276 = _long_min2(_long_min2(t_273, _long_max2(t_112, t_117)), _long_max2(t_118, t_123));
            const t_124 = _long_min2(t_118, t_123);
            const t_125 = _f(1.0 - t_4);
            const t_126 = _long_lattice_hash(key_x, key_y, (((t_17 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_127 = _f(_f((t * 1.52587890625e-5) * ((t_126 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_128 = _f(_f((t * 1.52587890625e-5) * (t_126 >>> 16)) + t_125);
            const t_277 = _f((t * 1.52587890625e-5) * (((_i(t_126, 2700274805)) >>> 0) >>> 16));
            const t_129 = _f(t_277 + t_86);
            const t_130 = _f(_f(t_127 * t_127) + _f(_f(t_128 * t_128) + _f(t_129 * t_129)));
            both_35 = false;
            both_36 = false;
            if (!(t_130 < t_124)) {
                if (t_130 === t_124) {
                    both_36 = t_126 < nearest_14;
                } else {
                    both_36 = false;
                }
                both_35 = both_36;
            } else {
                both_35 = true;
            }
            const is_first_15 = both_35;
            const x1_15 = is_first_15 ? t_127 : x1_14;
            const y1_15 = is_first_15 ? t_128 : y1_14;
            const z1_15 = is_first_15 ? t_129 : z1_14;
            const nearest_15 = is_first_15 ? t_126 : nearest_14;
            const t_131 = _long_min2(t_124, t_130);
            const t_132 = _long_lattice_hash(key_x, key_y, (((t_18 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_133 = _f(_f((t * 1.52587890625e-5) * ((t_132 & 65535) >>> 0)) + (-t_2));
            const t_134 = _f(_f((t * 1.52587890625e-5) * (t_132 >>> 16)) + t_125);
            const t_278 = _f((t * 1.52587890625e-5) * (((_i(t_132, 2700274805)) >>> 0) >>> 16));
            const t_135 = _f(t_278 + t_86);
            const t_136 = _f(_f(t_133 * t_133) + _f(_f(t_134 * t_134) + _f(t_135 * t_135)));
            both_37 = false;
            both_38 = false;
            if (!(t_136 < t_131)) {
                if (t_136 === t_131) {
                    both_38 = t_132 < nearest_15;
                } else {
                    both_38 = false;
                }
                both_37 = both_38;
            } else {
                both_37 = true;
            }
            const is_first_16 = both_37;
            const x1_16 = is_first_16 ? t_133 : x1_15;
            const y1_16 = is_first_16 ? t_134 : y1_15;
            const z1_16 = is_first_16 ? t_135 : z1_15;
            const nearest_16 = is_first_16 ? t_132 : nearest_15;
            const t_279 = _long_min2(_long_min2(t_276, _long_max2(t_124, t_130)), _long_max2(t_131, t_136));
            const t_137 = _long_min2(t_131, t_136);
            const t_138 = _long_lattice_hash(key_x, key_y, (((t_19 ^ 2654435769) >>> 0) + t_85) >>> 0);
            const t_139 = _f(_f((t * 1.52587890625e-5) * ((t_138 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_140 = _f(_f((t * 1.52587890625e-5) * (t_138 >>> 16)) + t_125);
            const t_280 = _f((t * 1.52587890625e-5) * (((_i(t_138, 2700274805)) >>> 0) >>> 16));
            const t_141 = _f(t_280 + t_86);
            const t_142 = _f(_f(t_139 * t_139) + _f(_f(t_140 * t_140) + _f(t_141 * t_141)));
            both_39 = false;
            both_40 = false;
            if (!(t_142 < t_137)) {
                if (t_142 === t_137) {
                    both_40 = t_138 < nearest_16;
                } else {
                    both_40 = false;
                }
                both_39 = both_40;
            } else {
                both_39 = true;
            }
            const is_first_17 = both_39;
            const x1_17 = is_first_17 ? t_139 : x1_16;
            const y1_17 = is_first_17 ? t_140 : y1_16;
            const z1_17 = is_first_17 ? t_141 : z1_16;
            const nearest_17 = is_first_17 ? t_138 : nearest_16;
            const t_143 = _long_min2(t_279, _long_max2(t_137, t_142));
            const t_144 = _long_min2(t_137, t_142);
            found_x = t_144;
            found_y = t_143;
            found_z = nearest_17;
            found_3_x = x1_17;
            found_3_y = y1_17;
            found_3_z = z1_17;
            const next_3 = (z_cell + 1) >>> 0;
            const t_145 = (_i((next_3 === z_period) ? 0 : next_3, 2700274805)) >>> 0;
            const t_146 = _f(1.0 - t_6);
            const t_147 = _f((-1.0) - t_4);
            const t_148 = _long_lattice_hash(key_x, key_y, (((t_13 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_149 = _f(_f((t * 1.52587890625e-5) * ((t_148 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_150 = _f(_f((t * 1.52587890625e-5) * (t_148 >>> 16)) + t_147);
            const t_281 = _f((t * 1.52587890625e-5) * (((_i(t_148, 2700274805)) >>> 0) >>> 16));
            const t_151 = _f(t_281 + t_146);
            const t_152 = _f(_f(t_149 * t_149) + _f(_f(t_150 * t_150) + _f(t_151 * t_151)));
            both_41 = false;
            both_42 = false;
            if (!(t_152 < t_144)) {
                if (t_152 === t_144) {
                    both_42 = t_148 < nearest_17;
                } else {
                    both_42 = false;
                }
                both_41 = both_42;
            } else {
                both_41 = true;
            }
            const is_first_18 = both_41;
            const x1_18 = is_first_18 ? t_149 : x1_17;
            const y1_18 = is_first_18 ? t_150 : y1_17;
            const z1_18 = is_first_18 ? t_151 : z1_17;
            const nearest_18 = is_first_18 ? t_148 : nearest_17;
            const t_153 = _long_min2(t_144, t_152);
            const t_154 = _long_lattice_hash(key_x, key_y, (((t_14 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_155 = _f(_f((t * 1.52587890625e-5) * ((t_154 & 65535) >>> 0)) + (-t_2));
            const t_156 = _f(_f((t * 1.52587890625e-5) * (t_154 >>> 16)) + t_147);
            const t_282 = _f((t * 1.52587890625e-5) * (((_i(t_154, 2700274805)) >>> 0) >>> 16));
            const t_157 = _f(t_282 + t_146);
            const t_158 = _f(_f(t_155 * t_155) + _f(_f(t_156 * t_156) + _f(t_157 * t_157)));
            both_43 = false;
            both_44 = false;
            if (!(t_158 < t_153)) {
                if (t_158 === t_153) {
                    both_44 = t_154 < nearest_18;
                } else {
                    both_44 = false;
                }
                both_43 = both_44;
            } else {
                both_43 = true;
            }
            const is_first_19 = both_43;
            const x1_19 = is_first_19 ? t_155 : x1_18;
            const y1_19 = is_first_19 ? t_156 : y1_18;
            const z1_19 = is_first_19 ? t_157 : z1_18;
            const nearest_19 = is_first_19 ? t_154 : nearest_18;
            const t_283 = _long_min2(_long_min2(t_143, _long_max2(t_144, t_152)), _long_max2(t_153, t_158));
            const t_159 = _long_min2(t_153, t_158);
            const t_160 = _long_lattice_hash(key_x, key_y, (((t_15 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_161 = _f(_f((t * 1.52587890625e-5) * ((t_160 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_162 = _f(_f((t * 1.52587890625e-5) * (t_160 >>> 16)) + t_147);
            const t_284 = _f((t * 1.52587890625e-5) * (((_i(t_160, 2700274805)) >>> 0) >>> 16));
            const t_163 = _f(t_284 + t_146);
            const t_164 = _f(_f(t_161 * t_161) + _f(_f(t_162 * t_162) + _f(t_163 * t_163)));
            both_45 = false;
            both_46 = false;
            if (!(t_164 < t_159)) {
                if (t_164 === t_159) {
                    both_46 = t_160 < nearest_19;
                } else {
                    both_46 = false;
                }
                both_45 = both_46;
            } else {
                both_45 = true;
            }
            const is_first_20 = both_45;
            const x1_20 = is_first_20 ? t_161 : x1_19;
            const y1_20 = is_first_20 ? t_162 : y1_19;
            const z1_20 = is_first_20 ? t_163 : z1_19;
            const nearest_20 = is_first_20 ? t_160 : nearest_19;
            const t_165 = _long_min2(t_159, t_164);
            const t_166 = -t_4;
            const t_167 = _long_lattice_hash(key_x, key_y, (((t_21 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_168 = _f(_f((t * 1.52587890625e-5) * ((t_167 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_169 = _f(_f((t * 1.52587890625e-5) * (t_167 >>> 16)) + t_166);
            const t_285 = _f((t * 1.52587890625e-5) * (((_i(t_167, 2700274805)) >>> 0) >>> 16));
            const t_170 = _f(t_285 + t_146);
            const t_171 = _f(_f(t_168 * t_168) + _f(_f(t_169 * t_169) + _f(t_170 * t_170)));
            both_47 = false;
            both_48 = false;
            if (!(t_171 < t_165)) {
                if (t_171 === t_165) {
                    both_48 = t_167 < nearest_20;
                } else {
                    both_48 = false;
                }
                both_47 = both_48;
            } else {
                both_47 = true;
            }
            const is_first_21 = both_47;
            const x1_21 = is_first_21 ? t_168 : x1_20;
            const y1_21 = is_first_21 ? t_169 : y1_20;
            const z1_21 = is_first_21 ? t_170 : z1_20;
            const nearest_21 = is_first_21 ? t_167 : nearest_20;
            const t_286 = _long_min2(_long_min2(t_283, _long_max2(t_159, t_164)), _long_max2(t_165, t_171));
            const t_172 = _long_min2(t_165, t_171);
            const t_173 = _long_lattice_hash(key_x, key_y, (((t_22 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_174 = _f(_f((t * 1.52587890625e-5) * ((t_173 & 65535) >>> 0)) + (-t_2));
            const t_175 = _f(_f((t * 1.52587890625e-5) * (t_173 >>> 16)) + t_166);
            const t_287 = _f((t * 1.52587890625e-5) * (((_i(t_173, 2700274805)) >>> 0) >>> 16));
            const t_176 = _f(t_287 + t_146);
            const t_177 = _f(_f(t_174 * t_174) + _f(_f(t_175 * t_175) + _f(t_176 * t_176)));
            both_49 = false;
            both_50 = false;
            if (!(t_177 < t_172)) {
                if (t_177 === t_172) {
                    both_50 = t_173 < nearest_21;
                } else {
                    both_50 = false;
                }
                both_49 = both_50;
            } else {
                both_49 = true;
            }
            const is_first_22 = both_49;
            const x1_22 = is_first_22 ? t_174 : x1_21;
            const y1_22 = is_first_22 ? t_175 : y1_21;
            const z1_22 = is_first_22 ? t_176 : z1_21;
            const nearest_22 = is_first_22 ? t_173 : nearest_21;
            const t_178 = _long_min2(t_172, t_177);
            const t_179 = _long_lattice_hash(key_x, key_y, (((t_23 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_180 = _f(_f((t * 1.52587890625e-5) * ((t_179 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_181 = _f(_f((t * 1.52587890625e-5) * (t_179 >>> 16)) + t_166);
            const t_288 = _f((t * 1.52587890625e-5) * (((_i(t_179, 2700274805)) >>> 0) >>> 16));
            const t_182 = _f(t_288 + t_146);
            const t_183 = _f(_f(t_180 * t_180) + _f(_f(t_181 * t_181) + _f(t_182 * t_182)));
            both_51 = false;
            both_52 = false;
            if (!(t_183 < t_178)) {
                if (t_183 === t_178) {
                    both_52 = t_179 < nearest_22;
                } else {
                    both_52 = false;
                }
                both_51 = both_52;
            } else {
                both_51 = true;
            }
            const is_first_23 = both_51;
            const x1_23 = is_first_23 ? t_180 : x1_22;
            const y1_23 = is_first_23 ? t_181 : y1_22;
            const z1_23 = is_first_23 ? t_182 : z1_22;
            const nearest_23 = is_first_23 ? t_179 : nearest_22;
            const t_289 = _long_min2(_long_min2(t_286, _long_max2(t_172, t_177)), _long_max2(t_178, t_183));
            const t_184 = _long_min2(t_178, t_183);
            const t_185 = _f(1.0 - t_4);
            const t_186 = _long_lattice_hash(key_x, key_y, (((t_17 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_187 = _f(_f((t * 1.52587890625e-5) * ((t_186 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_188 = _f(_f((t * 1.52587890625e-5) * (t_186 >>> 16)) + t_185);
            const t_290 = _f((t * 1.52587890625e-5) * (((_i(t_186, 2700274805)) >>> 0) >>> 16));
            const t_189 = _f(t_290 + t_146);
            const t_190 = _f(_f(t_187 * t_187) + _f(_f(t_188 * t_188) + _f(t_189 * t_189)));
            both_53 = false;
            both_54 = false;
            if (!(t_190 < t_184)) {
                if (t_190 === t_184) {
                    both_54 = t_186 < nearest_23;
                } else {
                    both_54 = false;
                }
                both_53 = both_54;
            } else {
                both_53 = true;
            }
            const is_first_24 = both_53;
            const x1_24 = is_first_24 ? t_187 : x1_23;
            const y1_24 = is_first_24 ? t_188 : y1_23;
            const z1_24 = is_first_24 ? t_189 : z1_23;
            const nearest_24 = is_first_24 ? t_186 : nearest_23;
            const t_191 = _long_min2(t_184, t_190);
            const t_192 = _long_lattice_hash(key_x, key_y, (((t_18 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_193 = _f(_f((t * 1.52587890625e-5) * ((t_192 & 65535) >>> 0)) + (-t_2));
            const t_194 = _f(_f((t * 1.52587890625e-5) * (t_192 >>> 16)) + t_185);
            const t_291 = _f((t * 1.52587890625e-5) * (((_i(t_192, 2700274805)) >>> 0) >>> 16));
            const t_195 = _f(t_291 + t_146);
            const t_196 = _f(_f(t_193 * t_193) + _f(_f(t_194 * t_194) + _f(t_195 * t_195)));
            both_55 = false;
            both_56 = false;
            if (!(t_196 < t_191)) {
                if (t_196 === t_191) {
                    both_56 = t_192 < nearest_24;
                } else {
                    both_56 = false;
                }
                both_55 = both_56;
            } else {
                both_55 = true;
            }
            const is_first_25 = both_55;
            const x1_25 = is_first_25 ? t_193 : x1_24;
            const y1_25 = is_first_25 ? t_194 : y1_24;
            const z1_25 = is_first_25 ? t_195 : z1_24;
            const nearest_25 = is_first_25 ? t_192 : nearest_24;
            const t_292 = _long_min2(_long_min2(t_289, _long_max2(t_184, t_190)), _long_max2(t_191, t_196));
            const t_197 = _long_min2(t_191, t_196);
            const t_198 = _long_lattice_hash(key_x, key_y, (((t_19 ^ 2654435769) >>> 0) + t_145) >>> 0);
            const t_199 = _f(_f((t * 1.52587890625e-5) * ((t_198 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_200 = _f(_f((t * 1.52587890625e-5) * (t_198 >>> 16)) + t_185);
            const t_293 = _f((t * 1.52587890625e-5) * (((_i(t_198, 2700274805)) >>> 0) >>> 16));
            const t_201 = _f(t_293 + t_146);
            const t_202 = _f(_f(t_199 * t_199) + _f(_f(t_200 * t_200) + _f(t_201 * t_201)));
            both_57 = false;
            both_58 = false;
            if (!(t_202 < t_197)) {
                if (t_202 === t_197) {
                    both_58 = t_198 < nearest_25;
                } else {
                    both_58 = false;
                }
                both_57 = both_58;
            } else {
                both_57 = true;
            }
            const is_first_26 = both_57;
            const x1_26 = is_first_26 ? t_199 : x1_25;
            const y1_26 = is_first_26 ? t_200 : y1_25;
            const z1_26 = is_first_26 ? t_201 : z1_25;
            const nearest_26 = is_first_26 ? t_198 : nearest_25;
            const t_203 = _long_min2(t_292, _long_max2(t_197, t_202));
            const t_204 = _long_min2(t_197, t_202);
            found_x = t_204;
            found_y = t_203;
            found_z = nearest_26;
            found_3_x = x1_26;
            found_3_y = y1_26;
            found_3_z = z1_26;
            const t_294 = _long_min2(_long_min2(t_1, 1.0 - t_1), _long_min2(t_3, 1.0 - t_3));
            const reach = _long_min2(t_294, _long_min2(t_5, 1.0 - t_5));
            const t_205 = _f(reach + 1.0);
            both_59 = false;
            both_60 = false;
            both_61 = false;
            if (!(output === 0)) {
                both_59 = output === 3;
            } else {
                both_59 = true;
            }
            if (!both_59) {
                if (output >= 5) {
                    both_61 = ((output & 131072) >>> 0) === 0;
                } else {
                    both_61 = false;
                }
                both_60 = both_61;
            } else {
                both_60 = true;
            }
            if (both_60) {
                found = t_204;
            } else {
                found = t_203;
            }
            if (_f(t_205 * t_205) < found) {
                back = 0;
                left = 0;
                back = x_cell;
                left = 2;
                while (left > 0) {
                    const t_206 = back;
                    back = (((t_206 === 0) ? x_period : t_206) - 1) >>> 0;
                    left = (left - 1) >>> 0;
                }
                const t_207 = back;
                back_1 = 0;
                left_1 = 0;
                back_1 = y_cell;
                left_1 = 2;
                while (left_1 > 0) {
                    const t_208 = back_1;
                    back_1 = (((t_208 === 0) ? y_period : t_208) - 1) >>> 0;
                    left_1 = (left_1 - 1) >>> 0;
                }
                const t_209 = back_1;
                column = -2.0;
                row = -2.0;
                plane = -2.0;
                cell_x = t_207;
                cell_y = t_209;
                back_2 = 0;
                left_2 = 0;
                back_2 = z_cell;
                left_2 = 2;
                while (left_2 > 0) {
                    const t_210 = back_2;
                    back_2 = (((t_210 === 0) ? z_period : t_210) - 1) >>> 0;
                    left_2 = (left_2 - 1) >>> 0;
                }
                cell_z = back_2;
                const t_211 = _long_max2(_long_max2(_f((-2.0) - t_5), _f(t_5 - ((-2.0) + 1.0))), 0.0);
                const t_212 = _f(t_211 * t_211);
                beyond = t_212;
                const t_213 = _long_max2(_long_max2(_f((-2.0) - t_3), _f(t_3 - ((-2.0) + 1.0))), 0.0);
                rest = _f(_f(t_213 * t_213) + t_212);
                while (k < 5) {
                    next = 5;
                    last = 5;
                    const t_214 = beyond;
                    const t_215 = found_x;
                    const t_216 = found_y;
                    both_62 = false;
                    both_63 = false;
                    both_64 = false;
                    if (!(output === 0)) {
                        both_62 = output === 3;
                    } else {
                        both_62 = true;
                    }
                    if (!both_62) {
                        if (output >= 5) {
                            both_64 = ((output & 131072) >>> 0) === 0;
                        } else {
                            both_64 = false;
                        }
                        both_63 = both_64;
                    } else {
                        both_63 = true;
                    }
                    if (both_63) {
                        found_1 = t_215;
                    } else {
                        found_1 = t_216;
                    }
                    if (t_214 < found_1) {
                        last = (j + 1) >>> 0;
                        const t_217 = rest;
                        const t_218 = found_x;
                        const t_219 = found_y;
                        both_65 = false;
                        both_66 = false;
                        both_67 = false;
                        if (!(output === 0)) {
                            both_65 = output === 3;
                        } else {
                            both_65 = true;
                        }
                        if (!both_65) {
                            if (output >= 5) {
                                both_67 = ((output & 131072) >>> 0) === 0;
                            } else {
                                both_67 = false;
                            }
                            both_66 = both_67;
                        } else {
                            both_66 = true;
                        }
                        if (both_66) {
                            found_2 = t_218;
                        } else {
                            found_2 = t_219;
                        }
                        if (t_217 < found_2) {
                            next = (i + 1) >>> 0;
                            if (k >= 1) {
                                both = k <= 3;
                            } else {
                                both = false;
                            }
                            if (both) {
                                both_1 = j >= 1;
                            } else {
                                both_1 = false;
                            }
                            if (both_1) {
                                both_2 = j <= 3;
                            } else {
                                both_2 = false;
                            }
                            if (both_2) {
                                both_3 = i >= 1;
                            } else {
                                both_3 = false;
                            }
                            if (both_3) {
                                both_4 = i <= 3;
                            } else {
                                both_4 = false;
                            }
                            if (!both_4) {
                                const t_220 = column;
                                const t_295 = _long_max2(_f(t_220 - t_1), _f(t_1 - _f(t_220 + 1.0)));
                                const t_221 = _long_max2(t_295, 0.0);
                                const t_222 = rest;
                                const t_223 = found_x;
                                const t_224 = found_y;
                                both_68 = false;
                                both_69 = false;
                                both_70 = false;
                                if (!(output === 0)) {
                                    both_68 = output === 3;
                                } else {
                                    both_68 = true;
                                }
                                if (!both_68) {
                                    if (output >= 5) {
                                        both_70 = ((output & 131072) >>> 0) === 0;
                                    } else {
                                        both_70 = false;
                                    }
                                    both_69 = both_70;
                                } else {
                                    both_69 = true;
                                }
                                if (both_69) {
                                    found_3 = t_223;
                                } else {
                                    found_3 = t_224;
                                }
                                if (_f(_f(t_221 * t_221) + t_222) < found_3) {
                                    const t_225 = column;
                                    const t_226 = row;
                                    const t_227 = plane;
                                    const t_228 = cell_x;
                                    const t_229 = cell_y;
                                    const t_230 = cell_z;
                                    const t_296 = (((((key_y ^ 2654435769) >>> 0) + ((_i(t_228, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
                                    const t_297 = (((((t_296 + ((_i(t_229, 3152041523)) >>> 0)) >>> 0) ^ 2654435769) >>> 0) + ((_i(t_230, 2700274805)) >>> 0)) >>> 0;
                                    const t_231 = _long_lattice_hash(key_x, key_y, t_297);
                                    const t_232 = found_x;
                                    const t_233 = found_y;
                                    const t_234 = found_z;
                                    const t_235 = found_3_x;
                                    const t_236 = found_3_y;
                                    const t_237 = found_3_z;
                                    const t_238 = _f(_f((t * 1.52587890625e-5) * ((t_231 & 65535) >>> 0)) + _f(t_225 - t_2));
                                    const t_239 = _f(_f((t * 1.52587890625e-5) * (t_231 >>> 16)) + _f(t_226 - t_4));
                                    const t_298 = _f((t * 1.52587890625e-5) * (((_i(t_231, 2700274805)) >>> 0) >>> 16));
                                    const t_240 = _f(t_298 + _f(t_227 - t_6));
                                    const t_241 = _f(_f(t_238 * t_238) + _f(_f(t_239 * t_239) + _f(t_240 * t_240)));
                                    both_71 = false;
                                    both_72 = false;
                                    if (!(t_241 < t_232)) {
                                        if (t_241 === t_232) {
                                            both_72 = t_231 < t_234;
                                        } else {
                                            both_72 = false;
                                        }
                                        both_71 = both_72;
                                    } else {
                                        both_71 = true;
                                    }
                                    const is_first_27 = both_71;
                                    const x1_27 = is_first_27 ? t_238 : t_235;
                                    const y1_27 = is_first_27 ? t_239 : t_236;
                                    const z1_27 = is_first_27 ? t_240 : t_237;
                                    const nearest_27 = is_first_27 ? t_231 : t_234;
                                    found_x = _long_min2(t_232, t_241);
                                    found_y = _long_min2(t_233, _long_max2(t_232, t_241));
                                    found_z = nearest_27;
                                    found_3_x = x1_27;
                                    found_3_y = y1_27;
                                    found_3_z = z1_27;
                                }
                            }
                        }
                    }
                    const t_242 = next;
                    i = t_242;
                    column = _f(column + 1.0);
                    const next_4 = (cell_x + 1) >>> 0;
                    cell_x = (next_4 === x_period) ? 0 : next_4;
                    if (t_242 === 5) {
                        i = 0;
                        column = -2.0;
                        cell_x = t_207;
                        const t_243 = last;
                        j = t_243;
                        row = _f(row + 1.0);
                        const next_5 = (cell_y + 1) >>> 0;
                        cell_y = (next_5 === y_period) ? 0 : next_5;
                        if (t_243 === 5) {
                            j = 0;
                            row = -2.0;
                            cell_y = t_209;
                            k = (k + 1) >>> 0;
                            const t_244 = _f(plane + 1.0);
                            plane = t_244;
                            const next_6 = (cell_z + 1) >>> 0;
                            cell_z = (next_6 === z_period) ? 0 : next_6;
                            const t_299 = _long_max2(_f(t_244 - t_5), _f(t_5 - _f(t_244 + 1.0)));
                            const t_245 = _long_max2(t_299, 0.0);
                            beyond = _f(t_245 * t_245);
                        }
                        const t_246 = row;
                        const t_300 = _long_max2(_f(t_246 - t_3), _f(t_3 - _f(t_246 + 1.0)));
                        const t_247 = _long_max2(t_300, 0.0);
                        rest = _f(_f(t_247 * t_247) + beyond);
                    }
                }
            }
            const t_248 = found_x;
            const t_249 = found_y;
            const t_250 = found_z;
            const t_251 = found_3_x;
            const t_252 = found_3_y;
            const t_253 = found_3_z;
            if (output === 3) {
                const t_301 = _long_lattice_hash(key_x, key_y, (t_250 + 2448237235) >>> 0);
                found_4 = (t_301 & 8388607) * 2.384185791015625e-7 - 1;
            } else {
                if (output === 0) {
                    found_4 = t_248 > 0 ? _f(Math.sqrt(t_248)) : 0;
                } else {
                    if (output === 1) {
                        found_4 = t_249 > 0 ? _f(Math.sqrt(t_249)) : 0;
                    } else {
                        if (output === 5) {
                            found_4 = -t_251;
                        } else {
                            if (output === 6) {
                                found_4 = -t_252;
                            } else {
                                if (output === 7) {
                                    found_4 = -t_253;
                                } else {
                                    const t_302 = _f((t_249 > 0 ? _f(Math.sqrt(t_249)) : 0) - (t_248 > 0 ? _f(Math.sqrt(t_248)) : 0));
                                    found_4 = t_302;
                                }
                            }
                        }
                    }
                }
            }
            const t_254 = found_4;
            value = (Math.abs(t_254) >= 2.524354896707238e-29) ? t_254 : 0.0;
        }
        if (k.feedback >= 0) {
            const crest = _f(k.offset - Math.abs(value));
            value = sizable(_f(_f(crest * crest) * factor));
            factor = Math.min(sizable(_f(value * k.feedback)), 1);
        }
        sum = _f(sum + sizable(_f(weights[octave] * value)));
    }
    return sizable(sum);
}

export function cellular3_slope(k, x, y, z, out) {
    const { low: key_x, high: key_y, isShift, places, weights } = k;
    const output = k.output;
    const jitter = k.jitter;
    let sum_x = 0;
    let sum_y = 0;
    let sum_z = 0;
    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += 39) {
        const x_period = places[place + 3];
        let x_cell = 0;
        let x_fraction = 0;
        if (isShift) {
            const x_at = x * places[place + 0];
            const x_fine = x_at * 4294967296;
            const x_floor = Math.floor(x_fine);
            const x_steps = (x_floor >>> 0) + places[place + 2];
            const x_whole = Math.floor(x_at) + places[place + 1] + (x_steps >= 4294967296 ? 1 : 0);
            x_cell = (x_period === 0 ? x_whole : x_whole - Math.floor(x_whole / x_period) * x_period) >>> 0;
            x_fraction = x_steps >>> 0;
        } else {
            x_fraction = placed(k, place + 0, x) >>> 0;
            x_cell = cells[0] >>> 0;
        }
        const y_period = places[place + 16];
        let y_cell = 0;
        let y_fraction = 0;
        if (isShift) {
            const y_at = y * places[place + 13];
            const y_fine = y_at * 4294967296;
            const y_floor = Math.floor(y_fine);
            const y_steps = (y_floor >>> 0) + places[place + 15];
            const y_whole = Math.floor(y_at) + places[place + 14] + (y_steps >= 4294967296 ? 1 : 0);
            y_cell = (y_period === 0 ? y_whole : y_whole - Math.floor(y_whole / y_period) * y_period) >>> 0;
            y_fraction = y_steps >>> 0;
        } else {
            y_fraction = placed(k, place + 13, y) >>> 0;
            y_cell = cells[0] >>> 0;
        }
        const z_period = places[place + 29];
        let z_cell = 0;
        let z_fraction = 0;
        if (isShift) {
            const z_at = z * places[place + 26];
            const z_fine = z_at * 4294967296;
            const z_floor = Math.floor(z_fine);
            const z_steps = (z_floor >>> 0) + places[place + 28];
            const z_whole = Math.floor(z_at) + places[place + 27] + (z_steps >= 4294967296 ? 1 : 0);
            z_cell = (z_period === 0 ? z_whole : z_whole - Math.floor(z_whole / z_period) * z_period) >>> 0;
            z_fraction = z_steps >>> 0;
        } else {
            z_fraction = placed(k, place + 26, z) >>> 0;
            z_cell = cells[0] >>> 0;
        }
        let slope_x, slope_y, slope_z;
        {
            let found_x = 0.0;
            let found_y = 0.0;
            let found_z = 0;
            let found_3_x = 0.0;
            let found_3_y = 0.0;
            let found_3_z = 0.0;
            let found_4_x = 0.0;
            let found_4_y = 0.0;
            let found_4_z = 0.0;
            let i = 0;
            let j = 0;
            let k = 0;
            let column = 0.0;
            let row = 0.0;
            let plane = 0.0;
            let cell_x = 0;
            let cell_y = 0;
            let cell_z = 0;
            let beyond = 0.0;
            let rest = 0.0;
            let next = 0;
            let last = 0;
            let both = false;
            let both_1 = false;
            let both_2 = false;
            let both_3 = false;
            let both_4 = false;
            let both_5 = false;
            let both_6 = false;
            let both_7 = false;
            let both_8 = false;
            let both_9 = false;
            let both_10 = false;
            let both_11 = false;
            let both_12 = false;
            let both_13 = false;
            let both_14 = false;
            let both_15 = false;
            let both_16 = false;
            let both_17 = false;
            let both_18 = false;
            let both_19 = false;
            let both_20 = false;
            let both_21 = false;
            let both_22 = false;
            let both_23 = false;
            let both_24 = false;
            let both_25 = false;
            let both_26 = false;
            let both_27 = false;
            let both_28 = false;
            let both_29 = false;
            let both_30 = false;
            let both_31 = false;
            let both_32 = false;
            let both_33 = false;
            let both_34 = false;
            let both_35 = false;
            let both_36 = false;
            let both_37 = false;
            let both_38 = false;
            let both_39 = false;
            let both_40 = false;
            let both_41 = false;
            let both_42 = false;
            let both_43 = false;
            let both_44 = false;
            let both_45 = false;
            let both_46 = false;
            let both_47 = false;
            let both_48 = false;
            let both_49 = false;
            let both_50 = false;
            let both_51 = false;
            let both_52 = false;
            let both_53 = false;
            let both_54 = false;
            let both_55 = false;
            let both_56 = false;
            let both_57 = false;
            let both_58 = false;
            let found = 0.0;
            let both_59 = false;
            let both_60 = false;
            let both_61 = false;
            let back = 0;
            let left = 0;
            let back_1 = 0;
            let left_1 = 0;
            let back_2 = 0;
            let left_2 = 0;
            let found_1 = 0.0;
            let both_62 = false;
            let both_63 = false;
            let both_64 = false;
            let found_2 = 0.0;
            let both_65 = false;
            let both_66 = false;
            let both_67 = false;
            let found_3 = 0.0;
            let both_68 = false;
            let both_69 = false;
            let both_70 = false;
            let both_71 = false;
            let both_72 = false;
            let found_x_1 = 0.0;
            let found_y_1 = 0.0;
            let found_z_1 = 0.0;
            found_x = 0.0;
            found_y = 0.0;
            found_z = 0;
            found_3_x = 0.0;
            found_3_y = 0.0;
            found_3_z = 0.0;
            found_4_x = 0.0;
            found_4_y = 0.0;
            found_4_z = 0.0;
            i = 0;
            j = 0;
            k = 0;
            column = 0.0;
            row = 0.0;
            plane = 0.0;
            cell_x = 0;
            cell_y = 0;
            cell_z = 0;
            beyond = 0.0;
            rest = 0.0;
            next = 0;
            last = 0;
            both = false;
            both_1 = false;
            both_2 = false;
            both_3 = false;
            both_4 = false;
            const t = (jitter < 1.52587890625e-5) ? 0.0 : jitter;
            const t_1 = (x_fraction >>> 8) * 5.960464477539063e-8;
            const t_2 = _f((t_1 - 0.5) + _f(t * 0.49999237060546875));
            const t_3 = (y_fraction >>> 8) * 5.960464477539063e-8;
            const t_4 = _f((t_3 - 0.5) + _f(t * 0.49999237060546875));
            const t_5 = (z_fraction >>> 8) * 5.960464477539063e-8;
            const t_6 = _f((t_5 - 0.5) + _f(t * 0.49999237060546875));
            found_x = 1.2676506002282294e30;
            found_y = 1.2676506002282294e30;
            found_z = 4294967295;
            found_3_x = 0.0;
            found_3_y = 0.0;
            found_3_z = 0.0;
            found_4_x = 0.0;
            found_4_y = 0.0;
            found_4_z = 0.0;
            const t_7 = x_cell;
            const t_8 = (((key_y ^ 2654435769) >>> 0) + ((_i((((t_7 === 0) ? x_period : t_7) - 1) >>> 0, 3679390609)) >>> 0)) >>> 0;
            const t_9 = (((key_y ^ 2654435769) >>> 0) + ((_i(x_cell, 3679390609)) >>> 0)) >>> 0;
            const next_1 = (x_cell + 1) >>> 0;
            const t_10 = (((key_y ^ 2654435769) >>> 0) + ((_i((next_1 === x_period) ? 0 : next_1, 3679390609)) >>> 0)) >>> 0;
            const t_11 = y_cell;
            const t_12 = (_i((((t_11 === 0) ? y_period : t_11) - 1) >>> 0, 3152041523)) >>> 0;
            const t_13 = (((t_8 ^ 2654435769) >>> 0) + t_12) >>> 0;
            const t_14 = (((t_9 ^ 2654435769) >>> 0) + t_12) >>> 0;
            const t_15 = (((t_10 ^ 2654435769) >>> 0) + t_12) >>> 0;
            const next_2 = (y_cell + 1) >>> 0;
            const t_16 = (_i((next_2 === y_period) ? 0 : next_2, 3152041523)) >>> 0;
            const t_17 = (((t_8 ^ 2654435769) >>> 0) + t_16) >>> 0;
            const t_18 = (((t_9 ^ 2654435769) >>> 0) + t_16) >>> 0;
            const t_19 = (((t_10 ^ 2654435769) >>> 0) + t_16) >>> 0;
            const t_20 = (_i(y_cell, 3152041523)) >>> 0;
            const t_21 = (((t_8 ^ 2654435769) >>> 0) + t_20) >>> 0;
            const t_22 = (((t_9 ^ 2654435769) >>> 0) + t_20) >>> 0;
            const t_23 = (((t_10 ^ 2654435769) >>> 0) + t_20) >>> 0;
            const t_24 = z_cell;
            const t_25 = (_i((((t_24 === 0) ? z_period : t_24) - 1) >>> 0, 2700274805)) >>> 0;
            const t_26 = _f((-1.0) - t_6);
            const t_27 = _f((-1.0) - t_4);
            const t_28 = _long_lattice_hash(key_x, key_y, (((t_13 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_29 = _f(_f((t * 1.52587890625e-5) * ((t_28 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_30 = _f(_f((t * 1.52587890625e-5) * (t_28 >>> 16)) + t_27);
            const t_298 = _f((t * 1.52587890625e-5) * (((_i(t_28, 2700274805)) >>> 0) >>> 16));
            const t_31 = _f(t_298 + t_26);
            const t_32 = _f(_f(t_29 * t_29) + _f(_f(t_30 * t_30) + _f(t_31 * t_31)));
            both_5 = false;
            both_6 = false;
            if (!(t_32 < 1.2676506002282294e30)) {
                if (t_32 === 1.2676506002282294e30) {
                    both_6 = t_28 < 4294967295;
                } else {
                    both_6 = false;
                }
                both_5 = both_6;
            } else {
                both_5 = true;
            }
            const is_first = both_5;
            const is_second = t_32 < 1.2676506002282294e30;
            const x2 = is_first ? 0.0 : (is_second ? t_29 : 0.0);
            const y2 = is_first ? 0.0 : (is_second ? t_30 : 0.0);
            const z2 = is_first ? 0.0 : (is_second ? t_31 : 0.0);
            const x1 = is_first ? t_29 : 0.0;
            const y1 = is_first ? t_30 : 0.0;
            const z1 = is_first ? t_31 : 0.0;
            const nearest = is_first ? t_28 : 4294967295;
            const t_33 = _long_min2(1.2676506002282294e30, _long_max2(1.2676506002282294e30, t_32));
            const t_34 = _long_min2(1.2676506002282294e30, t_32);
            const t_35 = _long_lattice_hash(key_x, key_y, (((t_14 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_36 = _f(_f((t * 1.52587890625e-5) * ((t_35 & 65535) >>> 0)) + (-t_2));
            const t_37 = _f(_f((t * 1.52587890625e-5) * (t_35 >>> 16)) + t_27);
            const t_299 = _f((t * 1.52587890625e-5) * (((_i(t_35, 2700274805)) >>> 0) >>> 16));
            const t_38 = _f(t_299 + t_26);
            const t_39 = _f(_f(t_36 * t_36) + _f(_f(t_37 * t_37) + _f(t_38 * t_38)));
            both_7 = false;
            both_8 = false;
            if (!(t_39 < t_34)) {
                if (t_39 === t_34) {
                    both_8 = t_35 < nearest;
                } else {
                    both_8 = false;
                }
                both_7 = both_8;
            } else {
                both_7 = true;
            }
            const is_first_1 = both_7;
            const is_second_1 = t_39 < t_33;
            const x2_1 = is_first_1 ? x1 : (is_second_1 ? t_36 : x2);
            const y2_1 = is_first_1 ? y1 : (is_second_1 ? t_37 : y2);
            const z2_1 = is_first_1 ? z1 : (is_second_1 ? t_38 : z2);
            const x1_1 = is_first_1 ? t_36 : x1;
            const y1_1 = is_first_1 ? t_37 : y1;
            const z1_1 = is_first_1 ? t_38 : z1;
            const nearest_1 = is_first_1 ? t_35 : nearest;
            const t_40 = _long_min2(t_33, _long_max2(t_34, t_39));
            const t_41 = _long_min2(t_34, t_39);
            const t_42 = _long_lattice_hash(key_x, key_y, (((t_15 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_43 = _f(_f((t * 1.52587890625e-5) * ((t_42 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_44 = _f(_f((t * 1.52587890625e-5) * (t_42 >>> 16)) + t_27);
            const t_300 = _f((t * 1.52587890625e-5) * (((_i(t_42, 2700274805)) >>> 0) >>> 16));
            const t_45 = _f(t_300 + t_26);
            const t_46 = _f(_f(t_43 * t_43) + _f(_f(t_44 * t_44) + _f(t_45 * t_45)));
            both_9 = false;
            both_10 = false;
            if (!(t_46 < t_41)) {
                if (t_46 === t_41) {
                    both_10 = t_42 < nearest_1;
                } else {
                    both_10 = false;
                }
                both_9 = both_10;
            } else {
                both_9 = true;
            }
            const is_first_2 = both_9;
            const is_second_2 = t_46 < t_40;
            const x2_2 = is_first_2 ? x1_1 : (is_second_2 ? t_43 : x2_1);
            const y2_2 = is_first_2 ? y1_1 : (is_second_2 ? t_44 : y2_1);
            const z2_2 = is_first_2 ? z1_1 : (is_second_2 ? t_45 : z2_1);
            const x1_2 = is_first_2 ? t_43 : x1_1;
            const y1_2 = is_first_2 ? t_44 : y1_1;
            const z1_2 = is_first_2 ? t_45 : z1_1;
            const nearest_2 = is_first_2 ? t_42 : nearest_1;
            const t_47 = _long_min2(t_40, _long_max2(t_41, t_46));
            const t_48 = _long_min2(t_41, t_46);
            const t_49 = -t_4;
            const t_50 = _long_lattice_hash(key_x, key_y, (((t_21 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_51 = _f(_f((t * 1.52587890625e-5) * ((t_50 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_52 = _f(_f((t * 1.52587890625e-5) * (t_50 >>> 16)) + t_49);
            const t_301 = _f((t * 1.52587890625e-5) * (((_i(t_50, 2700274805)) >>> 0) >>> 16));
            const t_53 = _f(t_301 + t_26);
            const t_54 = _f(_f(t_51 * t_51) + _f(_f(t_52 * t_52) + _f(t_53 * t_53)));
            both_11 = false;
            both_12 = false;
            if (!(t_54 < t_48)) {
                if (t_54 === t_48) {
                    both_12 = t_50 < nearest_2;
                } else {
                    both_12 = false;
                }
                both_11 = both_12;
            } else {
                both_11 = true;
            }
            const is_first_3 = both_11;
            const is_second_3 = t_54 < t_47;
            const x2_3 = is_first_3 ? x1_2 : (is_second_3 ? t_51 : x2_2);
            const y2_3 = is_first_3 ? y1_2 : (is_second_3 ? t_52 : y2_2);
            const z2_3 = is_first_3 ? z1_2 : (is_second_3 ? t_53 : z2_2);
            const x1_3 = is_first_3 ? t_51 : x1_2;
            const y1_3 = is_first_3 ? t_52 : y1_2;
            const z1_3 = is_first_3 ? t_53 : z1_2;
            const nearest_3 = is_first_3 ? t_50 : nearest_2;
            const t_55 = _long_min2(t_47, _long_max2(t_48, t_54));
            const t_56 = _long_min2(t_48, t_54);
            const t_57 = _long_lattice_hash(key_x, key_y, (((t_22 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_58 = _f(_f((t * 1.52587890625e-5) * ((t_57 & 65535) >>> 0)) + (-t_2));
            const t_59 = _f(_f((t * 1.52587890625e-5) * (t_57 >>> 16)) + t_49);
            const t_302 = _f((t * 1.52587890625e-5) * (((_i(t_57, 2700274805)) >>> 0) >>> 16));
            const t_60 = _f(t_302 + t_26);
            const t_61 = _f(_f(t_58 * t_58) + _f(_f(t_59 * t_59) + _f(t_60 * t_60)));
            both_13 = false;
            both_14 = false;
            if (!(t_61 < t_56)) {
                if (t_61 === t_56) {
                    both_14 = t_57 < nearest_3;
                } else {
                    both_14 = false;
                }
                both_13 = both_14;
            } else {
                both_13 = true;
            }
            const is_first_4 = both_13;
            const is_second_4 = t_61 < t_55;
            const x2_4 = is_first_4 ? x1_3 : (is_second_4 ? t_58 : x2_3);
            const y2_4 = is_first_4 ? y1_3 : (is_second_4 ? t_59 : y2_3);
            const z2_4 = is_first_4 ? z1_3 : (is_second_4 ? t_60 : z2_3);
            const x1_4 = is_first_4 ? t_58 : x1_3;
            const y1_4 = is_first_4 ? t_59 : y1_3;
            const z1_4 = is_first_4 ? t_60 : z1_3;
            const nearest_4 = is_first_4 ? t_57 : nearest_3;
            const t_62 = _long_min2(t_55, _long_max2(t_56, t_61));
            const t_63 = _long_min2(t_56, t_61);
            const t_64 = _long_lattice_hash(key_x, key_y, (((t_23 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_65 = _f(_f((t * 1.52587890625e-5) * ((t_64 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_66 = _f(_f((t * 1.52587890625e-5) * (t_64 >>> 16)) + t_49);
            const t_303 = _f((t * 1.52587890625e-5) * (((_i(t_64, 2700274805)) >>> 0) >>> 16));
            const t_67 = _f(t_303 + t_26);
            const t_68 = _f(_f(t_65 * t_65) + _f(_f(t_66 * t_66) + _f(t_67 * t_67)));
            both_15 = false;
            both_16 = false;
            if (!(t_68 < t_63)) {
                if (t_68 === t_63) {
                    both_16 = t_64 < nearest_4;
                } else {
                    both_16 = false;
                }
                both_15 = both_16;
            } else {
                both_15 = true;
            }
            const is_first_5 = both_15;
            const is_second_5 = t_68 < t_62;
            const x2_5 = is_first_5 ? x1_4 : (is_second_5 ? t_65 : x2_4);
            const y2_5 = is_first_5 ? y1_4 : (is_second_5 ? t_66 : y2_4);
            const z2_5 = is_first_5 ? z1_4 : (is_second_5 ? t_67 : z2_4);
            const x1_5 = is_first_5 ? t_65 : x1_4;
            const y1_5 = is_first_5 ? t_66 : y1_4;
            const z1_5 = is_first_5 ? t_67 : z1_4;
            const nearest_5 = is_first_5 ? t_64 : nearest_4;
            const t_69 = _long_min2(t_62, _long_max2(t_63, t_68));
            const t_70 = _long_min2(t_63, t_68);
            const t_71 = _f(1.0 - t_4);
            const t_72 = _long_lattice_hash(key_x, key_y, (((t_17 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_73 = _f(_f((t * 1.52587890625e-5) * ((t_72 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_74 = _f(_f((t * 1.52587890625e-5) * (t_72 >>> 16)) + t_71);
            const t_304 = _f((t * 1.52587890625e-5) * (((_i(t_72, 2700274805)) >>> 0) >>> 16));
            const t_75 = _f(t_304 + t_26);
            const t_76 = _f(_f(t_73 * t_73) + _f(_f(t_74 * t_74) + _f(t_75 * t_75)));
            both_17 = false;
            both_18 = false;
            if (!(t_76 < t_70)) {
                if (t_76 === t_70) {
                    both_18 = t_72 < nearest_5;
                } else {
                    both_18 = false;
                }
                both_17 = both_18;
            } else {
                both_17 = true;
            }
            const is_first_6 = both_17;
            const is_second_6 = t_76 < t_69;
            const x2_6 = is_first_6 ? x1_5 : (is_second_6 ? t_73 : x2_5);
            const y2_6 = is_first_6 ? y1_5 : (is_second_6 ? t_74 : y2_5);
            const z2_6 = is_first_6 ? z1_5 : (is_second_6 ? t_75 : z2_5);
            const x1_6 = is_first_6 ? t_73 : x1_5;
            const y1_6 = is_first_6 ? t_74 : y1_5;
            const z1_6 = is_first_6 ? t_75 : z1_5;
            const nearest_6 = is_first_6 ? t_72 : nearest_5;
            const t_77 = _long_min2(t_69, _long_max2(t_70, t_76));
            const t_78 = _long_min2(t_70, t_76);
            const t_79 = _long_lattice_hash(key_x, key_y, (((t_18 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_80 = _f(_f((t * 1.52587890625e-5) * ((t_79 & 65535) >>> 0)) + (-t_2));
            const t_81 = _f(_f((t * 1.52587890625e-5) * (t_79 >>> 16)) + t_71);
            const t_305 = _f((t * 1.52587890625e-5) * (((_i(t_79, 2700274805)) >>> 0) >>> 16));
            const t_82 = _f(t_305 + t_26);
            const t_83 = _f(_f(t_80 * t_80) + _f(_f(t_81 * t_81) + _f(t_82 * t_82)));
            both_19 = false;
            both_20 = false;
            if (!(t_83 < t_78)) {
                if (t_83 === t_78) {
                    both_20 = t_79 < nearest_6;
                } else {
                    both_20 = false;
                }
                both_19 = both_20;
            } else {
                both_19 = true;
            }
            const is_first_7 = both_19;
            const is_second_7 = t_83 < t_77;
            const x2_7 = is_first_7 ? x1_6 : (is_second_7 ? t_80 : x2_6);
            const y2_7 = is_first_7 ? y1_6 : (is_second_7 ? t_81 : y2_6);
            const z2_7 = is_first_7 ? z1_6 : (is_second_7 ? t_82 : z2_6);
            const x1_7 = is_first_7 ? t_80 : x1_6;
            const y1_7 = is_first_7 ? t_81 : y1_6;
            const z1_7 = is_first_7 ? t_82 : z1_6;
            const nearest_7 = is_first_7 ? t_79 : nearest_6;
            const t_84 = _long_min2(t_77, _long_max2(t_78, t_83));
            const t_85 = _long_min2(t_78, t_83);
            const t_86 = _long_lattice_hash(key_x, key_y, (((t_19 ^ 2654435769) >>> 0) + t_25) >>> 0);
            const t_87 = _f(_f((t * 1.52587890625e-5) * ((t_86 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_88 = _f(_f((t * 1.52587890625e-5) * (t_86 >>> 16)) + t_71);
            const t_306 = _f((t * 1.52587890625e-5) * (((_i(t_86, 2700274805)) >>> 0) >>> 16));
            const t_89 = _f(t_306 + t_26);
            const t_90 = _f(_f(t_87 * t_87) + _f(_f(t_88 * t_88) + _f(t_89 * t_89)));
            both_21 = false;
            both_22 = false;
            if (!(t_90 < t_85)) {
                if (t_90 === t_85) {
                    both_22 = t_86 < nearest_7;
                } else {
                    both_22 = false;
                }
                both_21 = both_22;
            } else {
                both_21 = true;
            }
            const is_first_8 = both_21;
            const is_second_8 = t_90 < t_84;
            const x2_8 = is_first_8 ? x1_7 : (is_second_8 ? t_87 : x2_7);
            const y2_8 = is_first_8 ? y1_7 : (is_second_8 ? t_88 : y2_7);
            const z2_8 = is_first_8 ? z1_7 : (is_second_8 ? t_89 : z2_7);
            const x1_8 = is_first_8 ? t_87 : x1_7;
            const y1_8 = is_first_8 ? t_88 : y1_7;
            const z1_8 = is_first_8 ? t_89 : z1_7;
            const nearest_8 = is_first_8 ? t_86 : nearest_7;
            const t_91 = _long_min2(t_84, _long_max2(t_85, t_90));
            const t_92 = _long_min2(t_85, t_90);
            found_x = t_92;
            found_y = t_91;
            found_z = nearest_8;
            found_3_x = x1_8;
            found_3_y = y1_8;
            found_3_z = z1_8;
            found_4_x = x2_8;
            found_4_y = y2_8;
            found_4_z = z2_8;
            const t_93 = (_i(z_cell, 2700274805)) >>> 0;
            const t_94 = -t_6;
            const t_95 = _f((-1.0) - t_4);
            const t_96 = _long_lattice_hash(key_x, key_y, (((t_13 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_97 = _f(_f((t * 1.52587890625e-5) * ((t_96 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_98 = _f(_f((t * 1.52587890625e-5) * (t_96 >>> 16)) + t_95);
            const t_307 = _f((t * 1.52587890625e-5) * (((_i(t_96, 2700274805)) >>> 0) >>> 16));
            const t_99 = _f(t_307 + t_94);
            const t_100 = _f(_f(t_97 * t_97) + _f(_f(t_98 * t_98) + _f(t_99 * t_99)));
            both_23 = false;
            both_24 = false;
            if (!(t_100 < t_92)) {
                if (t_100 === t_92) {
                    both_24 = t_96 < nearest_8;
                } else {
                    both_24 = false;
                }
                both_23 = both_24;
            } else {
                both_23 = true;
            }
            const is_first_9 = both_23;
            const is_second_9 = t_100 < t_91;
            const x2_9 = is_first_9 ? x1_8 : (is_second_9 ? t_97 : x2_8);
            const y2_9 = is_first_9 ? y1_8 : (is_second_9 ? t_98 : y2_8);
            const z2_9 = is_first_9 ? z1_8 : (is_second_9 ? t_99 : z2_8);
            const x1_9 = is_first_9 ? t_97 : x1_8;
            const y1_9 = is_first_9 ? t_98 : y1_8;
            const z1_9 = is_first_9 ? t_99 : z1_8;
            const nearest_9 = is_first_9 ? t_96 : nearest_8;
            const t_101 = _long_min2(t_91, _long_max2(t_92, t_100));
            const t_102 = _long_min2(t_92, t_100);
            const t_103 = _long_lattice_hash(key_x, key_y, (((t_14 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_104 = _f(_f((t * 1.52587890625e-5) * ((t_103 & 65535) >>> 0)) + (-t_2));
            const t_105 = _f(_f((t * 1.52587890625e-5) * (t_103 >>> 16)) + t_95);
            const t_308 = _f((t * 1.52587890625e-5) * (((_i(t_103, 2700274805)) >>> 0) >>> 16));
            const t_106 = _f(t_308 + t_94);
            const t_107 = _f(_f(t_104 * t_104) + _f(_f(t_105 * t_105) + _f(t_106 * t_106)));
            both_25 = false;
            both_26 = false;
            if (!(t_107 < t_102)) {
                if (t_107 === t_102) {
                    both_26 = t_103 < nearest_9;
                } else {
                    both_26 = false;
                }
                both_25 = both_26;
            } else {
                both_25 = true;
            }
            const is_first_10 = both_25;
            const is_second_10 = t_107 < t_101;
            const x2_10 = is_first_10 ? x1_9 : (is_second_10 ? t_104 : x2_9);
            const y2_10 = is_first_10 ? y1_9 : (is_second_10 ? t_105 : y2_9);
            const z2_10 = is_first_10 ? z1_9 : (is_second_10 ? t_106 : z2_9);
            const x1_10 = is_first_10 ? t_104 : x1_9;
            const y1_10 = is_first_10 ? t_105 : y1_9;
            const z1_10 = is_first_10 ? t_106 : z1_9;
            const nearest_10 = is_first_10 ? t_103 : nearest_9;
            const t_108 = _long_min2(t_101, _long_max2(t_102, t_107));
            const t_109 = _long_min2(t_102, t_107);
            const t_110 = _long_lattice_hash(key_x, key_y, (((t_15 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_111 = _f(_f((t * 1.52587890625e-5) * ((t_110 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_112 = _f(_f((t * 1.52587890625e-5) * (t_110 >>> 16)) + t_95);
            const t_309 = _f((t * 1.52587890625e-5) * (((_i(t_110, 2700274805)) >>> 0) >>> 16));
            const t_113 = _f(t_309 + t_94);
            const t_114 = _f(_f(t_111 * t_111) + _f(_f(t_112 * t_112) + _f(t_113 * t_113)));
            both_27 = false;
            both_28 = false;
            if (!(t_114 < t_109)) {
                if (t_114 === t_109) {
                    both_28 = t_110 < nearest_10;
                } else {
                    both_28 = false;
                }
                both_27 = both_28;
            } else {
                both_27 = true;
            }
            const is_first_11 = both_27;
            const is_second_11 = t_114 < t_108;
            const x2_11 = is_first_11 ? x1_10 : (is_second_11 ? t_111 : x2_10);
            const y2_11 = is_first_11 ? y1_10 : (is_second_11 ? t_112 : y2_10);
            const z2_11 = is_first_11 ? z1_10 : (is_second_11 ? t_113 : z2_10);
            const x1_11 = is_first_11 ? t_111 : x1_10;
            const y1_11 = is_first_11 ? t_112 : y1_10;
            const z1_11 = is_first_11 ? t_113 : z1_10;
            const nearest_11 = is_first_11 ? t_110 : nearest_10;
            const t_115 = _long_min2(t_108, _long_max2(t_109, t_114));
            const t_116 = _long_min2(t_109, t_114);
            const t_117 = -t_4;
            const t_118 = _long_lattice_hash(key_x, key_y, (((t_21 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_119 = _f(_f((t * 1.52587890625e-5) * ((t_118 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_120 = _f(_f((t * 1.52587890625e-5) * (t_118 >>> 16)) + t_117);
            const t_310 = _f((t * 1.52587890625e-5) * (((_i(t_118, 2700274805)) >>> 0) >>> 16));
            const t_121 = _f(t_310 + t_94);
            const t_122 = _f(_f(t_119 * t_119) + _f(_f(t_120 * t_120) + _f(t_121 * t_121)));
            both_29 = false;
            both_30 = false;
            if (!(t_122 < t_116)) {
                if (t_122 === t_116) {
                    both_30 = t_118 < nearest_11;
                } else {
                    both_30 = false;
                }
                both_29 = both_30;
            } else {
                both_29 = true;
            }
            const is_first_12 = both_29;
            const is_second_12 = t_122 < t_115;
            const x2_12 = is_first_12 ? x1_11 : (is_second_12 ? t_119 : x2_11);
            const y2_12 = is_first_12 ? y1_11 : (is_second_12 ? t_120 : y2_11);
            const z2_12 = is_first_12 ? z1_11 : (is_second_12 ? t_121 : z2_11);
            const x1_12 = is_first_12 ? t_119 : x1_11;
            const y1_12 = is_first_12 ? t_120 : y1_11;
            const z1_12 = is_first_12 ? t_121 : z1_11;
            const nearest_12 = is_first_12 ? t_118 : nearest_11;
            const t_123 = _long_min2(t_115, _long_max2(t_116, t_122));
            const t_124 = _long_min2(t_116, t_122);
            const t_125 = _long_lattice_hash(key_x, key_y, (((t_22 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_126 = _f(_f((t * 1.52587890625e-5) * ((t_125 & 65535) >>> 0)) + (-t_2));
            const t_127 = _f(_f((t * 1.52587890625e-5) * (t_125 >>> 16)) + t_117);
            const t_311 = _f((t * 1.52587890625e-5) * (((_i(t_125, 2700274805)) >>> 0) >>> 16));
            const t_128 = _f(t_311 + t_94);
            const t_129 = _f(_f(t_126 * t_126) + _f(_f(t_127 * t_127) + _f(t_128 * t_128)));
            both_31 = false;
            both_32 = false;
            if (!(t_129 < t_124)) {
                if (t_129 === t_124) {
                    both_32 = t_125 < nearest_12;
                } else {
                    both_32 = false;
                }
                both_31 = both_32;
            } else {
                both_31 = true;
            }
            const is_first_13 = both_31;
            const is_second_13 = t_129 < t_123;
            const x2_13 = is_first_13 ? x1_12 : (is_second_13 ? t_126 : x2_12);
            const y2_13 = is_first_13 ? y1_12 : (is_second_13 ? t_127 : y2_12);
            const z2_13 = is_first_13 ? z1_12 : (is_second_13 ? t_128 : z2_12);
            const x1_13 = is_first_13 ? t_126 : x1_12;
            const y1_13 = is_first_13 ? t_127 : y1_12;
            const z1_13 = is_first_13 ? t_128 : z1_12;
            const nearest_13 = is_first_13 ? t_125 : nearest_12;
            const t_130 = _long_min2(t_123, _long_max2(t_124, t_129));
            const t_131 = _long_min2(t_124, t_129);
            const t_132 = _long_lattice_hash(key_x, key_y, (((t_23 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_133 = _f(_f((t * 1.52587890625e-5) * ((t_132 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_134 = _f(_f((t * 1.52587890625e-5) * (t_132 >>> 16)) + t_117);
            const t_312 = _f((t * 1.52587890625e-5) * (((_i(t_132, 2700274805)) >>> 0) >>> 16));
            const t_135 = _f(t_312 + t_94);
            const t_136 = _f(_f(t_133 * t_133) + _f(_f(t_134 * t_134) + _f(t_135 * t_135)));
            both_33 = false;
            both_34 = false;
            if (!(t_136 < t_131)) {
                if (t_136 === t_131) {
                    both_34 = t_132 < nearest_13;
                } else {
                    both_34 = false;
                }
                both_33 = both_34;
            } else {
                both_33 = true;
            }
            const is_first_14 = both_33;
            const is_second_14 = t_136 < t_130;
            const x2_14 = is_first_14 ? x1_13 : (is_second_14 ? t_133 : x2_13);
            const y2_14 = is_first_14 ? y1_13 : (is_second_14 ? t_134 : y2_13);
            const z2_14 = is_first_14 ? z1_13 : (is_second_14 ? t_135 : z2_13);
            const x1_14 = is_first_14 ? t_133 : x1_13;
            const y1_14 = is_first_14 ? t_134 : y1_13;
            const z1_14 = is_first_14 ? t_135 : z1_13;
            const nearest_14 = is_first_14 ? t_132 : nearest_13;
            const t_137 = _long_min2(t_130, _long_max2(t_131, t_136));
            const t_138 = _long_min2(t_131, t_136);
            const t_139 = _f(1.0 - t_4);
            const t_140 = _long_lattice_hash(key_x, key_y, (((t_17 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_141 = _f(_f((t * 1.52587890625e-5) * ((t_140 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_142 = _f(_f((t * 1.52587890625e-5) * (t_140 >>> 16)) + t_139);
            const t_313 = _f((t * 1.52587890625e-5) * (((_i(t_140, 2700274805)) >>> 0) >>> 16));
            const t_143 = _f(t_313 + t_94);
            const t_144 = _f(_f(t_141 * t_141) + _f(_f(t_142 * t_142) + _f(t_143 * t_143)));
            both_35 = false;
            both_36 = false;
            if (!(t_144 < t_138)) {
                if (t_144 === t_138) {
                    both_36 = t_140 < nearest_14;
                } else {
                    both_36 = false;
                }
                both_35 = both_36;
            } else {
                both_35 = true;
            }
            const is_first_15 = both_35;
            const is_second_15 = t_144 < t_137;
            const x2_15 = is_first_15 ? x1_14 : (is_second_15 ? t_141 : x2_14);
            const y2_15 = is_first_15 ? y1_14 : (is_second_15 ? t_142 : y2_14);
            const z2_15 = is_first_15 ? z1_14 : (is_second_15 ? t_143 : z2_14);
            const x1_15 = is_first_15 ? t_141 : x1_14;
            const y1_15 = is_first_15 ? t_142 : y1_14;
            const z1_15 = is_first_15 ? t_143 : z1_14;
            const nearest_15 = is_first_15 ? t_140 : nearest_14;
            const t_145 = _long_min2(t_137, _long_max2(t_138, t_144));
            const t_146 = _long_min2(t_138, t_144);
            const t_147 = _long_lattice_hash(key_x, key_y, (((t_18 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_148 = _f(_f((t * 1.52587890625e-5) * ((t_147 & 65535) >>> 0)) + (-t_2));
            const t_149 = _f(_f((t * 1.52587890625e-5) * (t_147 >>> 16)) + t_139);
            const t_314 = _f((t * 1.52587890625e-5) * (((_i(t_147, 2700274805)) >>> 0) >>> 16));
            const t_150 = _f(t_314 + t_94);
            const t_151 = _f(_f(t_148 * t_148) + _f(_f(t_149 * t_149) + _f(t_150 * t_150)));
            both_37 = false;
            both_38 = false;
            if (!(t_151 < t_146)) {
                if (t_151 === t_146) {
                    both_38 = t_147 < nearest_15;
                } else {
                    both_38 = false;
                }
                both_37 = both_38;
            } else {
                both_37 = true;
            }
            const is_first_16 = both_37;
            const is_second_16 = t_151 < t_145;
            const x2_16 = is_first_16 ? x1_15 : (is_second_16 ? t_148 : x2_15);
            const y2_16 = is_first_16 ? y1_15 : (is_second_16 ? t_149 : y2_15);
            const z2_16 = is_first_16 ? z1_15 : (is_second_16 ? t_150 : z2_15);
            const x1_16 = is_first_16 ? t_148 : x1_15;
            const y1_16 = is_first_16 ? t_149 : y1_15;
            const z1_16 = is_first_16 ? t_150 : z1_15;
            const nearest_16 = is_first_16 ? t_147 : nearest_15;
            const t_152 = _long_min2(t_145, _long_max2(t_146, t_151));
            const t_153 = _long_min2(t_146, t_151);
            const t_154 = _long_lattice_hash(key_x, key_y, (((t_19 ^ 2654435769) >>> 0) + t_93) >>> 0);
            const t_155 = _f(_f((t * 1.52587890625e-5) * ((t_154 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_156 = _f(_f((t * 1.52587890625e-5) * (t_154 >>> 16)) + t_139);
            const t_315 = _f((t * 1.52587890625e-5) * (((_i(t_154, 2700274805)) >>> 0) >>> 16));
            const t_157 = _f(t_315 + t_94);
            const t_158 = _f(_f(t_155 * t_155) + _f(_f(t_156 * t_156) + _f(t_157 * t_157)));
            both_39 = false;
            both_40 = false;
            if (!(t_158 < t_153)) {
                if (t_158 === t_153) {
                    both_40 = t_154 < nearest_16;
                } else {
                    both_40 = false;
                }
                both_39 = both_40;
            } else {
                both_39 = true;
            }
            const is_first_17 = both_39;
            const is_second_17 = t_158 < t_152;
            const x2_17 = is_first_17 ? x1_16 : (is_second_17 ? t_155 : x2_16);
            const y2_17 = is_first_17 ? y1_16 : (is_second_17 ? t_156 : y2_16);
            const z2_17 = is_first_17 ? z1_16 : (is_second_17 ? t_157 : z2_16);
            const x1_17 = is_first_17 ? t_155 : x1_16;
            const y1_17 = is_first_17 ? t_156 : y1_16;
            const z1_17 = is_first_17 ? t_157 : z1_16;
            const nearest_17 = is_first_17 ? t_154 : nearest_16;
            const t_159 = _long_min2(t_152, _long_max2(t_153, t_158));
            const t_160 = _long_min2(t_153, t_158);
            found_x = t_160;
            found_y = t_159;
            found_z = nearest_17;
            found_3_x = x1_17;
            found_3_y = y1_17;
            found_3_z = z1_17;
            found_4_x = x2_17;
            found_4_y = y2_17;
            found_4_z = z2_17;
            const next_3 = (z_cell + 1) >>> 0;
            const t_161 = (_i((next_3 === z_period) ? 0 : next_3, 2700274805)) >>> 0;
            const t_162 = _f(1.0 - t_6);
            const t_163 = _f((-1.0) - t_4);
            const t_164 = _long_lattice_hash(key_x, key_y, (((t_13 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_165 = _f(_f((t * 1.52587890625e-5) * ((t_164 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_166 = _f(_f((t * 1.52587890625e-5) * (t_164 >>> 16)) + t_163);
            const t_316 = _f((t * 1.52587890625e-5) * (((_i(t_164, 2700274805)) >>> 0) >>> 16));
            const t_167 = _f(t_316 + t_162);
            const t_168 = _f(_f(t_165 * t_165) + _f(_f(t_166 * t_166) + _f(t_167 * t_167)));
            both_41 = false;
            both_42 = false;
            if (!(t_168 < t_160)) {
                if (t_168 === t_160) {
                    both_42 = t_164 < nearest_17;
                } else {
                    both_42 = false;
                }
                both_41 = both_42;
            } else {
                both_41 = true;
            }
            const is_first_18 = both_41;
            const is_second_18 = t_168 < t_159;
            const x2_18 = is_first_18 ? x1_17 : (is_second_18 ? t_165 : x2_17);
            const y2_18 = is_first_18 ? y1_17 : (is_second_18 ? t_166 : y2_17);
            const z2_18 = is_first_18 ? z1_17 : (is_second_18 ? t_167 : z2_17);
            const x1_18 = is_first_18 ? t_165 : x1_17;
            const y1_18 = is_first_18 ? t_166 : y1_17;
            const z1_18 = is_first_18 ? t_167 : z1_17;
            const nearest_18 = is_first_18 ? t_164 : nearest_17;
            const t_169 = _long_min2(t_159, _long_max2(t_160, t_168));
            const t_170 = _long_min2(t_160, t_168);
            const t_171 = _long_lattice_hash(key_x, key_y, (((t_14 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_172 = _f(_f((t * 1.52587890625e-5) * ((t_171 & 65535) >>> 0)) + (-t_2));
            const t_173 = _f(_f((t * 1.52587890625e-5) * (t_171 >>> 16)) + t_163);
            const t_317 = _f((t * 1.52587890625e-5) * (((_i(t_171, 2700274805)) >>> 0) >>> 16));
            const t_174 = _f(t_317 + t_162);
            const t_175 = _f(_f(t_172 * t_172) + _f(_f(t_173 * t_173) + _f(t_174 * t_174)));
            both_43 = false;
            both_44 = false;
            if (!(t_175 < t_170)) {
                if (t_175 === t_170) {
                    both_44 = t_171 < nearest_18;
                } else {
                    both_44 = false;
                }
                both_43 = both_44;
            } else {
                both_43 = true;
            }
            const is_first_19 = both_43;
            const is_second_19 = t_175 < t_169;
            const x2_19 = is_first_19 ? x1_18 : (is_second_19 ? t_172 : x2_18);
            const y2_19 = is_first_19 ? y1_18 : (is_second_19 ? t_173 : y2_18);
            const z2_19 = is_first_19 ? z1_18 : (is_second_19 ? t_174 : z2_18);
            const x1_19 = is_first_19 ? t_172 : x1_18;
            const y1_19 = is_first_19 ? t_173 : y1_18;
            const z1_19 = is_first_19 ? t_174 : z1_18;
            const nearest_19 = is_first_19 ? t_171 : nearest_18;
            const t_176 = _long_min2(t_169, _long_max2(t_170, t_175));
            const t_177 = _long_min2(t_170, t_175);
            const t_178 = _long_lattice_hash(key_x, key_y, (((t_15 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_179 = _f(_f((t * 1.52587890625e-5) * ((t_178 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_180 = _f(_f((t * 1.52587890625e-5) * (t_178 >>> 16)) + t_163);
            const t_318 = _f((t * 1.52587890625e-5) * (((_i(t_178, 2700274805)) >>> 0) >>> 16));
            const t_181 = _f(t_318 + t_162);
            const t_182 = _f(_f(t_179 * t_179) + _f(_f(t_180 * t_180) + _f(t_181 * t_181)));
            both_45 = false;
            both_46 = false;
            if (!(t_182 < t_177)) {
                if (t_182 === t_177) {
                    both_46 = t_178 < nearest_19;
                } else {
                    both_46 = false;
                }
                both_45 = both_46;
            } else {
                both_45 = true;
            }
            const is_first_20 = both_45;
            const is_second_20 = t_182 < t_176;
            const x2_20 = is_first_20 ? x1_19 : (is_second_20 ? t_179 : x2_19);
            const y2_20 = is_first_20 ? y1_19 : (is_second_20 ? t_180 : y2_19);
            const z2_20 = is_first_20 ? z1_19 : (is_second_20 ? t_181 : z2_19);
            const x1_20 = is_first_20 ? t_179 : x1_19;
            const y1_20 = is_first_20 ? t_180 : y1_19;
            const z1_20 = is_first_20 ? t_181 : z1_19;
            const nearest_20 = is_first_20 ? t_178 : nearest_19;
            const t_183 = _long_min2(t_176, _long_max2(t_177, t_182));
            const t_184 = _long_min2(t_177, t_182);
            const t_185 = -t_4;
            const t_186 = _long_lattice_hash(key_x, key_y, (((t_21 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_187 = _f(_f((t * 1.52587890625e-5) * ((t_186 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_188 = _f(_f((t * 1.52587890625e-5) * (t_186 >>> 16)) + t_185);
            const t_319 = _f((t * 1.52587890625e-5) * (((_i(t_186, 2700274805)) >>> 0) >>> 16));
            const t_189 = _f(t_319 + t_162);
            const t_190 = _f(_f(t_187 * t_187) + _f(_f(t_188 * t_188) + _f(t_189 * t_189)));
            both_47 = false;
            both_48 = false;
            if (!(t_190 < t_184)) {
                if (t_190 === t_184) {
                    both_48 = t_186 < nearest_20;
                } else {
                    both_48 = false;
                }
                both_47 = both_48;
            } else {
                both_47 = true;
            }
            const is_first_21 = both_47;
            const is_second_21 = t_190 < t_183;
            const x2_21 = is_first_21 ? x1_20 : (is_second_21 ? t_187 : x2_20);
            const y2_21 = is_first_21 ? y1_20 : (is_second_21 ? t_188 : y2_20);
            const z2_21 = is_first_21 ? z1_20 : (is_second_21 ? t_189 : z2_20);
            const x1_21 = is_first_21 ? t_187 : x1_20;
            const y1_21 = is_first_21 ? t_188 : y1_20;
            const z1_21 = is_first_21 ? t_189 : z1_20;
            const nearest_21 = is_first_21 ? t_186 : nearest_20;
            const t_191 = _long_min2(t_183, _long_max2(t_184, t_190));
            const t_192 = _long_min2(t_184, t_190);
            const t_193 = _long_lattice_hash(key_x, key_y, (((t_22 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_194 = _f(_f((t * 1.52587890625e-5) * ((t_193 & 65535) >>> 0)) + (-t_2));
            const t_195 = _f(_f((t * 1.52587890625e-5) * (t_193 >>> 16)) + t_185);
            const t_320 = _f((t * 1.52587890625e-5) * (((_i(t_193, 2700274805)) >>> 0) >>> 16));
            const t_196 = _f(t_320 + t_162);
            const t_197 = _f(_f(t_194 * t_194) + _f(_f(t_195 * t_195) + _f(t_196 * t_196)));
            both_49 = false;
            both_50 = false;
            if (!(t_197 < t_192)) {
                if (t_197 === t_192) {
                    both_50 = t_193 < nearest_21;
                } else {
                    both_50 = false;
                }
                both_49 = both_50;
            } else {
                both_49 = true;
            }
            const is_first_22 = both_49;
            const is_second_22 = t_197 < t_191;
            const x2_22 = is_first_22 ? x1_21 : (is_second_22 ? t_194 : x2_21);
            const y2_22 = is_first_22 ? y1_21 : (is_second_22 ? t_195 : y2_21);
            const z2_22 = is_first_22 ? z1_21 : (is_second_22 ? t_196 : z2_21);
            const x1_22 = is_first_22 ? t_194 : x1_21;
            const y1_22 = is_first_22 ? t_195 : y1_21;
            const z1_22 = is_first_22 ? t_196 : z1_21;
            const nearest_22 = is_first_22 ? t_193 : nearest_21;
            const t_198 = _long_min2(t_191, _long_max2(t_192, t_197));
            const t_199 = _long_min2(t_192, t_197);
            const t_200 = _long_lattice_hash(key_x, key_y, (((t_23 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_201 = _f(_f((t * 1.52587890625e-5) * ((t_200 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_202 = _f(_f((t * 1.52587890625e-5) * (t_200 >>> 16)) + t_185);
            const t_321 = _f((t * 1.52587890625e-5) * (((_i(t_200, 2700274805)) >>> 0) >>> 16));
            const t_203 = _f(t_321 + t_162);
            const t_204 = _f(_f(t_201 * t_201) + _f(_f(t_202 * t_202) + _f(t_203 * t_203)));
            both_51 = false;
            both_52 = false;
            if (!(t_204 < t_199)) {
                if (t_204 === t_199) {
                    both_52 = t_200 < nearest_22;
                } else {
                    both_52 = false;
                }
                both_51 = both_52;
            } else {
                both_51 = true;
            }
            const is_first_23 = both_51;
            const is_second_23 = t_204 < t_198;
            const x2_23 = is_first_23 ? x1_22 : (is_second_23 ? t_201 : x2_22);
            const y2_23 = is_first_23 ? y1_22 : (is_second_23 ? t_202 : y2_22);
            const z2_23 = is_first_23 ? z1_22 : (is_second_23 ? t_203 : z2_22);
            const x1_23 = is_first_23 ? t_201 : x1_22;
            const y1_23 = is_first_23 ? t_202 : y1_22;
            const z1_23 = is_first_23 ? t_203 : z1_22;
            const nearest_23 = is_first_23 ? t_200 : nearest_22;
            const t_205 = _long_min2(t_198, _long_max2(t_199, t_204));
            const t_206 = _long_min2(t_199, t_204);
            const t_207 = _f(1.0 - t_4);
            const t_208 = _long_lattice_hash(key_x, key_y, (((t_17 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_209 = _f(_f((t * 1.52587890625e-5) * ((t_208 & 65535) >>> 0)) + _f((-1.0) - t_2));
            const t_210 = _f(_f((t * 1.52587890625e-5) * (t_208 >>> 16)) + t_207);
            const t_322 = _f((t * 1.52587890625e-5) * (((_i(t_208, 2700274805)) >>> 0) >>> 16));
            const t_211 = _f(t_322 + t_162);
            const t_212 = _f(_f(t_209 * t_209) + _f(_f(t_210 * t_210) + _f(t_211 * t_211)));
            both_53 = false;
            both_54 = false;
            if (!(t_212 < t_206)) {
                if (t_212 === t_206) {
                    both_54 = t_208 < nearest_23;
                } else {
                    both_54 = false;
                }
                both_53 = both_54;
            } else {
                both_53 = true;
            }
            const is_first_24 = both_53;
            const is_second_24 = t_212 < t_205;
            const x2_24 = is_first_24 ? x1_23 : (is_second_24 ? t_209 : x2_23);
            const y2_24 = is_first_24 ? y1_23 : (is_second_24 ? t_210 : y2_23);
            const z2_24 = is_first_24 ? z1_23 : (is_second_24 ? t_211 : z2_23);
            const x1_24 = is_first_24 ? t_209 : x1_23;
            const y1_24 = is_first_24 ? t_210 : y1_23;
            const z1_24 = is_first_24 ? t_211 : z1_23;
            const nearest_24 = is_first_24 ? t_208 : nearest_23;
            const t_213 = _long_min2(t_205, _long_max2(t_206, t_212));
            const t_214 = _long_min2(t_206, t_212);
            const t_215 = _long_lattice_hash(key_x, key_y, (((t_18 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_216 = _f(_f((t * 1.52587890625e-5) * ((t_215 & 65535) >>> 0)) + (-t_2));
            const t_217 = _f(_f((t * 1.52587890625e-5) * (t_215 >>> 16)) + t_207);
            const t_323 = _f((t * 1.52587890625e-5) * (((_i(t_215, 2700274805)) >>> 0) >>> 16));
            const t_218 = _f(t_323 + t_162);
            const t_219 = _f(_f(t_216 * t_216) + _f(_f(t_217 * t_217) + _f(t_218 * t_218)));
            both_55 = false;
            both_56 = false;
            if (!(t_219 < t_214)) {
                if (t_219 === t_214) {
                    both_56 = t_215 < nearest_24;
                } else {
                    both_56 = false;
                }
                both_55 = both_56;
            } else {
                both_55 = true;
            }
            const is_first_25 = both_55;
            const is_second_25 = t_219 < t_213;
            const x2_25 = is_first_25 ? x1_24 : (is_second_25 ? t_216 : x2_24);
            const y2_25 = is_first_25 ? y1_24 : (is_second_25 ? t_217 : y2_24);
            const z2_25 = is_first_25 ? z1_24 : (is_second_25 ? t_218 : z2_24);
            const x1_25 = is_first_25 ? t_216 : x1_24;
            const y1_25 = is_first_25 ? t_217 : y1_24;
            const z1_25 = is_first_25 ? t_218 : z1_24;
            const nearest_25 = is_first_25 ? t_215 : nearest_24;
            const t_220 = _long_min2(t_213, _long_max2(t_214, t_219));
            const t_221 = _long_min2(t_214, t_219);
            const t_222 = _long_lattice_hash(key_x, key_y, (((t_19 ^ 2654435769) >>> 0) + t_161) >>> 0);
            const t_223 = _f(_f((t * 1.52587890625e-5) * ((t_222 & 65535) >>> 0)) + _f(1.0 - t_2));
            const t_224 = _f(_f((t * 1.52587890625e-5) * (t_222 >>> 16)) + t_207);
            const t_324 = _f((t * 1.52587890625e-5) * (((_i(t_222, 2700274805)) >>> 0) >>> 16));
            const t_225 = _f(t_324 + t_162);
            const t_226 = _f(_f(t_223 * t_223) + _f(_f(t_224 * t_224) + _f(t_225 * t_225)));
            both_57 = false;
            both_58 = false;
            if (!(t_226 < t_221)) {
                if (t_226 === t_221) {
                    both_58 = t_222 < nearest_25;
                } else {
                    both_58 = false;
                }
                both_57 = both_58;
            } else {
                both_57 = true;
            }
            const is_first_26 = both_57;
            const is_second_26 = t_226 < t_220;
            const x2_26 = is_first_26 ? x1_25 : (is_second_26 ? t_223 : x2_25);
            const y2_26 = is_first_26 ? y1_25 : (is_second_26 ? t_224 : y2_25);
            const z2_26 = is_first_26 ? z1_25 : (is_second_26 ? t_225 : z2_25);
            const x1_26 = is_first_26 ? t_223 : x1_25;
            const y1_26 = is_first_26 ? t_224 : y1_25;
            const z1_26 = is_first_26 ? t_225 : z1_25;
            const nearest_26 = is_first_26 ? t_222 : nearest_25;
            const t_227 = _long_min2(t_220, _long_max2(t_221, t_226));
            const t_228 = _long_min2(t_221, t_226);
            found_x = t_228;
            found_y = t_227;
            found_z = nearest_26;
            found_3_x = x1_26;
            found_3_y = y1_26;
            found_3_z = z1_26;
            found_4_x = x2_26;
            found_4_y = y2_26;
            found_4_z = z2_26;
            const t_325 = _long_min2(_long_min2(t_1, 1.0 - t_1), _long_min2(t_3, 1.0 - t_3));
            const reach = _long_min2(t_325, _long_min2(t_5, 1.0 - t_5));
            const t_229 = _f(reach + 1.0);
            both_59 = false;
            both_60 = false;
            both_61 = false;
            if (!(output === 0)) {
                both_59 = output === 3;
            } else {
                both_59 = true;
            }
            if (!both_59) {
                if (output >= 5) {
                    both_61 = ((output & 131072) >>> 0) === 0;
                } else {
                    both_61 = false;
                }
                both_60 = both_61;
            } else {
                both_60 = true;
            }
            if (both_60) {
                found = t_228;
            } else {
                found = t_227;
            }
            if (_f(t_229 * t_229) < found) {
                back = 0;
                left = 0;
                back = x_cell;
                left = 2;
                while (left > 0) {
                    const t_230 = back;
                    back = (((t_230 === 0) ? x_period : t_230) - 1) >>> 0;
                    left = (left - 1) >>> 0;
                }
                const t_231 = back;
                back_1 = 0;
                left_1 = 0;
                back_1 = y_cell;
                left_1 = 2;
                while (left_1 > 0) {
                    const t_232 = back_1;
                    back_1 = (((t_232 === 0) ? y_period : t_232) - 1) >>> 0;
                    left_1 = (left_1 - 1) >>> 0;
                }
                const t_233 = back_1;
                column = -2.0;
                row = -2.0;
                plane = -2.0;
                cell_x = t_231;
                cell_y = t_233;
                back_2 = 0;
                left_2 = 0;
                back_2 = z_cell;
                left_2 = 2;
                while (left_2 > 0) {
                    const t_234 = back_2;
                    back_2 = (((t_234 === 0) ? z_period : t_234) - 1) >>> 0;
                    left_2 = (left_2 - 1) >>> 0;
                }
                cell_z = back_2;
                const t_235 = _long_max2(_long_max2(_f((-2.0) - t_5), _f(t_5 - ((-2.0) + 1.0))), 0.0);
                const t_236 = _f(t_235 * t_235);
                beyond = t_236;
                const t_237 = _long_max2(_long_max2(_f((-2.0) - t_3), _f(t_3 - ((-2.0) + 1.0))), 0.0);
                rest = _f(_f(t_237 * t_237) + t_236);
                while (k < 5) {
                    next = 5;
                    last = 5;
                    const t_238 = beyond;
                    const t_239 = found_x;
                    const t_240 = found_y;
                    both_62 = false;
                    both_63 = false;
                    both_64 = false;
                    if (!(output === 0)) {
                        both_62 = output === 3;
                    } else {
                        both_62 = true;
                    }
                    if (!both_62) {
                        if (output >= 5) {
                            both_64 = ((output & 131072) >>> 0) === 0;
                        } else {
                            both_64 = false;
                        }
                        both_63 = both_64;
                    } else {
                        both_63 = true;
                    }
                    if (both_63) {
                        found_1 = t_239;
                    } else {
                        found_1 = t_240;
                    }
                    if (t_238 < found_1) {
                        last = (j + 1) >>> 0;
                        const t_241 = rest;
                        const t_242 = found_x;
                        const t_243 = found_y;
                        both_65 = false;
                        both_66 = false;
                        both_67 = false;
                        if (!(output === 0)) {
                            both_65 = output === 3;
                        } else {
                            both_65 = true;
                        }
                        if (!both_65) {
                            if (output >= 5) {
                                both_67 = ((output & 131072) >>> 0) === 0;
                            } else {
                                both_67 = false;
                            }
                            both_66 = both_67;
                        } else {
                            both_66 = true;
                        }
                        if (both_66) {
                            found_2 = t_242;
                        } else {
                            found_2 = t_243;
                        }
                        if (t_241 < found_2) {
                            next = (i + 1) >>> 0;
                            if (k >= 1) {
                                both = k <= 3;
                            } else {
                                both = false;
                            }
                            if (both) {
                                both_1 = j >= 1;
                            } else {
                                both_1 = false;
                            }
                            if (both_1) {
                                both_2 = j <= 3;
                            } else {
                                both_2 = false;
                            }
                            if (both_2) {
                                both_3 = i >= 1;
                            } else {
                                both_3 = false;
                            }
                            if (both_3) {
                                both_4 = i <= 3;
                            } else {
                                both_4 = false;
                            }
                            if (!both_4) {
                                const t_244 = column;
                                const t_326 = _long_max2(_f(t_244 - t_1), _f(t_1 - _f(t_244 + 1.0)));
                                const t_245 = _long_max2(t_326, 0.0);
                                const t_246 = rest;
                                const t_247 = found_x;
                                const t_248 = found_y;
                                both_68 = false;
                                both_69 = false;
                                both_70 = false;
                                if (!(output === 0)) {
                                    both_68 = output === 3;
                                } else {
                                    both_68 = true;
                                }
                                if (!both_68) {
                                    if (output >= 5) {
                                        both_70 = ((output & 131072) >>> 0) === 0;
                                    } else {
                                        both_70 = false;
                                    }
                                    both_69 = both_70;
                                } else {
                                    both_69 = true;
                                }
                                if (both_69) {
                                    found_3 = t_247;
                                } else {
                                    found_3 = t_248;
                                }
                                if (_f(_f(t_245 * t_245) + t_246) < found_3) {
                                    const t_249 = column;
                                    const t_250 = row;
                                    const t_251 = plane;
                                    const t_252 = cell_x;
                                    const t_253 = cell_y;
                                    const t_254 = cell_z;
                                    const t_327 = (((((key_y ^ 2654435769) >>> 0) + ((_i(t_252, 3679390609)) >>> 0)) >>> 0) ^ 2654435769) >>> 0;
                                    const t_328 = (((((t_327 + ((_i(t_253, 3152041523)) >>> 0)) >>> 0) ^ 2654435769) >>> 0) + ((_i(t_254, 2700274805)) >>> 0)) >>> 0;
                                    const t_255 = _long_lattice_hash(key_x, key_y, t_328);
                                    const t_256 = found_x;
                                    const t_257 = found_y;
                                    const t_258 = found_z;
                                    const t_259 = found_3_x;
                                    const t_260 = found_3_y;
                                    const t_261 = found_3_z;
                                    const t_262 = found_4_x;
                                    const t_263 = found_4_y;
                                    const t_264 = found_4_z;
                                    const t_265 = _f(_f((t * 1.52587890625e-5) * ((t_255 & 65535) >>> 0)) + _f(t_249 - t_2));
                                    const t_266 = _f(_f((t * 1.52587890625e-5) * (t_255 >>> 16)) + _f(t_250 - t_4));
                                    const t_329 = _f((t * 1.52587890625e-5) * (((_i(t_255, 2700274805)) >>> 0) >>> 16));
                                    const t_267 = _f(t_329 + _f(t_251 - t_6));
                                    const t_268 = _f(_f(t_265 * t_265) + _f(_f(t_266 * t_266) + _f(t_267 * t_267)));
                                    both_71 = false;
                                    both_72 = false;
                                    if (!(t_268 < t_256)) {
                                        if (t_268 === t_256) {
                                            both_72 = t_255 < t_258;
                                        } else {
                                            both_72 = false;
                                        }
                                        both_71 = both_72;
                                    } else {
                                        both_71 = true;
                                    }
                                    const is_first_27 = both_71;
                                    const is_second_27 = t_268 < t_257;
                                    const x2_27 = is_first_27 ? t_259 : (is_second_27 ? t_265 : t_262);
                                    const y2_27 = is_first_27 ? t_260 : (is_second_27 ? t_266 : t_263);
                                    const z2_27 = is_first_27 ? t_261 : (is_second_27 ? t_267 : t_264);
                                    const x1_27 = is_first_27 ? t_265 : t_259;
                                    const y1_27 = is_first_27 ? t_266 : t_260;
                                    const z1_27 = is_first_27 ? t_267 : t_261;
                                    const nearest_27 = is_first_27 ? t_255 : t_258;
                                    found_x = _long_min2(t_256, t_268);
                                    found_y = _long_min2(t_257, _long_max2(t_256, t_268));
                                    found_z = nearest_27;
                                    found_3_x = x1_27;
                                    found_3_y = y1_27;
                                    found_3_z = z1_27;
                                    found_4_x = x2_27;
                                    found_4_y = y2_27;
                                    found_4_z = z2_27;
                                }
                            }
                        }
                    }
                    const t_269 = next;
                    i = t_269;
                    column = _f(column + 1.0);
                    const next_4 = (cell_x + 1) >>> 0;
                    cell_x = (next_4 === x_period) ? 0 : next_4;
                    if (t_269 === 5) {
                        i = 0;
                        column = -2.0;
                        cell_x = t_231;
                        const t_270 = last;
                        j = t_270;
                        row = _f(row + 1.0);
                        const next_5 = (cell_y + 1) >>> 0;
                        cell_y = (next_5 === y_period) ? 0 : next_5;
                        if (t_270 === 5) {
                            j = 0;
                            row = -2.0;
                            cell_y = t_233;
                            k = (k + 1) >>> 0;
                            const t_271 = _f(plane + 1.0);
                            plane = t_271;
                            const next_6 = (cell_z + 1) >>> 0;
                            cell_z = (next_6 === z_period) ? 0 : next_6;
                            const t_330 = _long_max2(_f(t_271 - t_5), _f(t_5 - _f(t_271 + 1.0)));
                            const t_272 = _long_max2(t_330, 0.0);
                            beyond = _f(t_272 * t_272);
                        }
                        const t_273 = row;
                        const t_331 = _long_max2(_f(t_273 - t_3), _f(t_3 - _f(t_273 + 1.0)));
                        const t_274 = _long_max2(t_331, 0.0);
                        rest = _f(_f(t_274 * t_274) + beyond);
                    }
                }
            }
            const t_275 = found_x;
            const t_276 = found_y;
            const t_277 = found_3_x;
            const t_278 = found_3_y;
            const t_279 = found_3_z;
            const t_280 = found_4_x;
            const t_281 = found_4_y;
            const t_282 = found_4_z;
            if (output === 3) {
                found_x_1 = 0.0;
                found_y_1 = 0.0;
                found_z_1 = 0.0;
            } else {
                if (output === 5) {
                    found_x_1 = 1.0;
                    found_y_1 = 0.0;
                    found_z_1 = 0.0;
                } else {
                    if (output === 6) {
                        found_x_1 = 0.0;
                        found_y_1 = 1.0;
                        found_z_1 = 0.0;
                    } else {
                        if (output === 7) {
                            found_x_1 = 0.0;
                            found_y_1 = 0.0;
                            found_z_1 = 1.0;
                        } else {
                            const half = t_275 * 0.5;
                            const r0 = _long_float32(((1597463174 - (_long_bits32(t_275) >>> 1)) >>> 0) >>> 0);
                            const t_283 = _f(r0 * _f(1.5 - _f(_f(half * r0) * r0)));
                            const t_284 = _f(t_283 * _f(1.5 - _f(_f(half * t_283) * t_283)));
                            const t_332 = _f(t_284 * _f(1.5 - _f(_f(half * t_284) * t_284)));
                            const t_285 = (t_275 > 0.0) ? t_332 : 0.0;
                            const t_286 = _f((-t_277) * t_285);
                            const t_287 = _f((-t_278) * t_285);
                            const t_288 = _f((-t_279) * t_285);
                            if (output === 0) {
                                found_x_1 = t_286;
                                found_y_1 = t_287;
                                found_z_1 = t_288;
                            } else {
                                const half_1 = t_276 * 0.5;
                                const r0_1 = _long_float32(((1597463174 - (_long_bits32(t_276) >>> 1)) >>> 0) >>> 0);
                                const t_289 = _f(r0_1 * _f(1.5 - _f(_f(half_1 * r0_1) * r0_1)));
                                const t_290 = _f(t_289 * _f(1.5 - _f(_f(half_1 * t_289) * t_289)));
                                const t_333 = _f(t_290 * _f(1.5 - _f(_f(half_1 * t_290) * t_290)));
                                const t_291 = (t_276 > 0.0) ? t_333 : 0.0;
                                const t_292 = _f((-t_280) * t_291);
                                const t_293 = _f((-t_281) * t_291);
                                const t_294 = _f((-t_282) * t_291);
                                if (output === 1) {
                                    found_x_1 = t_292;
                                    found_y_1 = t_293;
                                    found_z_1 = t_294;
                                } else {
                                    found_x_1 = _f(t_292 - t_286);
                                    found_y_1 = _f(t_293 - t_287);
                                    found_z_1 = _f(t_294 - t_288);
                                }
                            }
                        }
                    }
                }
            }
            const t_295 = found_x_1;
            const t_296 = found_y_1;
            const t_297 = found_z_1;
            [slope_x, slope_y, slope_z] = [t_295, t_296, t_297, 0.0];
        }
        sum_x = _f(sum_x + sizable(_f(weights[octave] * sizable(_f(sizable(slope_x) * places[place + 12])))));
        sum_y = _f(sum_y + sizable(_f(weights[octave] * sizable(_f(sizable(slope_y) * places[place + 25])))));
        sum_z = _f(sum_z + sizable(_f(weights[octave] * sizable(_f(sizable(slope_z) * places[place + 38])))));
    }
    out[0] = sizable(sum_x);
    out[1] = sizable(sum_y);
    out[2] = sizable(sum_z);
}
