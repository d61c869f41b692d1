//@ needs: strict lattice hash
// Woven threads: the warp along y and the weft along x. Each thread of the weft passes over some of the warp and under the next ones, and from row to row that
// moves by a number of threads.
//
// A cell of the lattice is a whole pattern, `over + under` threads along each axis, so a period of whole cells cuts none. It is split into a cell a thread.

// The outputs of which nothing is random: the height, the place across and along the thread on top, and whether there is one.
const WEAVE_HEIGHT: u32 = 0u;
const WEAVE_U: u32 = 1u;
const WEAVE_V: u32 = 2u;
const WEAVE_MASK: u32 = 3u;

// A thread at a sample: how far the sample is from its middle in half widths, its section, which is 1 in the middle and 0 at the edges, how high the middle
// lies, and how that changes along the thread in cells.
struct WovenThread {
    across: f32,
    section: f32,
    middle: f32,
    steepness: f32,
}

struct Crossing {
    warp: WovenThread,
    weft: WovenThread,
}

// How high the middle of the weft lies at a crossing of the pattern.
fn weave_level(over: Uniform, repeat: Uniform, place: u32) -> f32 {
    // The remainder of the place, which is below 2^10, by at most 16 threads: exact.
    let rest = place - ((place * (0x10000u / repeat + 1u)) >> 16u) * repeat;
    return select(0.25f, 1.0f, rest < over);
}

// A thread that lies so far from the sample, by its levels at the crossing before, here and after, and the sample's place along it in its cell.
fn weave_thread(across: f32, rate: f32, along: f32, before: f32, here: f32, after: f32) -> WovenThread {
    let far = rounded((across - 0.5f) * rate);
    let is_first = along < 0.5f;
    let t = rounded(along + select(-0.5f, 0.5f, is_first));
    let start = select(here, before, is_first);
    let end = select(after, here, is_first);
    let steepness = rounded(fade_cubic_slope(t) * (end - start));
    return WovenThread(far, rounded(1.0f - rounded(far * far)), lerp(fade_cubic(t), start, end), steepness);
}

fn weave_crossing(over: Uniform, under: Uniform, step: Uniform, rate: f32, x: Coordinate, y: Coordinate) -> Crossing {
    let repeat = over + under;
    let fx = unit(x.fraction * repeat);
    let fy = unit(y.fraction * repeat);
    // One pattern more, so that the crossing before has no number below 0.
    let place = part_of_cell(x.fraction, repeat) + step * (part_of_cell(y.fraction, repeat) + repeat);
    let here = weave_level(over, repeat, place);
    let left = weave_level(over, repeat, place + repeat - 1u);
    let right = weave_level(over, repeat, place + 1u);
    // The warp lies low where the weft lies high.
    let below = rounded(1.25f - weave_level(over, repeat, place - step));
    let above = rounded(1.25f - weave_level(over, repeat, place + step));
    return Crossing(weave_thread(fx, rate, fy, below, rounded(1.25f - here), above), weave_thread(fy, rate, fx, left, here, right));
}

fn weave_height(thread: WovenThread) -> f32 {
    return rounded(max(thread.section, 0.0f) * thread.middle);
}

// Whether the warp is on top.
fn weave_is_warp(crossing: Crossing) -> bool {
    return weave_height(crossing.weft) < weave_height(crossing.warp);
}

//@ basis
fn weave_2(output: Uniform, over: Uniform, under: Uniform, step: Uniform, rate: f32, x: Coordinate, y: Coordinate) -> f32 {
    let crossing = weave_crossing(over, under, step, rate, x, y);
    if output == WEAVE_HEIGHT {
        return max(weave_height(crossing.warp), weave_height(crossing.weft));
    }
    if output == WEAVE_MASK {
        return select(0.0f, 1.0f, 0.0f <= max(crossing.warp.section, crossing.weft.section));
    }
    let is_warp = weave_is_warp(crossing);
    if output == WEAVE_U {
        // The weft's is turned a quarter, as all of it is.
        return 0.5f * max(min(select(-crossing.weft.across, crossing.warp.across, is_warp), 1.0f), -1.0f);
    }
    return rounded(unit(select(x.fraction, y.fraction, is_warp) * (over + under)) - 0.5f);
}

// The derivatives of `weave_2` by x and y in cells of the lattice; 0 where it is held.
//@ outlined
fn weave_2_slope(output: Uniform, over: Uniform, under: Uniform, step: Uniform, rate: f32, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let crossing = weave_crossing(over, under, step, rate, x, y);
    let is_warp = weave_is_warp(crossing);
    let far = select(crossing.weft.across, crossing.warp.across, is_warp);
    let section = select(crossing.weft.section, crossing.warp.section, is_warp);
    let is_beside = section < 0.0f;
    var across = rounded(rounded(-2.0f * rounded(far * rate)) * select(crossing.weft.middle, crossing.warp.middle, is_warp));
    var along = rounded(max(section, 0.0f) * select(crossing.weft.steepness, crossing.warp.steepness, is_warp));
    if output == WEAVE_U {
        across = 0.5f * select(-rate, rate, is_warp);
        along = 0.0f;
    }
    across = select(across, 0.0f, is_beside);
    if output == WEAVE_V {
        across = 0.0f;
        along = 1.0f;
    }
    let repeat = f32(over + under);
    return vec4<f32>(rounded(select(along, across, is_warp) * repeat), rounded(select(across, along, is_warp) * repeat), 0.0f, 0.0f);
}

// A random number of the thread on top.
//@ basis
fn weave_id_2(over: Uniform, under: Uniform, step: Uniform, rate: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let is_warp = weave_is_warp(weave_crossing(over, under, step, rate, x, y));
    let cell = select(in_parts(y, over + under).cell, in_parts(x, over + under).cell, is_warp);
    return hash_value(hash_3(key, cell, select(0u, 1u, is_warp), 0u));
}
