// Recipes by lacuna's CPU engine as WebAssembly. See README.md.
import start, { Recipe } from "./engine/lacuna_wasm.js";
import { seedOf } from "./seed.js";

/** The most floats that WebAssembly's memory holds. */
const MOST = 2 ** 30;

let started = null;

/** Compiles the module, once. Node fetches no files. */
async function compiled() {
    const module = new URL("./engine/lacuna_wasm_bg.wasm", import.meta.url);
    const files = module.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises");
    await start({ module_or_path: files ? files.readFile(module) : module });
}

/** A file that was not loaded is loaded at the next call. */
function again(error) {
    started = null;
    throw error;
}

/** A value of a key in TOML's notation. JSON escapes all control characters but one. */
function toml(value) {
    if (typeof value === "string") return JSON.stringify(value).replaceAll("\x7f", "\\u007f");
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, toml).join(", ")}]`;
    if (value === null || value === undefined) throw new TypeError(`set: ${value} is no value; leave the key out`);
    if (typeof value === "object") return `{ ${Object.entries(value).map(([key, value]) => `${toml(key)} = ${toml(value)}`).join(", ")} }`;
    return String(value);
}

/** An output of a recipe. */
class Noise {
    #recipe;

    constructor(recipe) {
        this.#recipe = recipe;
        this.channels = recipe.channels;
        this.outputs = recipe.outputs;
    }

    grid(out, { size = this.#recipe.size, region, z = 0, w = 0 } = {}) {
        const counts = Array.from(size ?? []);
        if (![2, 3].includes(counts.length) || !counts.every((count) => Number.isInteger(count) && count > 0 && count < 2 ** 32)) {
            throw new RangeError(`size: ${size} is no list of two or three whole numbers above 0`);
        }
        if (counts.length === 3 && z !== 0) throw new RangeError("z: a volume has it in its region; leave it out");
        const length = counts.reduce((all, count) => all * count, this.channels);
        if (length > MOST) throw new RangeError(`size: ${size} has more than ${MOST} samples; make parts`);
        if (out !== null && out !== undefined && !(out instanceof Float32Array && out.length >= length)) {
            throw new RangeError(`out: give a Float32Array with room for ${length} numbers`);
        }
        const into = out ?? new Float32Array(length);
        if (counts.length === 2) {
            this.#recipe.plane(...counts, region, z, w, into);
        } else {
            this.#recipe.volume(counts, region, w, into);
        }
        return into;
    }

    sample(...place) {
        if (![1, 2, 3, 4].includes(place.length)) {
            throw new RangeError(`sample: ${place.length} coordinates; give one to four`);
        }
        return this.#recipe.sample(place);
    }

    free() {
        this.#recipe.free();
    }
}

export async function recipe(source, { seed, set = {}, output } = {}) {
    if (typeof source !== "string") throw new TypeError("source: give the name of a preset or of a kind of node, or the text of a recipe");
    await (started ??= compiled().catch(again));
    // A name has neither.
    const isText = /[\n=]/.test(source);
    const [keys, values] = [Object.keys(set), Object.values(set).map(toml)];
    return new Noise(new Recipe(source, isText, seed === undefined ? undefined : seedOf(seed), keys, values, output));
}
