// The package has the bits of the command: `LACUNA_COMMAND=FILE node --test npm/tests/`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as lacuna from "../src/index.js";

const command = process.env.LACUNA_COMMAND;
assert.ok(command, "name the command in LACUNA_COMMAND");

let state = 20261130;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
const each = (count, coordinate) => Array.from({ length: count }, (_, at) => [0, 1, 2].map(() => coordinate(at)));
const signed = (size) => (random() * 2 - 1) * size;
const POINTS = [
    ...each(1500, (at) => signed([1, 10, 1000, 1e6, 1e9 / 64][at % 5])),
    ...each(200, () => Math.floor(signed(100))),
    ...each(200, () => Math.floor(signed(800)) / 8),
    // Close to lattice points.
    ...each(200, () => Math.floor(signed(100)) + signed(1e-12)),
    [0, -0, 0],
    [-1e-20, 1e-20, -1e-10],
    [0.1, 0.2, 0.3],
    [1000003.3125, -1000003.6875, 16777216],
];

/** A double as a decimal with up to 36 digits: the command reads decimals exactly. */
function digits(number) {
    let [whole, places] = [Math.abs(number), 0];
    if (whole < 1e-15) return String(number);
    for (; !Number.isInteger(whole); places += 1) whole *= 2;
    const text = (BigInt(whole) * 5n ** BigInt(places)).toString().padStart(places + 1, "0");
    const point = text.length - places;
    return `${number < 0 ? "-" : ""}${text.slice(0, point)}.${text.slice(point, 36)}0`;
}

function sampled(source, dimensions) {
    const input = POINTS.map((point) => point.slice(0, dimensions).map(digits).join(",")).join("\n");
    const lines = execFileSync(command, ["sample", ...source], { input, stdio: ["pipe", "pipe", "pipe"], maxBuffer: 1 << 26 });
    return lines.toString().trim().split("\n").map((line) => Math.fround(Number(line)));
}

function assertSame(found, expected, what) {
    const at = found.findIndex((value, at) => !Object.is(value, expected[at]));
    assert.ok(at < 0, `${what} at ${POINTS[at]}: ${found[at]} instead of ${expected[at]}`);
}

/** Compares a noise with a node of a recipe, and its gradient with derivatives of it. */
function compare(noise, dimensions, nodes) {
    const [name] = nodes[0].split(" ");
    const recipe = (output, more) => `version = 2\noutput = "${output}"\n[nodes]\n${[...nodes, ...more].join("\n")}\n`;
    const values = POINTS.map((point) => noise(...point.slice(0, dimensions)));
    assertSame(values, sampledRecipe(recipe(name, []), dimensions), nodes.join("\n"));
    const out = new Float64Array(dimensions);
    const slopes = noise.gradient && POINTS.map((point, at) => {
        assert.ok(Object.is(noise.gradient(...point.slice(0, dimensions), out), values[at]));
        return [...out];
    });
    for (let axis = 0; noise.gradient && axis < dimensions; axis += 1) {
        const derivative = `slope = { kind = "derivative", source = "${name}", axis = "${"xyz"[axis]}" }`;
        const expected = sampledRecipe(recipe("slope", [derivative]), dimensions);
        assertSame(slopes.map((slope) => slope[axis]), expected, `the derivative along ${"xyz"[axis]} of ${nodes.join("\n")}`);
    }
}

