// @generated from the shaders by `cargo xtask twins`: what is edited here is lost.
//
// The functions that programs call. Each macro passes its rows to another macro, whose name is its argument.
//
// Variants are the functions' names in CamelCase, an operation's without `_of` at the end; the next two words of a row are the shader's file and the function.
// Names of constants are resolved where the rows are used, with the modules of the shaders in scope.
//
// operations!: $($variant:ident $file:ident $name:ident($($parameter:ident)*),)*
//
// bases!, where lists may be empty:
//     $(
//         $variant:ident $file:ident $name:ident
//         options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
//         slope($($slope:ident)?)
//         corner($(
//             $corner:ident $stages:ident
//             options($($corner_option:ident)*) coordinates($($corner_coordinate:ident)+) gradients($($gradients:ident)?)
//             slope($($corner_slope:ident)?)
//         )?),
//     )*
// The parameters are in order; `hash` is `hash`, the hash of Perlin noise, or `key`, the key of the lattice hash. The slope has the same ones; a corner has the named options, then the hash and the coordinates. Its stages are those of
// stages.rs. `gradients` is the function of (set, hash, axis) that returns the gradients' components, and the corner's slope its derivative by z.
//
// known_bases!, the bases that are compiled once more for known values of options:
//     $(
//         $variant:ident $file:ident $name:ident
//         options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
//         known($($known:ident = $value:expr,)*) kind($kind:expr),
//     )*
// `kind` is the kind of hash if it is known, otherwise `None`. The first row that holds applies.
//
// known_slopes!, the same for their derivatives: the name is that of the derivatives' function.

// The functions of registers that programs call.
macro_rules! operations {
    ($then:ident) => {
        $then! {
            Quotient arithmetic quotient(a b limit),
            Sqrt arithmetic sqrt_of(v),
            Power arithmetic power(v exponent),
            Angle arithmetic angle(y x),
            Sine arithmetic sine(t),
            RampPiece color ramp_piece(before v start width c0 c1),
            OklabChannel color oklab_channel(l a b by_long by_medium by_short),
            OklabChannelSlope color oklab_channel_slope(l a b dl da db by_long by_medium by_short),
            Add combine add(a b),
            Subtract combine subtract(a b),
            Multiply combine multiply(a b),
            Min combine min_of(a b),
            Max combine max_of(a b),
            SmoothMin combine smooth_min(a b radius),
            SmoothMax combine smooth_max(a b radius),
            SmoothMinShare combine smooth_min_share(a b radius),
            SmoothMaxShare combine smooth_max_share(a b radius),
            Lerp combine lerp_of(a b mask),
            Threshold combine threshold(v bound below otherwise),
            FbmOctave fractal fbm_octave(sum weight value),
            TurbulenceOctave fractal turbulence_octave(sum weight value),
            BillowOctave fractal billow_octave(sum weight value),
            RidgedSignal fractal ridged_signal(value offset factor),
            RidgedFactor fractal ridged_factor(signal feedback),
            HybridSignal fractal hybrid_signal(value offset weight factor),
            HeterogeneousOctave fractal heterogeneous_octave(sum weight value offset factor),
            FbmTotal fractal fbm_total(sum scale),
            ScaleOffset modify scale_offset(value scale offset),
            Abs modify abs_of(v),
            Smoothstep modify smoothstep_of(v low high),
            SmoothstepSlope modify smoothstep_slope(v low high),
            Bias modify bias(v amount),
            BiasSlope modify bias_slope(v amount),
            Gain modify gain(v amount),
            GainSlope modify gain_slope(v amount),
            Terrace modify terrace(v steps height sharpness),
            TerraceSlope modify terrace_slope(v steps sharpness),
            Quantize modify quantize(v steps height),
            CurvePiece modify curve_piece(before v start c0 c1 c2 c3),
            PingPong modify ping_pong(v strength),
            PingPongSlope modify ping_pong_slope(v strength),
            Fraction modify fraction_of(v),
            PowerSlope modify power_slope(v exponent),
            SqrtSlope modify sqrt_slope(v),
        }
    };
}
pub(crate) use operations;

