//@ by hand: ranked
// Each construct of WGSL that is translated, in a function of two floats and two words that gives a word.
//
// A test holds each, translated, at every vector level to what a GPU makes of it. Floats are moderate, words are any. No sum of floats is added to
// another, since compilers of shaders may reorder those.

alias Uniform = u32;

var<private> hidden: u32;

const SEVEN: u32 = 7u;
const HALF: f32 = 0.5f;

struct Pair {
    real: f32,
    word: u32,
    count: Uniform,
}

struct Nest {
    pair: Pair,
    way: vec3<f32>,
}

fn literals(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(a + 0.25f) ^ bitcast<u32>(b + 1e3f) ^ bitcast<u32>(0x1p-3f + a) ^ (p + 0xffff0001u);
}

fn constants(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return (p + SEVEN) ^ bitcast<u32>(b - HALF);
}

fn a_private_variable(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return p | hidden;
}

fn sums_of_floats(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(a + b) ^ bitcast<u32>(a - b);
}

fn a_negation(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(-a) ^ bitcast<u32>(b - -1.5f);
}

fn words_wrap(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return p * q + (p - q) * 3u;
}

fn bits_of_words(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return (p & q) ^ (p | 12u) ^ (q & 0xff00ffu);
}

// Operators bind otherwise in Rust, and brackets that it needs not are gone.
fn brackets(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return ((p + q) * (p - q)) ^ (((p ^ q)) + 1u) ^ (p - (q - (p + 1u)));
}

fn shifted_by(word: u32, bits: Uniform) -> u32 {
    return (word << bits) ^ (word >> (bits + 1u)) ^ (word << 3u) ^ (word >> 31u);
}

fn shifts(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return shifted_by(p, 5u) ^ shifted_by(q, 0u);
}

// What is the same for all wraps, too; the quotient by 0 is the number, what is left over is 0.
fn uniform_of(n: Uniform, d: Uniform) -> Uniform {
    let product = (n * 0x10001u - 70000u) ^ (n + 0xfffffff0u);
    return product / d + product % d + (n >> d) + (n << 3u) + max(min(n, 90u), d);
}

fn uniform_words(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return (p + uniform_of(77777u, 12u)) ^ (q * uniform_of(1u, 3u)) ^ uniform_of(0xfffffu, 31u);
}

fn comparisons_of_floats(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let lower = select(0u, 1u, a < b) + select(0u, 2u, a <= b) + select(0u, 4u, a == b);
    return lower + select(0u, 8u, a > b) + select(0u, 16u, a >= b) + select(0u, 32u, a != b) + select(0u, 64u, a == a);
}

fn comparisons_of_words(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let lower = select(0u, 1u, p < q) + select(0u, 2u, p <= q) + select(0u, 4u, p == q);
    return lower + select(0u, 8u, p > q) + select(0u, 16u, p >= q) + select(0u, 32u, p != q) + select(0u, 64u, p >= p);
}

fn masks(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let less = a < b;
    let odd = (p & 1u) == 1u;
    let both = select(0u, 1u, less && odd) + select(0u, 2u, less || odd) + select(0u, 4u, !less);
    return both + select(0u, 8u, less || (odd && p < q)) + select(0u, 16u, less & odd) + select(0u, 32u, less | !odd);
}

fn is_between(v: f32, low: f32, high: f32) -> bool {
    return low < v && v < high;
}

fn a_mask_as_a_result(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return select(p, q, is_between(a, -0.5f, b));
}

fn selections(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(select(a, 2.0f, a < b)) ^ select(3u, p, b < a) ^ select(4u, 5u, a < b);
}

fn chosen_by(option: Uniform, v: f32) -> f32 {
    let low = select(-1.0f, -2.0f, option == SEVEN);
    return select(v, low, option < 8u && option != 3u) + select(0.5f, v, option == 3u);
}

fn uniform_selections(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(chosen_by(7u, a)) ^ bitcast<u32>(chosen_by(3u, b)) ^ bitcast<u32>(chosen_by(9u, a));
}

fn built_in_functions(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(min(a, b)) ^ bitcast<u32>(max(a, 0.5f)) ^ bitcast<u32>(floor(b)) ^ bitcast<u32>(abs(a));
}

fn conversions(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return u32(abs(a) * 1024.0f) ^ bitcast<u32>(f32(p >> 8u)) ^ bitcast<u32>(bitcast<f32>((q >> 9u) | 0x3f800000u) - 1.0f);
}

