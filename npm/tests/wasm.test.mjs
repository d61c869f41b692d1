// Recipes as WebAssembly have the bits of the command. test.sh runs it where the package's archive is installed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { recipe } from "lacuna-noise/wasm";

const command = process.env.LACUNA_COMMAND;
assert.ok(command, "name the command in LACUNA_COMMAND");
const folder = mkdtempSync(join(tmpdir(), "lacuna-"));
after(() => rmSync(folder, { recursive: true }));
const run = (...words) => execFileSync(command, words, { stdio: ["ignore", "pipe", "pipe"] }).toString();

const HILLS = `version = 2
output = "height"
[params]
roughness = { value = 0.6, min = 0.1, max = 1 }
[nodes]
height = "0.5 + 0.4 * fbm"
fbm = { kind = "fbm", source = { kind = "perlin", dimensions = 4, frequency = 0.7, seed = 3 }, gain = "$roughness" }
[outputs.height]
channels = "height"
[outputs.smooth]
channels = ["height", "fbm"]
blur = { radius = 2 }
[outputs.means]
normal = { source = "height" }
samples = 2
`;
writeFileSync(join(folder, "hills.toml"), HILLS);

/** The samples of a bake. */
function baked(...words) {
    run("bake", ...words, "--force", "-o", join(folder, "baked.npy"));
    const file = readFileSync(join(folder, "baked.npy"));
    return new Float32Array(Uint8Array.from(file.subarray(10 + file.readUInt16LE(8))).buffer);
}

function assertSame(found, expected, what) {
    assert.equal(found.length, expected.length, what);
    const at = found.findIndex((value, at) => !Object.is(value, expected[at]));
    assert.ok(at < 0, `${what}: sample ${at} is ${found[at]} instead of ${expected[at]}`);
}

const CASES = [
    ["marble", {}, {}, ["--size", "1024"]],
    ["marble", { output: "normal", seed: 7 }, { size: [48, 32] }, ["--output", "normal", "--seed", "7", "--size", "48x32"]],
    ["alps", { seed: -1n }, { size: [64, 40], region: [-3.1, 0.7, 5, 6] }, ["--seed", "-1", "--size", "64x40", "--region", "-3.1,0.7,5,6"]],
    // From the pixels around each.
    ["stone-wall", { seed: 7, output: "ao" }, { size: [96, 96] }, ["--seed", "7", "--output", "ao", "--size", "96"]],
    ["layered-value-terrain", {}, { size: [60, 60] }, ["--size", "60"]],
    ["cellular", { set: { output: "f2", frequency: 0.1 } }, { size: [3, 1] }, ["--set", "output=f2", "--set", "frequency=0.1", "--size", "3x1"]],
    ["simplex", { seed: 2 ** 53 - 1 }, { size: [33, 9], z: 0.3 }, ["--seed", "9007199254740991", "--size", "33x9", "--z", "0.3"]],
    ["hills", {}, { size: [50, 50], w: 0.1 }, ["--size", "50", "--w", "0.1"]],
    ["hills", { set: { "params.roughness": 0.4 } }, { size: [50, 50] }, ["--set", "params.roughness=0.4", "--size", "50"]],
    ["hills", { set: { "nodes.fbm": { kind: "white", dimensions: 2 } } }, { size: [9, 9] }, ["--set", 'nodes.fbm={ kind = "white", dimensions = 2 }', "--size", "9"]],
    ["hills", { output: "smooth" }, { size: [50, 50] }, ["--output", "smooth", "--size", "50"]],
    ["hills", { output: "means" }, { size: [50, 50] }, ["--output", "means", "--size", "50"]],
];
for (const [name, options, samples, words] of CASES) {
    test(`a grid of ${name} is the bake by ${words.join(" ")}`, async () => {
        const isText = name === "hills";
        const noise = await recipe(isText ? HILLS : name, options);
        const found = noise.grid(null, samples);
        assertSame(found, baked(isText ? join(folder, "hills.toml") : name, ...words), name);
        assert.equal(found.length % noise.channels, 0);
    });
}

test("a volume is the bake of the same box", async () => {
    const noise = await recipe("perlin", { seed: 7 });
    const out = new Float32Array(5 * 4 * 3);
    assert.equal(noise.grid(out, { size: [5, 4, 3], region: [0, 0.1, 0.2, 1, 2, 3] }), out);
    assertSame(out, baked("perlin", "--seed", "7", "--volume", "5x4x3", "--box", "0,0.1,0.2,1,2,3"), "the volume");
});

