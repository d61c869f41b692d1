// One tile of the world, a million units out, computed by the command where this folder was built, and here by WebGPU, by WebAssembly and by JavaScript. All four come
// from `lacuna export hills.toml --name hills --strict`, but for the first, which is `lacuna bake hills.toml`. A tile's hash is the SHA-256 of its floats.
import { hills_at } from "./hills.js";

const UNIT = [1_000_000, 1_000_000];
const SIDE = 128;
/** 2 to this power of samples a unit. */
const SHIFT = 5;

/** The place of a sample on an axis, the middle of its part, as whole units and 2^-32 units above them. */
function place(unit, sample) {
    const steps = BigInt(2 * sample + 1) << BigInt(31 - SHIFT);
    return [unit + Number(steps >> 32n), Number(steps & 0xffff_ffffn)];
}

async function of_the_command() {
    return new Float32Array(await (await fetch("tile.r32")).arrayBuffer());
}

async function by_webgpu() {
    const module = await (await fetch("hills.wgsl")).text();
    const code = `
        struct Tile { unit: vec2<i32>, zero: u32 }
        @group(0) @binding(0) var<uniform> tile: Tile;
        @group(0) @binding(1) var<storage, read_write> samples: array<f32>;

        @compute @workgroup_size(8, 8)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let half = 2u * id.xy + 1u;
            let unit = tile.unit + vec2<i32>(half >> vec2<u32>(${SHIFT + 1}u));
            // The number 0 comes from outside, so that no compiler knows it.
            samples[id.y * ${SIDE}u + id.x] = hills_at(unit, half << vec2<u32>(${31 - SHIFT}u), tile.zero);
        }

        ${module}`;
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) throw new Error("this browser has no WebGPU");
    const device = await adapter.requestDevice();
    const failed = new Promise((_, fail) => device.addEventListener("uncapturederror", ({ error }) => fail(error)));
    const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module: device.createShaderModule({ code }) } });
    const size = 4 * SIDE * SIDE;
    const tile = device.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
    const samples = device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
    const read = device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    device.queue.writeBuffer(tile, 0, new Int32Array([...UNIT, 0, 0]));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    const entries = [tile, samples].map((buffer, binding) => ({ binding, resource: { buffer } }));
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(SIDE / 8, SIDE / 8);
    pass.end();
    encoder.copyBufferToBuffer(samples, 0, read, 0, size);
    device.queue.submit([encoder.finish()]);
    await Promise.race([read.mapAsync(GPUMapMode.READ), failed]);
    return new Float32Array(read.getMappedRange().slice(0));
}

async function by_webassembly() {
    const { instance } = await WebAssembly.instantiateStreaming(fetch("tile.wasm"));
    const start = instance.exports.tile(...UNIT, SIDE, SHIFT);
    return new Float32Array(instance.exports.memory.buffer, start, SIDE * SIDE).slice();
}

async function by_javascript() {
    const samples = new Float32Array(SIDE * SIDE);
    for (let y = 0; y < SIDE; y++) {
        const [j, b] = place(UNIT[1], y);
        for (let x = 0; x < SIDE; x++) {
            const [i, a] = place(UNIT[0], x);
            samples[y * SIDE + x] = hills_at(i, j, a, b);
        }
    }
    return samples;
}

async function hash_of(samples) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", samples));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function paint(canvas, samples) {
    canvas.width = canvas.height = SIDE;
    const pixels = new ImageData(SIDE, SIDE);
    samples.forEach((value, at) => {
        // Lit from the west.
        const slope = at % SIDE > 0 ? value - samples[at - 1] : 0;
        const light = 90 + 130 * value + 2200 * slope;
        pixels.data.set([light, 0.97 * light, 0.9 * light, 255], 4 * at);
    });
    canvas.getContext("2d").putImageData(pixels, 0, 0);
}

const MACHINES = [
    ["native", "the command", of_the_command],
    ["webgpu", "WebGPU", by_webgpu],
    ["wasm", "WebAssembly", by_webassembly],
    ["javascript", "JavaScript", by_javascript],
];

document.querySelector("#what").textContent =
    `${SIDE} x ${SIDE} samples, ${2 ** SHIFT} a unit, from (${UNIT}) on: the hash of all their bits, by each of the machines that made them.`;
const hashes = {};
const problems = [];
for (const [name, title, compute] of MACHINES) {
    const figure = document.createElement("figure");
    const [canvas, caption] = [document.createElement("canvas"), document.createElement("figcaption")];
    figure.append(canvas, caption);
    document.querySelector("#machines").append(figure);
    const code = document.createElement("code");
    const [bold, took] = [document.createElement("b"), document.createElement("span")];
    bold.textContent = title;
    caption.append(bold, code, document.createElement("br"), took);
    await new Promise(requestAnimationFrame);
    const started = performance.now();
    try {
        const samples = await compute();
        took.textContent = name === "native" ? "before, where this page was built" : `${Math.round(performance.now() - started)} ms`;
        paint(canvas, samples);
        code.textContent = hashes[name] = await hash_of(samples);
    } catch (error) {
        problems.push(`${title}: ${error.message ?? error}`);
        code.textContent = problems.at(-1);
    }
}
const is_equal = problems.length === 0 && new Set(Object.values(hashes)).size === 1;
const verdict = document.querySelector("#verdict");
verdict.textContent = is_equal ? "All hashes are equal: every bit of every sample is the same." : ["The hashes are not equal.", ...problems].join(" ");
verdict.className = is_equal ? "equal" : "differs";
globalThis.world = { hashes, problems, is_equal };
