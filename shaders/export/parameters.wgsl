//@ kernel
//@ needs: module
//@ graph: Parameters
// The numbers of a module that are parameters, by their place among the words.

// A word.
fn word(parameters: Parameters, at: u32) -> u32 {
    return parameters.words[at >> 2u][at & 3u];
}

// Three words.
fn words_of(parameters: Parameters, at: u32) -> vec3<u32> {
    return vec3<u32>(word(parameters, at), word(parameters, at + 1u), word(parameters, at + 2u));
}

// `multiplied` with factors and summands from a place on.
fn multiplied_by(parameters: Parameters, at: u32, words: u32, steps: vec2<u32>) -> vec3<u32> {
    var carry = vec2<u32>(0u, 0u);
    var position = vec3<u32>(0u, 0u, 0u);
    for (var i = 0u; i < words; i += 1u) {
        let factor = word(parameters, at + 2u * i);
        let next = next_word(vec2<u32>(factor, word(parameters, at + 2u * i + 1u)), steps, carry);
        carry = vec2<u32>(next[1], next[2]);
        position = vec3<u32>(position[1], position[2], next[0]);
    }
    return position;
}

// `placed` with factors and summands from a place on, and the period after them.
fn placed_by(parameters: Parameters, at: u32, words: u32, steps: vec2<u32>) -> Coordinate {
    let period = word(parameters, at + 2u * words);
    var carry = vec2<u32>(0u, 0u);
    var position = vec2<u32>(0u, 0u);
    for (var i = 0u; i < words; i += 1u) {
        let factor = word(parameters, at + 2u * i);
        let next = next_word(vec2<u32>(factor, word(parameters, at + 2u * i + 1u)), steps, carry);
        carry = vec2<u32>(next[1], next[2]);
        position = next_cells(next[0], position[0], period);
    }
    return Coordinate(position[0], position[1], period);
}
