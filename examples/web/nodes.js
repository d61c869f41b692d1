// Noise among the nodes of three.js: `hills_at` of hills.wgsl by `wgslFn` with WebGPU, and of hills.glsl by `glslFn` with WebGL, at points a million units out, whose bits
// are to be those of hills.js.
import { WebGPURenderer } from "three/webgpu";
import { Fn, glsl, glslFn, instanceIndex, instancedArray, int, ivec2, uint, uniform, uvec2, wgsl, wgslFn } from "three/tsl";
import { hills_at } from "./hills.js";

const UNIT = [1_000_000, -1_000_000];
const COUNT = 256;
/** What lies between points, in 2^-32 units. */
const APART = 7_777_777;

const text = async (name) => (await fetch(name)).text();
const ground_wgsl = wgslFn(
    "fn ground(unit: vec2<i32>, fraction: vec2<u32>, zero: u32) -> f32 { return hills_at(unit, fraction, zero); }",
    [wgsl(await text("hills.wgsl"))],
);
const ground_glsl = glslFn(
    "float ground(ivec2 unit, uvec2 fraction, uint zero) { return hills_at(unit, fraction, zero); }",
    [glsl(await text("hills.glsl"))],
);

/** How many heights of a renderer have other bits than JavaScript's. */
async function differing(ground, options) {
    const renderer = new WebGPURenderer(options);
    await renderer.init();
    if (!options.forceWebGL && !renderer.backend.isWebGPUBackend) throw new Error("this browser has no WebGPU");
    const zero = uniform(0, "uint");
    const heights = instancedArray(COUNT, "float");
    const unit = ivec2(int(UNIT[0]).add(int(instanceIndex)), int(UNIT[1]));
    const fraction = uvec2(instanceIndex.mul(uint(APART)), uint(5));
    await renderer.computeAsync(Fn(() => heights.element(instanceIndex).assign(ground(unit, fraction, zero)))().compute(COUNT));
    const found = new Float32Array(await renderer.getArrayBufferAsync(heights.value));
    renderer.dispose();
    return found.filter((height, at) => !Object.is(height, hills_at(UNIT[0] + at, UNIT[1], at * APART, 5))).length;
}

const nodes = [];
for (const [name, ground, options] of [["wgslFn", ground_wgsl, {}], ["glslFn", ground_glsl, { forceWebGL: true }]]) {
    const differ = await differing(ground, options).catch((error) => `${error}`);
    nodes.push({ name, differ });
    document.querySelector("#found").textContent += `${name}: ${differ} of ${COUNT} heights differ from JavaScript's\n`;
}
globalThis.nodes = nodes;
