//! GLSL, from 3.30 and from ES 3.00 on, and Godot's shading language, which is based on it.

use naga::{Literal, MathFunction};

use super::syntax::{Syntax, Text, Type, UPPER_PRODUCT, is_vector, own, plain};

pub(in crate::export) struct Glsl {
    is_godot: bool,
    /// The prefix of all names.
    name: String,
}

impl Glsl {
    pub(super) const PLAIN: Self = Self { is_godot: false, name: String::new() };

    pub(in crate::export) fn plain(name: String) -> Self {
        Self { name, ..Self::PLAIN }
    }

    pub(in crate::export) fn godot(name: String) -> Self {
        Self { is_godot: true, name }
    }
}

/// The keywords and reserved words of GLSL 4.6, GLSL ES 3.2 and Vulkan's GLSL.
const KEYWORDS: &str = "\
     active asm atomic_uint attribute bool break buffer case cast centroid class coherent common const continue default discard do double else enum \
     extern external false filter fixed flat float for global goto half highp if iimage1D iimage1DArray iimage2D iimage2DArray iimage2DMS \
     iimage2DMSArray iimage2DRect iimage3D iimageBuffer iimageCube iimageCubeArray image1D image1DArray image1DArrayShadow image1DShadow image2D \
     image2DArray image2DArrayShadow image2DMS image2DMSArray image2DRect image2DShadow image3D imageBuffer imageCube imageCubeArray in inline inout \
     input instance int interface invariant isampler1D isampler1DArray isampler2D isampler2DArray isampler2DMS isampler2DMSArray isampler2DRect \
     isampler3D isamplerBuffer isamplerCube isamplerCubeArray isubpassInput isubpassInputMS itexture1D itexture1DArray itexture2D itexture2DArray \
     itexture2DMS itexture2DMSArray itexture2DRect itexture3D itextureBuffer itextureCube itextureCubeArray layout long lowp mediump namespace \
     noinline noise1 noise2 noise3 noise4 noperspective out output packed partition patch precise precision public readonly resource restrict return \
     row_major sample sampler sampler1D sampler1DArray sampler1DArrayShadow sampler1DShadow sampler2D sampler2DArray sampler2DArrayShadow sampler2DMS \
     sampler2DMSArray sampler2DRect sampler2DRectShadow sampler2DShadow sampler3D sampler3DRect samplerBuffer samplerCube samplerCubeArray \
     samplerCubeArrayShadow samplerCubeShadow samplerShadow shared short sizeof smooth static struct subpassInput subpassInputMS subroutine superp \
     switch template texture1D texture1DArray texture2D texture2DArray texture2DMS texture2DMSArray texture2DRect texture3D textureBuffer textureCube \
     textureCubeArray this true typedef uimage1D uimage1DArray uimage2D uimage2DArray uimage2DMS uimage2DMSArray uimage2DRect uimage3D uimageBuffer \
     uimageCube uimageCubeArray uint uniform union unsigned usampler1D usampler1DArray usampler2D usampler2DArray usampler2DMS usampler2DMSArray \
     usampler2DRect usampler3D usamplerBuffer usamplerCube usamplerCubeArray using usubpassInput usubpassInputMS utexture1D utexture1DArray utexture2D \
     utexture2DArray utexture2DMS utexture2DMSArray utexture2DRect utexture3D utextureBuffer utextureCube utextureCubeArray varying void volatile \
     while writeonly";

/// The functions of GLSL 4.6 and of its compatibility profile, the entry point, and macros of compilers.
const PREDECLARED: &str = "\
     abs acos acosh all allInvocations allInvocationsEqual any anyInvocation asin asinh atan atanh atomicAdd atomicAnd atomicCompSwap atomicCounter \
     atomicCounterAdd atomicCounterAnd atomicCounterCompSwap atomicCounterDecrement atomicCounterExchange atomicCounterIncrement atomicCounterMax \
     atomicCounterMin atomicCounterOr atomicCounterSubtract atomicCounterXor atomicExchange atomicMax atomicMin atomicOr atomicXor barrier bitCount \
     bitfieldExtract bitfieldInsert bitfieldReverse ceil clamp cos cosh cross degrees determinant dFdx dFdxCoarse dFdxFine dFdy dFdyCoarse dFdyFine \
     distance dot EmitStreamVertex EmitVertex EndPrimitive EndStreamPrimitive equal exp faceforward findLSB findMSB floatBitsToInt floatBitsToUint \
     floor fma fract frexp ftransform fwidth fwidthCoarse fwidthFine greaterThan greaterThanEqual groupMemoryBarrier imageAtomicAdd imageAtomicAnd \
     imageAtomicCompSwap imageAtomicExchange imageAtomicMax imageAtomicMin imageAtomicOr imageAtomicXor imageLoad imageSamples imageSize imageStore \
     imulExtended intBitsToFloat interpolateAtCentroid interpolateAtOffset interpolateAtSample inverse inversesqrt isinf isnan ldexp length lessThan \
     lessThanEqual log main matrixCompMult max memoryBarrier memoryBarrierAtomicCounter memoryBarrierBuffer memoryBarrierImage memoryBarrierShared min \
     mix mod modf normalize not notEqual outerProduct pow radians reflect refract round roundEven shadow1D shadow1DLod shadow1DProj shadow1DProjLod \
     shadow2D shadow2DLod shadow2DProj shadow2DProjLod sign sin sinh smoothstep sqrt step subpassLoad tan tanh texelFetch texelFetchOffset texture \
     texture1DLod texture1DProj texture1DProjLod texture2DLod texture2DProj texture2DProjLod texture3DLod texture3DProj texture3DProjLod \
     textureCubeLod textureGather textureGatherOffset textureGatherOffsets textureGrad textureGradOffset textureLod textureLodOffset textureOffset \
     textureProj textureProjGrad textureProjGradOffset textureProjLod textureProjLodOffset textureProjOffset textureQueryLevels textureQueryLod \
     textureSamples textureSize transpose trunc uaddCarry uintBitsToFloat umulExtended usubBorrow VULKAN";

