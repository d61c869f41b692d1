//@ kernel
//@ needs: field
//@ graph: CHANNELS
// A buffer as the target of a kernel.

@group(0) @binding(4) var<storage, read_write> field: array<f32>;

// The element for the first channel of a sample; the other channels follow it.
fn place(at: vec3<u32>) -> u32 {
    let to = parameters.origin + at;
    return parameters.first + to.z * parameters.slice + to.y * parameters.row + to.x * CHANNELS;
}
