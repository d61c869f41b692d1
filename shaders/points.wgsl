//@ kernel
//@ needs: field
//@ graph: evaluate store
// The entry point of kernels over points.

// A workgroup has 1024 points. Each invocation has four of them, one after another.
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
    zero = parameters.zero;
    for (var number = 0u; number < 4u; number += 1u) {
        let at = vec3<u32>(group.x * 1024u + number * 256u + lane.x, 0u, 0u);
        if at.x < parameters.size.x {
            store(at, evaluate(at));
        }
    }
}
