//@ kernel
//@ needs: field
// A texture as the target of a kernel.

// The linker replaces r32float by the format of the target.
@group(0) @binding(4) var field: texture_storage_2d<r32float, write>;

// The texel for a sample.
fn place(at: vec3<u32>) -> vec2<u32> {
    return parameters.origin.xy + at.xy;
}
