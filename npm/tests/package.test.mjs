// What users see of the package besides bits.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as glsl from "../src/glsl.js";
import { fbm2, perlin1, perlin2, perlin3, ridged2, simplex2 } from "../src/index.js";
import * as wgsl from "../src/wgsl.js";

test("a text is a seed of its own, by FNV-1a and SplitMix64", () => {
    // FNV-1a of "" is its offset basis; the first output of SplitMix64 from there is the seed.
    assert.equal(perlin2({ seed: "" })(0.3, 0.7), perlin2({ seed: 14087677454934409008n })(0.3, 0.7));
    assert.notEqual(perlin2({ seed: "hills" })(0.3, 0.7), perlin2({ seed: "hill" })(0.3, 0.7));
    assert.equal(perlin2({ seed: 0 })(0.3, 0.7), perlin2()(0.3, 0.7));
});

test("a grid holds the values of its places, x first", () => {
    for (const [noise, size] of [[perlin1(), [5]], [perlin2(), [4, 3]], [perlin3(), [3, 4, 2]]]) {
        const [origin, step] = [size.map((_, axis) => axis - 0.5), size.map((_, axis) => 0.25 + axis)];
        const found = noise.grid(null, { size, origin, step });
        assert.equal(found.length, size.reduce((all, count) => all * count, 1));
        found.forEach((value, at) => {
            const place = size.map((count, axis) => {
                const before = size.slice(0, axis).reduce((all, count) => all * count, 1);
                return origin[axis] + step[axis] * (Math.floor(at / before) % count);
            });
            assert.equal(value, noise(...place));
        });
    }
    const out = new Float64Array(20);
    assert.equal(perlin2().grid(out, { size: [4, 5], step: 0.3 }), out);
    assert.equal(out[6], perlin2()(0.6, 0.3));
});

test("what is no number gives no number", () => {
    assert.ok(Number.isNaN(perlin2()(NaN, 0)));
    assert.ok(Number.isNaN(simplex2()(0, Infinity)));
    assert.ok(Number.isNaN(fbm2({ lacunarity: 2.17 })(-Infinity, 0)));
});

test("options outside their limits are refused by name", () => {
    assert.throws(() => perlin2({ seed: 0.5 }), { name: "RangeError", message: /^seed: 0.5 / });
    assert.throws(() => perlin2({ period: 2.5 }), { message: /^period: 2.5 / });
    assert.throws(() => fbm2({ octaves: 33 }), { message: /^octaves: 33 / });
    assert.throws(() => fbm2({ lacunarity: 0 }), { message: /^lacunarity: 0 / });
    assert.throws(() => fbm2({ period: 2 ** 30 }), { message: /^period of octave 2: / });
    assert.throws(() => perlin2().grid(null, { size: [4] }), { message: /^size: / });
    assert.throws(() => perlin2().grid(new Float32Array(3), { size: [2, 2] }), { message: /^out: / });
});

test("a ridged sum has no gradient", () => {
    assert.equal(ridged2().gradient, undefined);
});

test("texts of shaders have the name, and nothing is left to fill in", () => {
    for (const language of [glsl, wgsl]) {
        for (const basis of ["perlin2", "perlin3", "value2", "value3", "simplex2", "simplex3"]) {
            const dimensions = basis.at(-1);
            const text = language[`fbm${dimensions}`]({ of: language[basis], name: "hills", octaves: 3 });
            assert.match(text, language === glsl ? /^float hills\(/m : /^fn hills\(/m);
            assert.doesNotMatch(text, /\$|noise|undefined|null|NaN/);
        }
        assert.throws(() => language.perlin2({ name: "a__b" }), { message: /^name: / });
        assert.throws(() => language.fbm2({ lacunarity: 3 }), RangeError);
        assert.throws(() => language.fbm2({ octaves: 13 }), RangeError);
    }
});
