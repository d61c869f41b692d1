import type { Seed } from "./index.js";

/** A value of a key of a recipe. */
export type Value = boolean | number | bigint | string | readonly Value[] | { readonly [key: string]: Value };

export interface RecipeOptions {
    /** Varies all seeds of the recipe, like the command's `--seed`. */
    seed?: Seed;
    /** Values of keys by their names, such as `"fbm.source.frequency"`, or of parameters, such as `"params.roughness"`. */
    set?: Readonly<Record<string, Value>>;
    /** The name of the recipe's output: its default one otherwise. */
    output?: string;
}

export interface Samples {
    /** The samples along x and y, or along x, y and z. The default is the recipe's size, 1024 x 1024 if it has none. */
    size?: readonly number[];
    /**
     * The edges of a plane, [x0, y0, x1, y1], or the faces of a volume, [x0, y0, z0, x1, y1, z1], in units. A plane has the recipe's own region by default, or
     * that from 0 to 8 along x, with square pixels.
     */
    region?: readonly number[];
    /** The position of a plane along z, 0 by default; a volume takes none. */
    z?: number;
    /** The position along w, 0 by default. */
    w?: number;
}

export interface Recipe {
    /** The samples of a pixel. */
    readonly channels: number;
    /** The names of the recipe's outputs. */
    readonly outputs: readonly string[];
    /** Writes the samples at the centres of pixels, x first, with the channels of a pixel side by side, to `out` or to a new array, and returns it. */
    grid(out?: Float32Array | null, samples?: Samples): Float32Array;
    /** Returns the channels at a point. Four coordinates mean 4-D noise, of which 3-D noise is not a slice. */
    sample(x: number, y?: number, z?: number, w?: number): Float32Array;
    /** Gives back the memory at once; without it, that waits until nothing holds the recipe. It can't be used afterwards. */
    free(): void;
}

/** Reads the text of a recipe, or takes a preset, such as `"marble"`, or a kind of node, such as `"perlin"`. */
export function recipe(source: string, options?: RecipeOptions): Promise<Recipe>;