test("a point has the values of the command", async () => {
    for (const [name, point] of [["marble", [0.25, 0.5, 0.75]], ["hills", [0.25]], ["hills", [0.25, -0.5, 3, 4.125]]]) {
        const isText = name === "hills";
        const found = (await recipe(isText ? HILLS : name, { seed: 7 })).sample(...point);
        const expected = run("sample", isText ? join(folder, "hills.toml") : name, "--seed", "7", "--at", point.join(","));
        assertSame(found, Float32Array.from(expected.trim().split(","), Number), `${name} at ${point}`);
    }
});

test("a recipe tells its outputs and their channels", async () => {
    const noise = await recipe(HILLS, { output: "means" });
    assert.deepEqual([noise.outputs, noise.channels], [["height", "means", "smooth"], 3]);
});

test("a recipe that is wrong is refused with the line, the column and the place", async () => {
    await assert.rejects(recipe(HILLS.replace("frequency = 0.7", "frequency = -1")), { name: "Error", message: /^line 7, column \d+: fbm\.source\.frequency: -1 / });
    await assert.rejects(recipe(HILLS.replace("version = 2", "version = ")), { message: /^line 1, column 11: / });
    await assert.rejects(recipe("marbel"), { message: /`marbel` \(did you mean `marble`\?\)/ });
    await assert.rejects(recipe(HILLS, { set: { "fbm.gian": 1 } }), { message: /^fbm\.gian: .*did you mean `gain`/ });
    await assert.rejects(recipe(HILLS, { output: "mean" }), { message: /did you mean `means`/ });
    await assert.rejects(recipe(HILLS, { set: { "fbm.gain": null } }), { name: "TypeError", message: /^set: null / });
    await assert.rejects(recipe(new URL("https://example.org")), { name: "TypeError", message: /^source: / });
    await assert.rejects(recipe("perlin", { seed: 0.5 }), { name: "RangeError", message: /^seed: 0.5 / });
    // As deep as nodes may stand in others, and deeper.
    const nested = (depth) => `version = 2\noutput = "a"\n[nodes]\na = ${"{ kind = \"abs\", source = ".repeat(depth)}{ kind = "perlin" }${" }".repeat(depth)}`;
    assert.equal((await recipe(nested(64))).sample(0.5, 0.25, 0.5).length, 1);
    for (const depth of [65, 80, 5000]) await assert.rejects(recipe(nested(depth)), { message: /^line 4, column / });
});

test("places and grids that are wrong are refused by name", async () => {
    const noise = await recipe("perlin");
    assert.throws(() => noise.grid(null, { size: [4] }), { name: "RangeError", message: /^size: / });
    assert.throws(() => noise.grid(null, { size: [4, 0.5] }), { message: /^size: / });
    assert.throws(() => noise.grid(null, { size: 4 }), { message: /^size: 4 / });
    assert.throws(() => noise.grid(null, { size: [2 ** 31, 2 ** 31] }), { message: /^size: / });
    for (const out of [new Float32Array(3), 0, ""]) assert.throws(() => noise.grid(out, { size: [2, 2] }), { message: /^out: / });
    assert.throws(() => noise.grid(null, { size: [2, 2, 2], region: [0, 0, 0, 1, 1, 1], z: 1 }), { message: /^z: / });
    assert.throws(() => noise.grid(null, { size: [2, 2], region: [0, 1] }), { message: /^region: / });
    assert.throws(() => noise.grid(null, { size: [2, 2], region: [0, 0, 0, 1] }), { message: /^region\.x: / });
    assert.throws(() => noise.grid(null, { size: [2, 2, 2] }), { message: /^region: / });
    assert.throws(() => noise.sample(NaN), { message: /x = NaN/ });
    assert.throws(() => noise.sample(), { name: "RangeError" });
    assert.throws(() => noise.sample(1e30), { message: /x = 1e30/ });
    const wall = await recipe("stone-wall");
    assert.throws(() => wall.sample(1, 2), { message: /the pixels of a picture/ });
    // None of them leaves the recipe unusable.
    assert.equal(noise.sample(0.5).length, 1);
    noise.free();
    assert.throws(() => noise.sample(0.5));
});
