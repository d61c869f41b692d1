import type { FractalOptions, Seed } from "./index.js";

export interface NodeOptions {
    /** 0 by default. */
    seed?: Seed;
}

/** A function of a node, a vector of floats, that returns a node, a float. Their types are those of three.js, which has them in a package of its own. */
export type NoiseNode = (place: any) => any;

/** The lacunarity is 2, and `octaves` is at most 12. */
export interface NodeFractalOptions extends NodeOptions, Omit<FractalOptions, "lacunarity"> {
    /** The noise whose octaves are summed: Perlin noise by default. */
    of?: (options?: NodeOptions) => NoiseNode;
}

export function perlin2(options?: NodeOptions): NoiseNode;
export function perlin3(options?: NodeOptions): NoiseNode;
export function value2(options?: NodeOptions): NoiseNode;
export function value3(options?: NodeOptions): NoiseNode;
export function simplex2(options?: NodeOptions): NoiseNode;
export function simplex3(options?: NodeOptions): NoiseNode;
export function fbm2(options?: NodeFractalOptions): NoiseNode;
export function fbm3(options?: NodeFractalOptions): NoiseNode;
