import type { TgpuFn, d } from "typegpu";
import type { NodeOptions } from "./tsl.js";
import type { FractalOptions } from "./index.js";

export type Noise2 = TgpuFn<(place: d.Vec2f) => d.F32>;
export type Noise3 = TgpuFn<(place: d.Vec3f) => d.F32>;

/** The lacunarity is 2, and `octaves` is at most 12. */
export interface SumOptions<Noise> extends NodeOptions, Omit<FractalOptions, "lacunarity"> {
    /** The noise whose octaves are summed: Perlin noise by default. */
    of?: (options?: NodeOptions) => Noise;
}

export function perlin2(options?: NodeOptions): Noise2;
export function perlin3(options?: NodeOptions): Noise3;
export function value2(options?: NodeOptions): Noise2;
export function value3(options?: NodeOptions): Noise3;
export function simplex2(options?: NodeOptions): Noise2;
export function simplex3(options?: NodeOptions): Noise3;
export function fbm2(options?: SumOptions<Noise2>): Noise2;
export function fbm3(options?: SumOptions<Noise3>): Noise3;
