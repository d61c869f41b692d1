//! The functions of registers that programs call.

/// Passes every function to a macro: its variant, the shader file and its name there, which Rust has too, and its parameters.
macro_rules! functions {
    ($then:ident) => {
        $then! {
            FbmOctave fractal fbm_octave(sum weight value),
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
            Add combine add(a b),
            Subtract combine subtract(a b),
            Multiply combine multiply(a b),
            Min combine min_of(a b),
            Max combine max_of(a b),
            SmoothMin combine smooth_min(a b radius),
            SmoothMinShare combine smooth_min_share(a b radius),
            SmoothMax combine smooth_max(a b radius),
            SmoothMaxShare combine smooth_max_share(a b radius),
            Lerp combine lerp_of(a b mask),
            Threshold combine threshold(v bound below otherwise),
            Quotient arithmetic quotient(a b limit),
            Sqrt arithmetic sqrt_of(v),
            SqrtSlope modify sqrt_slope(v),
            Power arithmetic power(v exponent),
            PowerSlope modify power_slope(v exponent),
            Angle arithmetic angle(y x),
            Sine arithmetic sine(t),
            RampPiece color ramp_piece(before v start width c0 c1),
            OklabChannel color oklab_channel(l a b by_long by_medium by_short),
            OklabChannelSlope color oklab_channel_slope(l a b dl da db by_long by_medium by_short),
        }
    };
}
pub(crate) use functions;

macro_rules! function_enum {
    ($($variant:ident $file:ident $name:ident($($parameter:ident)*),)*) => {
        /// A function of registers, by its name in the shaders.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Function {
            $(#[doc = concat!("`", stringify!($name), "` of `", stringify!($file), ".wgsl`.")] $variant,)*
        }

        impl Function {
            /// Its name in the shaders and in Rust.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($name),)*
                }
            }

            /// The shader file that has it.
            pub fn shader(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($file),)*
                }
            }

            /// How many operands it takes.
            pub fn arity(self) -> usize {
                match self {
                    $(Self::$variant => [$(stringify!($parameter)),*].len(),)*
                }
            }
        }
    };
}
functions!(function_enum);