/// The words that Godot 4 has beside those, with the names of entry points.
const GODOT: &str = "\
     CLIP_SPACE_FAR color_conversion_disabled CURRENT_RENDERER E filter_linear filter_linear_mipmap filter_nearest filter_nearest_mipmap fog fragment \
     group_uniforms hint_anisotropy hint_default_black hint_default_transparent hint_default_white hint_depth_texture hint_enum hint_normal \
     hint_normal_roughness_texture hint_range hint_roughness_a hint_roughness_b hint_roughness_g hint_roughness_gray hint_roughness_normal \
     hint_roughness_r hint_screen_texture instance_index light OUTPUT_IS_SRGB PI process render_mode RENDERER_COMPATIBILITY RENDERER_FORWARD_PLUS \
     RENDERER_MOBILE repeat_disable repeat_enable samplerExternalOES shader_type sky source_color start stencil_mode TAU TIME vertex";

impl Syntax for Glsl {
    fn head(&self) -> String {
        let precision = "#ifdef GL_ES\nprecision highp float;\nprecision highp int;\n#endif\n";
        if self.is_godot { "" } else { precision }.to_owned()
    }

    fn is_guarded(&self) -> bool {
        true
    }

    fn replaced_if(&self, function: &str) -> Option<(&'static str, String)> {
        let has_products = "(defined(GL_ES) && __VERSION__ >= 310) || (!defined(GL_ES) && __VERSION__ >= 400)";
        (!self.is_godot && own(&self.name, function) == Some(UPPER_PRODUCT)).then(|| {
            let text = format!(
                "uint {function}(uint a, uint b) {{\n    uint upper, lower;\n    umulExtended(a, b, upper, lower);\n    return upper;\n}}\n"
            );
            (has_products, text)
        })
    }

    fn reserved(&self) -> &'static str {
        KEYWORDS
    }

    fn predeclared(&self) -> Vec<&'static str> {
        if self.is_godot { vec![PREDECLARED, GODOT] } else { vec![PREDECLARED] }
    }

    fn keeps(&self, name: &str) -> bool {
        let vectors = ["bvec", "dmat", "dvec", "fvec", "hvec", "ivec", "mat", "uvec", "vec"];
        ["gl_", "GL_"].iter().any(|prefix| name.starts_with(prefix)) || is_vector(name, &vectors)
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::F32 => "float".to_owned(),
            Type::U32 => "uint".to_owned(),
            Type::I32 => "int".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Vector(of, count) => {
                let letter = match **of {
                    Type::U32 => "u",
                    Type::I32 => "i",
                    Type::Bool => "b",
                    _ => "",
                };
                format!("{letter}vec{count}")
            }
            Type::Array(of, count) => format!("{}[{count}]", self.ty(of)),
            Type::Struct(name) => name.clone(),
        }
    }

    fn literal(&self, literal: Literal) -> Text {
        match literal {
            Literal::F32(value) if value.is_sign_negative() => Text::operator(format!("{value:?}")),
            Literal::F32(value) => Text::atom(format!("{value:?}")),
            Literal::U32(value) => Text::atom(format!("{value}u")),
            Literal::I32(i32::MIN) => Text::operator("-2147483647 - 1"),
            Literal::I32(value) if value < 0 => Text::operator(format!("{value}")),
            Literal::I32(value) => Text::atom(format!("{value}")),
            Literal::Bool(value) => Text::atom(format!("{value}")),
            other => unreachable!("{other:?} is no number of a module"),
        }
    }

    fn global(&self, name: &str, ty: &Type) -> String {
        format!("{} {name} = {};\n", self.ty(ty), self.literal(ty.zero()).code)
    }

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String {
        // Compilers copy a constant array wherever it is indexed. Godot has no other arrays.
        let keeps = if matches!(ty, Type::Array(..)) && !self.is_godot { "" } else { "const " };
        format!("{keeps}{} {name} = {value};\n", self.ty(ty))
    }

    fn function(&self, name: &str, arguments: &[(String, Type)], result: &Type) -> String {
        // glslang passes other arguments through a variable for each call, and drivers take three times as long to compile large modules.
        let arguments: Vec<String> = arguments.iter().map(|(name, ty)| format!("const {} {name}", self.ty(ty))).collect();
        format!("{} {name}({})", self.ty(result), arguments.join(", "))
    }

    fn compose(&self, ty: &Type, parts: &[&str], _: &[String]) -> Text {
        Text::atom(format!("{}({})", self.ty(ty), parts.join(", ")))
    }

    fn math(&self, function: MathFunction, _: &Type, arguments: &[Text]) -> Text {
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.code.as_str()).collect();
        Text::atom(format!("{}({})", plain(function), arguments.join(", ")))
    }

    fn converted(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::atom(format!("{}({})", self.ty(to), value.code))
    }

    fn bits(&self, from: &Type, to: &Type, value: &Text) -> Text {
        match (from, to) {
            (Type::F32, Type::U32) => Text::atom(format!("floatBitsToUint({})", value.code)),
            (Type::F32, Type::I32) => Text::atom(format!("floatBitsToInt({})", value.code)),
            (Type::U32, Type::F32) => Text::atom(format!("uintBitsToFloat({})", value.code)),
            (Type::I32, Type::F32) => Text::atom(format!("intBitsToFloat({})", value.code)),
            _ => self.converted(from, to, value),
        }
    }
}
