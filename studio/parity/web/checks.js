// What is compared, and the comparison. `cargo xtask parity` writes the files.

/** The most samples of a function that are told in detail. */
const MOST_TOLD = 3;

async function fetched(name) {
    const response = await fetch(new URL(name, import.meta.url));
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return response;
}

export const json = async (name) => (await fetched(name)).json();

/** The version of the library, and all functions: each has a number, its place, and the bits that are expected. */
export async function opened() {
    const [{ version, domains, checks }, bits] = await Promise.all([json("checks.json"), fetched("expected.bin").then((file) => file.arrayBuffer())]);
    let first = 0;
    for (const [number, check] of checks.entries()) {
        const { domain, places } = domains[check.domain];
        const length = samplesOf(domain) * check.channels;
        Object.assign(check, { number, domain, places, expected: new Uint32Array(bits, 4 * first, length) });
        first += length;
    }
    return { version, checks };
}

function samplesOf({ points, grid }) {
    return points ? points.length : grid.x[2] * grid.y[2];
}

/** The coordinates of a sample, as text. */
export function placeOf({ points, grid }, sample) {
    if (points) return points[sample].join(", ");
    const along = ([start, end, samples], index) => Number(start) + ((Number(end) - Number(start)) * (index + 0.5)) / samples;
    const [width] = [grid.x[2]];
    return [along(grid.x, sample % width), along(grid.y, Math.floor(sample / width)), grid.z, grid.w].join(", ");
}

/** Compares floats with the bits that are expected of the samples `at`, or of all: how many values differ, and where the first of them lie. */
export function compared(check, { values, at }) {
    const { channels, expected } = check;
    const found = new Uint32Array(values.buffer, values.byteOffset, values.length);
    const samples = at ? at.length : expected.length / channels;
    if (found.length !== samples * channels) throw new Error(`${found.length} values instead of ${samples * channels}`);
    const told = [];
    let differing = 0;
    for (let number = 0; number < found.length; number++) {
        const channel = number % channels;
        const sample = at ? at[(number - channel) / channels] : (number - channel) / channels;
        const right = expected[sample * channels + channel];
        if (found[number] === right) continue;
        differing += 1;
        if (told.length < MOST_TOLD) told.push({ place: placeOf(check.domain, sample), channel, found: found[number], expected: right });
    }
    return { compared: found.length, differing, told };
}
