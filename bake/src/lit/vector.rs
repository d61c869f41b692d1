//! Vectors of three numbers: directions, positions and colours.

pub(crate) type Vector = [f32; 3];

pub(crate) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn scaled(a: Vector, factor: f32) -> Vector {
    a.map(|part| part * factor)
}

pub(super) fn plus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

/// Returns `a + t b`.
pub(crate) fn along(a: Vector, b: Vector, t: f32) -> Vector {
    plus(a, scaled(b, t))
}

/// Returns the products of the components.
pub(super) fn times(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] * b[axis])
}

pub(super) fn mix(a: Vector, b: Vector, share: f32) -> Vector {
    std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * share)
}

pub(super) fn length(a: Vector) -> f32 {
    libm::sqrtf(dot(a, a))
}

/// Returns the direction of a vector that is not zero.
pub(crate) fn unit(a: Vector) -> Vector {
    scaled(a, 1.0 / length(a))
}

/// Returns where a ray from `normal`'s surface to `to` comes from, mirrored.
pub(super) fn mirrored(to: Vector, normal: Vector) -> Vector {
    along(scaled(to, -1.0), normal, 2.0 * dot(to, normal))
}
