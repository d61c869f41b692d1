// A program in strict TypeScript.
import { cellular2, fbm2, fbm3, perlin2, ridged2, simplex2, simplex3, type Noise2, type Sum2 } from "lacuna-noise";
import * as glsl from "lacuna-noise/glsl";
import { recipe, type Recipe } from "lacuna-noise/wasm";
import * as wgsl from "lacuna-noise/wgsl";

const texts: string[] = [glsl.fbm2({ of: glsl.simplex2, octaves: 3 }), wgsl.perlin3({ seed: "hills", name: "hills" })];
const noise: Noise2 = perlin2({ seed: 7 });
const out = new Float32Array(2);
const value: number = noise.gradient(1.5, 2.25, out);
const hills: Noise2 = fbm2({ of: simplex2, seed: "hills", octaves: 4, gain: 0.4 });
const cells: Noise2 = fbm2({ of: cellular2, output: "f2", period: [4, 8] });
const ridges: Sum2 = ridged2({ seed: 7n, feedback: 1.5 });
const grid: Float32Array = hills.grid(null, { size: [2, 2], step: [0.5, 0.25] });
const list: number[] = fbm3({ of: simplex3 }).grid([0, 0, 0, 0, 0, 0, 0, 0], { size: [2, 2, 2] });

async function pixels(): Promise<Float32Array> {
    const marble: Recipe = await recipe("marble", { seed: "hills", set: { veins: 1, "nodes.bend": { kind: "perlin", period: [4, 4] } }, output: "height" });
    return marble.channels === 1 ? marble.grid(null, { size: [16, 16], region: [0, 0, 1, 1], z: 2 }) : marble.sample(1, 2, 3);
}

/** What the types refuse; nothing calls it. */
export function refused(): void {
    // @ts-expect-error: simplex noise has no period.
    fbm2({ of: simplex2, period: 4 });
    // @ts-expect-error: noise of three dimensions.
    fbm2({ of: simplex3 });
    // @ts-expect-error: a ridged sum has no gradient.
    ridges.gradient(0, 0, out);
    // @ts-expect-error: no such output.
    cellular2({ output: "f3" });
}

if (texts.some((text) => text.length < 1000) || grid.length !== 4 || list.length !== 8 || !Number.isFinite(cells(1, 2) + ridges(1, 2))) throw new Error("grids");
void pixels().then((samples) => {
    if (!samples.some((sample) => sample !== samples[0])) throw new Error("pixels");
});
console.log(value);