fn paired(a: f32, p: u32, count: Uniform) -> Pair {
    return Pair(a, p, count);
}

fn structs(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let nest = Nest(paired(a, p, 3u), vec3<f32>(a, 0.0f, b));
    let pair = nest.pair;
    return (pair.word * pair.count) ^ bitcast<u32>(pair.real + nest.way[2]) ^ bitcast<u32>(nest.way.x);
}

fn turned(way: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(-way[1], way.x);
}

fn vectors(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let words = vec4<u32>(p, q, 3u, p ^ q);
    let way = turned(vec2<f32>(a, b));
    return words[0] ^ words.y ^ words[2] ^ words.w ^ bitcast<u32>(way[0]) ^ bitcast<u32>(way.y * 2.0f);
}

fn mixed(way: vec3<f32>, by: vec2<Uniform>) -> u32 {
    return (bitcast<u32>(way[0]) + bitcast<u32>(way[1]) * 3u + bitcast<u32>(way[2]) * 5u) * (by[0] + by.y);
}

// A vector of numbers that are the same for all, where lanes are asked for.
fn uniform_vectors(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let nowhere = vec3<f32>(0.0f, 1.0f, 2.0f);
    return mixed(nowhere, vec2<Uniform>(1u, 2u)) ^ mixed(vec3<f32>(a, 0.5f, b), vec2<Uniform>(3u, 4u));
}

fn of_constants(v: f32, w: u32) -> f32 {
    return v + f32(w >> 16u);
}

fn a_call_of_constants(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(of_constants(1.5f, 0x20000u) + a);
}

// A variable is found to have lanes by what it is given later, and so is one that takes its value.
fn variables(a: f32, b: f32, p: u32, q: u32) -> u32 {
    var found = 1u;
    var copied = 2u;
    var counted = 0u;
    while counted < 3u {
        copied = copied + found;
        found = (found * 5u) ^ p;
        counted += 1u;
    }
    return copied ^ found ^ counted;
}

fn compound_assignments(a: f32, b: f32, p: u32, q: u32) -> u32 {
    var word = p;
    word += q;
    word *= 3u;
    word ^= 0xabcu;
    word -= p;
    word |= 1u;
    word &= 0xfffffffu;
    word <<= 2u;
    word >>= 1u;
    var real = a;
    real += b;
    real -= 0.5f;
    real *= 2.0f;
    return word ^ bitcast<u32>(real);
}

fn counted_to(end: Uniform, p: u32) -> u32 {
    var sum = p;
    var i = 0u;
    while i < 10u {
        i += 1u;
        if i == 2u {
            continue;
        }
        if i > end {
            break;
        }
        sum = sum * 3u + i;
    }
    return sum;
}

fn loops(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return counted_to(4u, p) ^ counted_to(100u, q);
}

fn by_option(option: Uniform, v: f32) -> f32 {
    if option == 1u {
        return v + 1.0f;
    } else if option == 2u {
        return 2.0f;
    } else {
        if option > SEVEN {
            return -v;
        }
    }
    return v;
}

fn branches_on_options(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(by_option(1u, a)) ^ bitcast<u32>(by_option(2u, a)) ^ bitcast<u32>(by_option(9u, b)) ^ bitcast<u32>(by_option(3u, b));
}

fn scopes(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let v = p;
    var sum = v;
    {
        let v = q;
        sum += v;
    }
    return sum ^ v;
}

fn a_branch_on_lanes(a: f32, b: f32, p: u32, q: u32) -> u32 {
    var most = a;
    //@ any: what is not above the largest found leaves it.
    if most < b {
        most = max(most, b);
    }
    return bitcast<u32>(most);
}

//@ outlined
fn alone(v: f32, w: u32) -> f32 {
    if SEVEN == 7u {
        return v + f32(w & 0xffu);
    }
    return v;
}

//@ outlined: narrow
fn alone_in_narrow_vectors(v: f32) -> f32 {
    return v * 0.5f;
}

fn outlined_functions(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(alone(a, p)) ^ bitcast<u32>(alone_in_narrow_vectors(b));
}

// A table indexed by lanes.
fn ranked(p: u32) -> f32 {
    return vec4<f32>(0.5f, -1.25f, 8.0f, 3.0f)[p & 3u];
}

fn primitives(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return bitcast<u32>(ranked(p) + a);
}

// A name that is a word of Rust's.
fn words_of_rust(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let box = p;
    let dyn = q;
    return box ^ dyn;
}
