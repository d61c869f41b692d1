// A program with TypeGPU, in strict TypeScript: a function that calls two noises resolves to both, each once.
import { fbm2, perlin2, perlin3, simplex2, type Noise2 } from "lacuna-noise/typegpu";
import tgpu, { d } from "typegpu";

const hills: Noise2 = fbm2({ seed: "hills", of: simplex2, octaves: 3 });
const dunes = perlin2({ seed: 7 });
const height = tgpu.fn([d.vec2f], d.f32)`(p: vec2f) -> f32 { return hills(p) + hills(2 * p) + dunes(p); }`.$uses({ hills, dunes });

/** What the types refuse; nothing calls it. */
export function refused(): void {
    // @ts-expect-error: noise of three dimensions.
    fbm2({ of: perlin3 });
    // @ts-expect-error: a place is a vector.
    hills(1, 2);
}

const text = tgpu.resolve([height]);
const declared = [...text.matchAll(/^fn (\w+)\(/gm)].map((found) => found[1]!);
const isWhole = text.includes("return fbm2(p) + fbm2(2 * p) + perlin2(p);") && declared.filter((name) => /^noise\d+n$/.test(name)).length === 2;
if (!isWhole || new Set(declared).size !== declared.length || /declarations|\$/.test(text)) throw new Error(text);
