// Improved noise as in Ken Perlin's reference implementation (2002): a table of twice 256 entries, gradients by the low four bits of the hash.

@group(0) @binding(1) var<storage, read> p512: array<u32>;

fn textbook_grad(hash: u32, x: f32, y: f32, z: f32) -> f32 {
    let h = hash & 15u;
    let u = select(y, x, h < 8u);
    let v = select(select(z, x, h == 12u || h == 14u), y, h < 4u);
    return select(-u, u, (h & 1u) == 0u) + select(-v, v, (h & 2u) == 0u);
}

fn textbook_fade(t: f32) -> f32 {
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

fn textbook(at: vec3<f32>) -> f32 {
    let cell = floor(at);
    let x = u32(i32(cell.x)) & 255u;
    let y = u32(i32(cell.y)) & 255u;
    let z = u32(i32(cell.z)) & 255u;
    let f = at - cell;
    let u = textbook_fade(f.x);
    let v = textbook_fade(f.y);
    let w = textbook_fade(f.z);
    let a = p512[x] + y;
    let aa = p512[a] + z;
    let ab = p512[a + 1u] + z;
    let b = p512[x + 1u] + y;
    let ba = p512[b] + z;
    let bb = p512[b + 1u] + z;
    let low = mix(
        mix(textbook_grad(p512[aa], f.x, f.y, f.z), textbook_grad(p512[ba], f.x - 1.0, f.y, f.z), u),
        mix(textbook_grad(p512[ab], f.x, f.y - 1.0, f.z), textbook_grad(p512[bb], f.x - 1.0, f.y - 1.0, f.z), u),
        v,
    );
    let high = mix(
        mix(textbook_grad(p512[aa + 1u], f.x, f.y, f.z - 1.0), textbook_grad(p512[ba + 1u], f.x - 1.0, f.y, f.z - 1.0), u),
        mix(textbook_grad(p512[ab + 1u], f.x, f.y - 1.0, f.z - 1.0), textbook_grad(p512[bb + 1u], f.x - 1.0, f.y - 1.0, f.z - 1.0), u),
        v,
    );
    return mix(low, high, w);
}

fn textbook_sum(at: vec3<f32>) -> f32 {
    var sum = 0.0;
    var weight = 0.5;
    var place = at;
    for (var octave = 0u; octave < 6u; octave += 1u) {
        sum += weight * textbook(place);
        weight *= 0.5;
        place = vec3<f32>(place.xy * 2.0, place.z * 2.0);
    }
    return sum;
}
