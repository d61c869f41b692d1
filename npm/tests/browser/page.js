// Compares what WebAssembly and WebGPU make in a browser with the package's JavaScript. test.sh bundles it.
import tgpu, { d } from "typegpu";
import * as onCpu from "lacuna-noise";
import * as onGpu from "lacuna-noise/typegpu";
import { recipe } from "lacuna-noise/wasm";

const COUNT = 256;
const SIZE = [64, 48];
/** What lies between places along x; it is a half of that along y, and a quarter along z. */
const APART = 0.37109375;
const BASES = ["perlin2", "perlin3", "value2", "value3", "simplex2", "simplex3"];

const places = Array.from({ length: COUNT }, (_, at) => [(at - 100) * APART, (at - 7) * APART * 0.5, at * APART * 0.25]);
const differing = (found, expected) => {
    if (found.length !== expected.length) throw new Error(`${found.length} values instead of ${expected.length}`);
    return [...found].filter((value, at) => !Object.is(value, expected[at])).length;
};

/** The values of a function of TypeGPU, which another function calls. */
async function values(root, dimensions, noise) {
    const vector = d[`vec${dimensions}f`];
    const found = root.createMutable(d.arrayOf(d.f32, COUNT));
    const at = root.createReadonly(d.arrayOf(vector, COUNT), places.map((place) => vector(...place.slice(0, dimensions))));
    const height = tgpu.fn([vector], d.f32)`(p: vec${dimensions}f) -> f32 { return noise(p); }`.$uses({ noise });
    const main = tgpu.computeFn({ in: { id: d.builtin.globalInvocationId }, workgroupSize: [64] })`{ found[in.id.x] = height(at[in.id.x]); }`;
    const pipeline = root.createComputePipeline({ compute: main.$uses({ at, found, height }) });
    pipeline.dispatchWorkgroups(COUNT / 64);
    return await found.read();
}

const compared = {};
try {
    const hills = await recipe("fbm", { seed: 7, set: { octaves: 5, "fbm.source.dimensions": 2 } });
    const grid = onCpu.fbm2({ seed: 7, octaves: 5 }).grid(null, { size: SIZE, origin: 1 / 16, step: 1 / 8 });
    compared["a grid by WebAssembly"] = differing(hills.grid(null, { size: SIZE, region: [0, 0, 8, 6] }), grid);

    const root = await tgpu.init();
    for (const basis of BASES) {
        const dimensions = Number(basis.at(-1));
        const sum = { seed: "hills", octaves: 5.5, gain: 0.4 };
        for (const make of [({ [basis]: of }) => of({ seed: 7 }), ({ [basis]: of, [`fbm${dimensions}`]: fbm }) => fbm({ ...sum, of })]) {
            const expected = places.map((place) => make(onCpu)(...place.slice(0, dimensions)));
            const name = basis in compared ? `fbm of ${basis}` : basis;
            compared[name] = differing(await values(root, dimensions, make(onGpu)), expected);
        }
    }
} catch (error) {
    compared[`${error.stack}`] = COUNT;
}
globalThis.compared = compared;
