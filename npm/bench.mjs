// Compares the speed and the size of noise packages: `node npm/bench.mjs FOLDER`. FOLDER has them in its node_modules, with esbuild. `npm/build.sh` makes what
// it needs here.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const require = createRequire(join(resolve(process.argv[2] ?? "."), "package.json"));
const own = new URL("./src/index.js", import.meta.url).pathname;
const lacuna = await import(own);
const { createNoise2D, createNoise3D } = require("simplex-noise");
const { makeNoise2D, makeNoise3D } = require("open-simplex-noise");
const { Noise } = require("noisejs");
const FastNoiseLite = await import(require.resolve("fastnoise-lite")).then((found) => found.default.default ?? found.default);

function fast(type, octaves) {
    const noise = new FastNoiseLite(7);
    noise.SetFrequency(1);
    noise.SetNoiseType(type);
    if (octaves) {
        noise.SetFractalType("FBm");
        noise.SetFractalOctaves(octaves);
    }
    return noise;
}

/** Six octaves of a function of two coordinates, as its users write them. */
const six = (noise) => (x, y) => {
    let sum = 0;
    for (let octave = 0, frequency = 1, amplitude = 0.5; octave < 6; octave += 1, frequency *= 2, amplitude /= 2) {
        sum += amplitude * noise(x * frequency, y * frequency);
    }
    return sum;
};

const js = new Noise(0.7);
const [simplex2, open2] = [createNoise2D(), makeNoise2D(7)];
const [fastPerlin, fastSimplex] = ["Perlin", "OpenSimplex2"].map((type) => fast(type));
const [fastPerlin6, fastSimplex6] = ["Perlin", "OpenSimplex2"].map((type) => fast(type, 6));
const [simplex3, open3] = [createNoise3D(), makeNoise3D(7)];

const of2 = (noise) => (x, y) => noise.GetNoise(x, y);
const of3 = (noise) => (x, y, z) => noise.GetNoise(x, y, z);
const FILES = {
    "simplex-noise": "export { createNoise2D } from 'simplex-noise'",
    "open-simplex-noise": "export { makeNoise2D } from 'open-simplex-noise'",
    "fastnoise-lite": "export { default } from 'fastnoise-lite'",
    noisejs: "export { Noise } from 'noisejs'",
};
const rows = [
    ["lacuna-noise, Perlin", lacuna.perlin2({ seed: 7 }), lacuna.perlin3({ seed: 7 }), lacuna.fbm2({ seed: 7 }), `export { perlin2 } from '${own}'`],
    ["lacuna-noise, simplex", lacuna.simplex2({ seed: 7 }), lacuna.simplex3({ seed: 7 }), lacuna.fbm2({ seed: 7, of: lacuna.simplex2 }), `export { simplex2 } from '${own}'`],
    ["lacuna-noise, value", lacuna.value2({ seed: 7 }), lacuna.value3({ seed: 7 }), lacuna.fbm2({ seed: 7, of: lacuna.value2 }), `export { value2 } from '${own}'`],
    ["simplex-noise", simplex2, simplex3, six(simplex2), FILES["simplex-noise"]],
    ["open-simplex-noise", open2, open3, six(open2), FILES["open-simplex-noise"]],
    ["fastnoise-lite, Perlin", of2(fastPerlin), of3(fastPerlin), of2(fastPerlin6), FILES["fastnoise-lite"]],
    ["fastnoise-lite, OpenSimplex2", of2(fastSimplex), of3(fastSimplex), of2(fastSimplex6), FILES["fastnoise-lite"]],
    ["noisejs, Perlin", (x, y) => js.perlin2(x, y), (x, y, z) => js.perlin3(x, y, z), six((x, y) => js.perlin2(x, y)), FILES.noisejs],
    ["noisejs, simplex", (x, y) => js.simplex2(x, y), (x, y, z) => js.simplex3(x, y, z), six((x, y) => js.simplex2(x, y)), FILES.noisejs],
];

const COUNT = 1 << 14;
const ROUNDS = 40;
const [xs, ys, zs] = [0, 1, 2].map(() => Float64Array.from({ length: COUNT }, () => Math.random() * 2000 - 1000));

/** The best of several rounds, in nanoseconds a call. Each has a loop of its own, as programs do. */
function measured(noise, coordinates) {
    const loop = new Function("noise", "xs", "ys", "zs", "let sum = 0; for (let i = 0; i < xs.length; i += 1) sum += noise(" + coordinates + "); return sum;");
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round += 1) {
        const start = process.hrtime.bigint();
        loop(noise, xs, ys, zs);
        best = Math.min(best, Number(process.hrtime.bigint() - start) / COUNT);
    }
    return best.toFixed(0);
}

async function bytes(contents) {
    const { build } = require("esbuild");
    const options = { bundle: true, minify: true, format: "esm", write: false };
    const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: resolve(process.argv[2] ?? ".") } });
    return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

process.stdout.write("| package | 2-D | 3-D | 2-D, six octaves | bytes of the 2-D function, gzipped |\n|---|---|---|---|---|\n");
for (const [name, two, three, octaves, contents] of rows) {
    const times = [measured(two, "xs[i], ys[i]"), measured(three, "xs[i], ys[i], zs[i]"), measured(octaves, "xs[i], ys[i]")];
    process.stdout.write(`| ${name} | ${times.join(" | ")} | ${await bytes(contents)} |\n`);
}

// Pictures of six octaves.
const SIDE = 1024;
const { recipe } = await import(new URL("./src/wasm.js", import.meta.url));
const engine = await recipe("fbm", { seed: 7, set: { octaves: 6, "fbm.source.dimensions": 2 } });
const grid = lacuna.fbm2({ seed: 7 });
const out = new Float32Array(SIDE * SIDE);
const PICTURES = {
    "lacuna-noise/wasm": () => engine.grid(out, { size: [SIDE, SIDE], region: [0, 0, 8, 8] }),
    "lacuna-noise, `fbm2(...).grid`": () => grid.grid(out, { size: [SIDE, SIDE], origin: 4 / SIDE, step: 8 / SIDE }),
    "fastnoise-lite, Perlin": () => {
        for (let at = 0; at < SIDE * SIDE; at += 1) {
            out[at] = fastPerlin6.GetNoise(((at % SIDE) + 0.5) * (8 / SIDE), (Math.floor(at / SIDE) + 0.5) * (8 / SIDE));
        }
    },
};
process.stdout.write(`\n| ${SIDE} x ${SIDE}, six octaves of Perlin noise | milliseconds |\n|---|---|\n`);
for (const [name, make] of Object.entries(PICTURES)) {
    let best = Infinity;
    for (let round = 0; round < 10; round += 1) {
        const start = process.hrtime.bigint();
        make();
        best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e6);
    }
    process.stdout.write(`| ${name} | ${best.toFixed(0)} |\n`);
}