function sampledRecipe(text, dimensions) {
    const folder = mkdtempSync(join(tmpdir(), "lacuna-"));
    try {
        writeFileSync(join(folder, "recipe.toml"), text);
        return sampled([join(folder, "recipe.toml")], dimensions);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const BASES = ["perlin1", "perlin2", "perlin3", "value1", "value2", "value3", "simplex2", "simplex3", "cellular2", "cellular3"];
for (const basis of BASES) {
    const kind = basis.slice(0, -1);
    const dimensions = Number(basis.at(-1));
    const make = lacuna[basis];
    const [fbm, ridged] = [lacuna[`fbm${dimensions}`], lacuna[`ridged${dimensions}`]];
    const node = (keys) => `n = { kind = "${kind}", dimensions = ${dimensions}, ${keys} }`;

    test(`${basis} and its gradient are those of the command`, () => {
        compare(make({ seed: 7 }), dimensions, [node("seed = 7")]);
        compare(make({ seed: -1n }), dimensions, [node("seed = -1")]);
    });

    test(`sums of octaves of ${basis} are those of the command`, () => {
        const sum = (keys) => `sum = { kind = "fbm", source = "n", ${keys} }`;
        compare(fbm({ of: make, seed: 9 }), dimensions, [sum("octaves = 6"), node("seed = 9")]);
        const odd = { octaves: 3.5, lacunarity: 2.17, gain: 0.6 };
        compare(fbm({ of: make, seed: 9, ...odd }), dimensions, [sum("octaves = 3.5, lacunarity = 2.17, gain = 0.6"), node("seed = 9")]);
        for (const [octaves, lacunarity] of [[20, 0.01], [3, 37.5]]) {
            const keys = sum(`octaves = ${octaves}, lacunarity = ${lacunarity}`);
            compare(fbm({ of: make, seed: 9, octaves, lacunarity }), dimensions, [keys, node("seed = 9")]);
        }
        compare(fbm({ of: make, seed: 9, octaves: 3, lacunarity: 3 }), dimensions, [sum("octaves = 3, lacunarity = 3"), node("seed = 9")]);
    });

    test(`ridges of ${basis} are those of the command`, () => {
        const keys = "octaves = 4, offset = 0.9, feedback = 1.5";
        const noise = ridged({ of: make, seed: 5, octaves: 4, offset: 0.9, feedback: 1.5 });
        compare(noise, dimensions, [`ridges = { kind = "ridged", source = "n", ${keys} }`, node("seed = 5")]);
    });

    test(`${basis} ${kind === "simplex" ? "refuses a period" : "repeats after a period as in the command"}`, () => {
        if (kind === "simplex") {
            assert.throws(() => make({ period: 8 }), /period/);
            return;
        }
        compare(make({ seed: 3, period: 8 }), dimensions, [node("seed = 3, period = 8")]);
        const list = [5, 6, 7].slice(0, dimensions);
        const nodes = [`sum = { kind = "fbm", source = "n", octaves = 4, lacunarity = 2.3 }`, node(`seed = 3, period = [${list}]`)];
        compare(fbm({ of: make, seed: 3, period: list, octaves: 4, lacunarity: 2.3 }), dimensions, nodes);
        assert.equal(make({ seed: 3, period: 8 })(0.25, 0.5, 0.75), make({ seed: 3, period: 8 })(8.25, -7.5, 16.75));
    });

    if (kind === "cellular") {
        const outputs = ["f2", "f2_minus_f1", "cell_value", "point_x", "point_y", "point_z"].slice(0, 3 + dimensions);
        test(`every output of ${basis} is that of the command`, () => {
            for (const output of outputs) {
                compare(make({ seed: 4, output, jitter: 0.7 }), dimensions, [node(`seed = 4, output = "${output}", jitter = 0.7`)]);
            }
        });
    }
}

/** The noise of a vector of the specification, if the package has it. */
function ofVector({ kind, dimensions, source, ...options }) {
    const isSum = kind === "fbm" || kind === "ridged";
    const known = isSum ? ["octaves", "gain", "lacunarity", "offset", "feedback"] : ["seed", "period", "output", "jitter"];
    // Perlin noise without a seed has a table of its own.
    if (Object.keys(options).some((key) => !known.includes(key)) || (kind === "perlin" && options.seed === undefined) || options.output === "edge") {
        return null;
    }
    if (!isSum) {
        const basis = lacuna[`${kind}${dimensions}`];
        return basis && { basis, options: { ...options, seed: BigInt(options.seed ?? 0) }, dimensions };
    }
    const of = ofVector(source);
    return of && { ...of, basis: lacuna[`${kind}${of.dimensions}`], options: { ...options, ...of.options, of: of.basis } };
}

const VECTORS = new URL("../../docs/src/spec/functions.json", import.meta.url);
test("the vectors of the specification hold", { skip: !existsSync(VECTORS) }, () => {
    const { functions, ...lists } = JSON.parse(readFileSync(VECTORS, "utf8"));
    const isExact = (text) => Number(text) === Math.trunc(Number(text)) || digits(Number(text)).slice(0, -1) === text;
    const view = new DataView(new ArrayBuffer(4));
    const bits = (value) => (view.setFloat32(0, value), view.getUint32(0).toString(16).padStart(8, "0"));
    let compared = 0;
    for (const { noise, points, values, gradients } of functions) {
        const found = ofVector(noise);
        if (!found) continue;
        const made = found.basis(found.options);
        lists[points].forEach((texts, at) => {
            const coordinates = texts.slice(0, found.dimensions);
            if (!coordinates.every(isExact)) return;
            const out = new Float32Array(found.dimensions);
            const value = gradients ? made.gradient(...coordinates.map(Number), out) : made(...coordinates.map(Number));
            assert.equal(bits(value), values[at], `${JSON.stringify(noise)} at ${coordinates}`);
            if (gradients) assert.deepEqual(Array.from(out, bits), gradients[at], `the gradient of ${JSON.stringify(noise)} at ${coordinates}`);
            compared += 1;
        });
    }
    assert.ok(compared > 500, `${compared} vectors were compared`);
});
