//@ kernel
//@ needs: field
//@ graph: LINES evaluate store
// The entry point of kernels that evaluate each sample of a grid by itself.

// A workgroup has 64 samples of 16 rows. Each invocation has one or more samples of a column, one after another.
@compute @workgroup_size(64, LINES)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
    zero = parameters.zero;
    for (var row = lane.y; row < 16u; row += LINES) {
        let at = vec3<u32>(group.x * 64u + lane.x, group.y * 16u + row, group.z);
        if at.x < parameters.size.x && at.y < parameters.size.y {
            store(at, evaluate(at));
        }
    }
}
