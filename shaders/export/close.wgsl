//@ kernel
//@ needs: module
// Replaces `rounded` in an exported module that is not strict.

// Not strict: compilers may contract and reorder, so that the last digits of a value depend on them.
fn rounded(v: f32) -> f32 {
    return v;
}