// The basis functions.
macro_rules! bases {
    ($then:ident) => {
        $then! {
            Blue2 blue blue_2 options() scalars() hash(key) coordinates(x y)
                slope() corner(),
            Cellular1 cellular cellular_1 options(metric output) scalars(jitter smoothness) hash(key) coordinates(x)
                slope(cellular_1_slope) corner(),
            Cellular2 cellular cellular_2 options(metric output) scalars(jitter smoothness) hash(key) coordinates(x y)
                slope(cellular_2_slope) corner(),
            Cellular3 cellular cellular_3 options(metric output) scalars(jitter smoothness) hash(key) coordinates(x y z)
                slope(cellular_3_slope) corner(),
            Checker1 checker checker_1 options() scalars() hash() coordinates(x)
                slope() corner(),
            Checker2 checker checker_2 options() scalars() hash() coordinates(x y)
                slope() corner(),
            Checker3 checker checker_3 options() scalars() hash() coordinates(x y z)
                slope() corner(),
            Checker4 checker checker_4 options() scalars() hash() coordinates(x y z w)
                slope() corner(),
            Position coordinate position options() scalars() hash() coordinates(at)
                slope() corner(),
            Erosion2 erosion erosion_2 options() scalars() hash(key) coordinates(x y across_x across_y)
                slope(erosion_2_slope) corner(),
            Erosion3 erosion erosion_3 options() scalars() hash(key) coordinates(x y z across_x across_y across_z)
                slope(erosion_3_slope) corner(),
            Perlin1 perlin perlin_1 options(gradients interpolation) scalars() hash(hash) coordinates(x)
                slope(perlin_1_slope) corner(),
            Perlin2 perlin perlin_2 options(gradients interpolation) scalars() hash(hash) coordinates(x y)
                slope(perlin_2_slope) corner(perlin_2_corner Perlin options(gradients) coordinates(x y) gradients(perlin_gradient) slope()),
            Perlin3 perlin perlin_3 options(interpolation) scalars() hash(hash) coordinates(x y z)
                slope(perlin_3_slope) corner(perlin_3_corner Perlin options(interpolation) coordinates(x y z) gradients(perlin_gradient) slope(perlin_3_corner_slope)),
            Perlin4 perlin perlin_4 options(interpolation) scalars() hash(hash) coordinates(x y z w)
                slope(perlin_4_slope) corner(perlin_4_corner Perlin options(interpolation) coordinates(x y z w) gradients() slope(perlin_4_corner_slope)),
            Scatter2 scatter scatter_2 options(reach copies) scalars(jitter size size_half turns turns_half) hash(key) coordinates(x y number)
                slope(scatter_2_slope) corner(),
            ScatterWay2 scatter scatter_way_2 options(reach copies) scalars(jitter) hash(key) coordinates(x y number)
                slope(scatter_way_2_slope) corner(),
            Scratches2 scratches scratches_2 options(output layers) scalars(by_half by_width turn spread bend) hash(key) coordinates(x y)
                slope(scratches_2_slope) corner(),
            Simplex1 simplex simplex_1 options() scalars() hash(key) coordinates(x)
                slope(simplex_1_slope) corner(),
            Simplex2 simplex simplex_2 options() scalars() hash(key) coordinates(x y skew)
                slope(simplex_2_slope) corner(),
            Simplex3 simplex simplex_3 options() scalars() hash(key) coordinates(x y z skew)
                slope(simplex_3_slope) corner(),
            Simplex4 simplex simplex_4 options() scalars() hash(key) coordinates(x y z w skew)
                slope(simplex_4_slope) corner(),
            Sparse1 sparse sparse_1 options() scalars() hash(key) coordinates(x)
                slope(sparse_1_slope) corner(),
            Sparse2 sparse sparse_2 options() scalars() hash(key) coordinates(x y)
                slope(sparse_2_slope) corner(),
            Sparse3 sparse sparse_3 options() scalars() hash(key) coordinates(x y z)
                slope(sparse_3_slope) corner(),
            Tiles2 tiles tiles_2 options(pattern output columns rows) scalars(wide high shift jitter_x jitter_y joint corner chance turn lean_x lean_y lean_far side side_share top_cosine top_share) hash(key) coordinates(x y)
                slope(tiles_2_slope) corner(),
            Value1 value value_1 options(smoothed interpolation) scalars() hash(key) coordinates(x)
                slope(value_1_slope) corner(),
            Value2 value value_2 options(smoothed interpolation) scalars() hash(key) coordinates(x y)
                slope(value_2_slope) corner(value_2_corner Value options(smoothed) coordinates(x y) gradients() slope()),
            Value3 value value_3 options(smoothed interpolation) scalars() hash(key) coordinates(x y z)
                slope(value_3_slope) corner(value_3_corner Value options(smoothed interpolation) coordinates(x y z) gradients() slope(value_3_corner_slope)),
            Value4 value value_4 options(interpolation) scalars() hash(key) coordinates(x y z w)
                slope(value_4_slope) corner(value_4_corner Value options(interpolation) coordinates(x y z w) gradients() slope(value_4_corner_slope)),
            ValueCubic1 value value_cubic_1 options(smoothed) scalars() hash(key) coordinates(x)
                slope(value_cubic_1_slope) corner(),
            ValueCubic2 value value_cubic_2 options(smoothed) scalars() hash(key) coordinates(x y)
                slope(value_cubic_2_slope) corner(value_cubic_2_corner ValueCubic options(smoothed) coordinates(x y) gradients() slope()),
            ValueCubic3 value value_cubic_3 options() scalars() hash(key) coordinates(x y z)
                slope(value_cubic_3_slope) corner(value_cubic_3_corner ValueCubic options() coordinates(x y z) gradients() slope(value_cubic_3_corner_slope)),
            Weave2 weave weave_2 options(output over under step) scalars(rate) hash() coordinates(x y)
                slope(weave_2_slope) corner(),
            WeaveId2 weave weave_id_2 options(over under step) scalars(rate) hash(key) coordinates(x y)
                slope() corner(),
            White1 white white_1 options() scalars() hash(key) coordinates(x)
                slope() corner(),
            White2 white white_2 options() scalars() hash(key) coordinates(x y)
                slope() corner(),
            White3 white white_3 options() scalars() hash(key) coordinates(x y z)
                slope() corner(),
            White4 white white_4 options() scalars() hash(key) coordinates(x y z w)
                slope() corner(),
        }
    };
}
pub(crate) use bases;

