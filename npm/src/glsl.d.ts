import type { FractalOptions, Seed } from "./index.js";

export interface ShaderOptions {
    /** 0 by default. */
    seed?: Seed;
    /** The name of the function, which all other names begin with: `noise` by default. */
    name?: string;
}

/** The lacunarity is 2, and `octaves` is at most 12. */
export interface ShaderFractalOptions extends ShaderOptions, Omit<FractalOptions, "lacunarity"> {
    /** The noise whose octaves are summed: Perlin noise by default. */
    of?: (options?: ShaderOptions) => string;
}

export function perlin2(options?: ShaderOptions): string;
export function perlin3(options?: ShaderOptions): string;
export function value2(options?: ShaderOptions): string;
export function value3(options?: ShaderOptions): string;
export function simplex2(options?: ShaderOptions): string;
export function simplex3(options?: ShaderOptions): string;
export function fbm2(options?: ShaderFractalOptions): string;
export function fbm3(options?: ShaderFractalOptions): string;
