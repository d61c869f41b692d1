// Seeds: 64 bits as a BigInt.

const bits64 = (value) => BigInt.asUintN(64, value);

/** The first output of SplitMix64 (Steele, Lea and Flood 2014) from a state. */
export function splitMix(state) {
    let z = bits64(state + 0x9e3779b97f4a7c15n);
    z = bits64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = bits64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
}

/**
 * The seed of a whole number, a BigInt or a text, as 64 bits. A negative number means its two's complement. A text is hashed: FNV-1a over its UTF-8 bytes, then
 * SplitMix64.
 */
export function seedOf(seed) {
    if (typeof seed === "string") {
        let hash = 0xcbf29ce484222325n;
        for (const byte of new TextEncoder().encode(seed)) {
            hash = bits64((hash ^ BigInt(byte)) * 0x100000001b3n);
        }
        return splitMix(hash);
    }
    if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
        throw new RangeError(`seed: ${seed} is no whole number within ±(2^53 - 1); give one, a BigInt or a text`);
    }
    return bits64(BigInt(seed));
}

/** The key of the lattice hash for a seed, as two words. */
export function keyOf(seed) {
    const key = splitMix(seed);
    return [Number(BigInt.asIntN(32, key)), Number(BigInt.asIntN(32, key >> 32n))];
}

/** The offset of an octave along an axis, in 2^-32 cells. */
export function octaveOffset(seed, octave, axis) {
    return octave === 0 ? 0n : splitMix(splitMix(splitMix(seed) + BigInt(octave)) + BigInt(axis)) >> 24n;
}
