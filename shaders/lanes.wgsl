//@ kernel
//@ needs: strict
//@ graph: SIDE
// What lanes with several samples do, in rows and in columns.

// A lane's value of the sample with a number that is not constant: a GPU keeps an array in slow memory if such a number indexes it.
fn one_of(number: u32, values: array<f32, SIDE>) -> f32 {
    var one = values[0];
    for (var n = 1u; n < SIDE; n += 1u) {
        one = select(one, values[n], n == number);
    }
    return one;
}
