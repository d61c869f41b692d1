/** A whole number within ±(2^53 - 1), a BigInt, or a text, which is hashed. */
export type Seed = number | bigint | string;

/** A list of numbers to write to. */
export type Out = Float32Array | Float64Array | number[];

export interface GridOptions<Place> {
    /** The numbers of samples along each axis. */
    size: readonly number[];
    /** The first place, 0 by default. */
    origin?: Place | number;
    /** The distance between places, 1 by default. */
    step?: Place | number;
}

interface Grids<Place> {
    /** Writes a grid, x first, to `out` or to a new Float32Array, and returns it. */
    grid(out: undefined | null, options: GridOptions<Place>): Float32Array;
    grid<O extends Out>(out: O, options: GridOptions<Place>): O;
}

export interface Sum1 extends Grids<readonly [number]> {
    (x: number): number;
}

export interface Sum2 extends Grids<readonly [number, number]> {
    (x: number, y: number): number;
}

export interface Sum3 extends Grids<readonly [number, number, number]> {
    (x: number, y: number, z: number): number;
}

export interface Noise1 extends Sum1 {
    /** Writes the derivative to `out`, and returns the value. */
    gradient(x: number, out: Out): number;
}

export interface Noise2 extends Sum2 {
    /** Writes the derivatives along x and y to `out`, and returns the value. */
    gradient(x: number, y: number, out: Out): number;
}

export interface Noise3 extends Sum3 {
    /** Writes the derivatives along x, y and z to `out`, and returns the value. */
    gradient(x: number, y: number, z: number, out: Out): number;
}

export interface SimplexOptions {
    /** 0 by default. */
    seed?: Seed;
}

export interface NoiseOptions extends SimplexOptions {
    /** The number of cells after which the noise repeats, for all axes or for each: at most 2^30. 0, the default, is none. */
    period?: number | readonly number[];
}

export interface CellularOptions<Output> extends NoiseOptions {
    /** What is returned: by default the distance to the nearest point, `f1`. */
    output?: Output;
    /** How far points lie from the centres of their cells, from 0 to 1, the default. */
    jitter?: number;
}

export type CellularOutput2 = "f1" | "f2" | "f2_minus_f1" | "cell_value" | "point_x" | "point_y";
export type CellularOutput3 = CellularOutput2 | "point_z";

export function perlin1(options?: NoiseOptions): Noise1;
export function perlin2(options?: NoiseOptions): Noise2;
export function perlin3(options?: NoiseOptions): Noise3;
export function value1(options?: NoiseOptions): Noise1;
export function value2(options?: NoiseOptions): Noise2;
export function value3(options?: NoiseOptions): Noise3;
export function simplex2(options?: SimplexOptions): Noise2;
export function simplex3(options?: SimplexOptions): Noise3;
export function cellular2(options?: CellularOptions<CellularOutput2>): Noise2;
export function cellular3(options?: CellularOptions<CellularOutput3>): Noise3;

export interface FractalOptions {
    /** The number of octaves, 0.001 to 32; 6 by default. A fraction weakens the last octave. */
    octaves?: number;
    /** The ratio of the frequencies of consecutive octaves, 0.01 to 100; 2 by default. 2.17 is exactly 217/100. */
    lacunarity?: number;
    /** The ratio of the amplitudes of consecutive octaves, 0 to 16; 0.5 by default. */
    gain?: number;
}

export interface RidgedOptions extends FractalOptions {
    /** The height of the ridges before squaring, 1 by default. */
    offset?: number;
    /** The strength with which an octave weights the next, 0 to 100; 2 by default. */
    feedback?: number;
}

/** The options of a fractal, and those of the noise `of` that it sums: Perlin noise by default. */
type Of<Fractal, Basis extends (options?: {}) => unknown> = Fractal & { of?: Basis } & NonNullable<Parameters<Basis>[0]>;

/** The sum of octaves of a noise, fractional Brownian motion. */
export function fbm1<Basis extends (options?: {}) => Noise1 = typeof perlin1>(options?: Of<FractalOptions, Basis>): Noise1;
export function fbm2<Basis extends (options?: {}) => Noise2 = typeof perlin2>(options?: Of<FractalOptions, Basis>): Noise2;
export function fbm3<Basis extends (options?: {}) => Noise3 = typeof perlin3>(options?: Of<FractalOptions, Basis>): Noise3;
/** A ridged multifractal of a noise. */
export function ridged1<Basis extends (options?: {}) => Noise1 = typeof perlin1>(options?: Of<RidgedOptions, Basis>): Sum1;
export function ridged2<Basis extends (options?: {}) => Noise2 = typeof perlin2>(options?: Of<RidgedOptions, Basis>): Sum2;
export function ridged3<Basis extends (options?: {}) => Noise3 = typeof perlin3>(options?: Of<RidgedOptions, Basis>): Sum3;