// The basis functions of which something is known.
macro_rules! known_bases {
    ($then:ident) => {
        $then! {
            Perlin2 perlin perlin_2 options(gradients interpolation) scalars() hash(hash) coordinates(x y)
                known(gradients = perlin::IMPROVED, interpolation = 3,) kind(Some(table::TABLE)),
            Perlin3 perlin perlin_3 options(interpolation) scalars() hash(hash) coordinates(x y z)
                known(interpolation = 3,) kind(Some(table::LATTICE)),
            Perlin3 perlin perlin_3 options(interpolation) scalars() hash(hash) coordinates(x y z)
                known(interpolation = 3,) kind(Some(table::TABLE)),
            Perlin4 perlin perlin_4 options(interpolation) scalars() hash(hash) coordinates(x y z w)
                known(interpolation = 3,) kind(Some(table::LATTICE)),
            Perlin4 perlin perlin_4 options(interpolation) scalars() hash(hash) coordinates(x y z w)
                known(interpolation = 3,) kind(Some(table::TABLE)),
            Value2 value value_2 options(smoothed interpolation) scalars() hash(key) coordinates(x y)
                known(smoothed = 0,) kind(None),
            Value3 value value_3 options(smoothed interpolation) scalars() hash(key) coordinates(x y z)
                known(smoothed = 0,) kind(None),
        }
    };
}
pub(crate) use known_bases;

// Their derivatives of which something is known.
macro_rules! known_slopes {
    ($then:ident) => {
        $then! {}
    };
}
pub(crate) use known_slopes;
