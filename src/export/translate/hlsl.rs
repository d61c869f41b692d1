//! HLSL, from shader model 4.1 on.

use naga::{Literal, MathFunction};

use super::cpp::Cpp;
use super::glsl::Glsl;
use super::syntax::{Syntax, Text, Type, is_vector};

pub(in crate::export) struct Hlsl;

/// Returns the declaration of a name. The length of an array follows the name.
fn declared(ty: &Type, name: &str) -> String {
    match ty {
        Type::Array(of, count) => format!("{}[{count}]", declared(of, name)),
        ty => format!("{} {name}", Hlsl.ty(ty)),
    }
}

/// Returns the name of the function that creates a struct from its members, since the language has no such expression. It ends in a digit, as no name of a
/// caller does.
fn maker(structure: &str, members: usize) -> String {
    format!("{structure}_of{members}")
}

/// The keywords and reserved words of FXC and DXC.
const KEYWORDS: &str = "\
     AppendStructuredBuffer asm asm_fragment auto BlendState bool break Buffer buffer ByteAddressBuffer case cast catch cbuffer center centroid char \
     class column_major compile compile_fragment CompileShader ComputeShader const const_cast ConsumeStructuredBuffer continue decl default delete \
     DepthStencilState DepthStencilView discard do DomainShader double dword dynamic_cast else enum explicit export extern false float for friend \
     fxgroup GeometryShader globallycoherent goto groupshared half Hullshader if in indices inline inout InputPatch int interface line lineadj linear \
     LineStream long matrix min10float min12int min16float min16int min16uint mutable namespace new nointerpolation noperspective NULL operator out \
     OutputPatch packoffset pass payload pixelfragment PixelShader point PointStream precise primitives private protected public RasterizerState \
     register reinterpret_cast RenderTargetView return row_major RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D RWTexture1DArray \
     RWTexture2D RWTexture2DArray RWTexture3D sample sampler sampler1D sampler2D sampler3D samplerCUBE sampler_state SamplerComparisonState SamplerState shared short signed sizeof snorm \
     stateblock stateblock_state static static_cast string struct StructuredBuffer switch tbuffer Technique technique template texture Texture1D \
     Texture1DArray Texture2D Texture2DArray Texture2DMS Texture2DMSArray Texture3D TextureCube TextureCubeArray this throw triangle triangleadj \
     TriangleStream true try typedef typeid typename uint uniform union unorm unsigned using vector vertexfragment VertexShader vertices virtual void \
     volatile wchar_t while";

/// The functions and types of FXC and DXC, and the usual entry point. `noise` is left out, which only texture shaders of Direct3D 9 have.
const PREDECLARED: &str = "\
     abort abs AcceptHitAndEndSearch acos all AllMemoryBarrier AllMemoryBarrierWithGroupSync AllocateRayQuery and any asdouble asfloat asin asint \
     asuint atan CallShader ceil CheckAccessFullyMapped clamp clip ConstantBuffer cos cosh countbits CreateResourceFromHeap cross ddx ddx_coarse \
     ddx_fine ddy ddy_coarse ddy_fine degrees determinant DeviceMemoryBarrier DeviceMemoryBarrierWithGroupSync DispatchMesh DispatchRaysDimensions \
     DispatchRaysIndex distance dot dot2add dot4add_i8packed dot4add_u8packed dst errorf EvaluateAttributeAtSample EvaluateAttributeCentroid \
     EvaluateAttributeSnapped exp faceforward FeedbackTexture2D FeedbackTexture2DArray firstbithigh firstbitlow float16_t float32_t float64_t floor \
     fma fmod frac frexp fwidth GeometryIndex GetAttributeAtVertex GetRenderTargetSampleCount GetRenderTargetSamplePosition GroupMemoryBarrier \
     GroupMemoryBarrierWithGroupSync HitKind IgnoreHit InstanceID InstanceIndex int16_t int32_t int64_t int8_t4_packed InterlockedAdd InterlockedAnd \
     InterlockedCompareExchange InterlockedCompareStore InterlockedExchange InterlockedMax InterlockedMin InterlockedOr InterlockedXor isfinite \
     IsHelperLane isinf isnan ldexp length lerp lit log mad main max min modf mul NonUniformResourceIndex normalize ObjectRayDirection ObjectRayOrigin \
     ObjectToWorld or pow PrimitiveIndex printf Process2DQuadTessFactorsAvg Process2DQuadTessFactorsMax Process2DQuadTessFactorsMin \
     ProcessIsolineTessFactors ProcessQuadTessFactorsAvg ProcessQuadTessFactorsMax ProcessQuadTessFactorsMin ProcessTriTessFactorsAvg \
     ProcessTriTessFactorsMax ProcessTriTessFactorsMin QuadAll QuadAny QuadReadAcrossDiagonal QuadReadAcrossX QuadReadAcrossY QuadReadLaneAt radians \
     RasterizerOrderedBuffer RasterizerOrderedTexture1D RasterizerOrderedTexture1DArray RasterizerOrderedTexture2D RasterizerOrderedTexture2DArray \
     RasterizerOrderedTexture3D RayDesc RayFlags RayQuery RayTCurrent RayTMin RaytracingAccelerationStructure rcp reflect refract ReportHit \
     reversebits round rsqrt RWTexture2DMS RWTexture2DMSArray RWTextureCube RWTextureCubeArray saturate select SetMeshOutputCounts sign sin sincos \
     sinh smoothstep source_mark sqrt step tan tanh tex1D tex1Dbias tex1Dgrad tex1Dlod tex1Dproj tex2D tex2Dbias tex2Dgrad tex2Dlod tex2Dproj tex3D \
     tex3Dbias tex3Dgrad tex3Dlod tex3Dproj texCUBE texCUBEbias texCUBEgrad texCUBElod texCUBEproj TextureBuffer TraceRay transpose trunc uint16_t \
     uint32_t uint64_t uint8_t4_packed WaveActiveAllEqual WaveActiveAllTrue WaveActiveAnyTrue WaveActiveBallot WaveActiveBitAnd WaveActiveBitOr \
     WaveActiveBitXor WaveActiveCountBits WaveActiveMax WaveActiveMin WaveActiveProduct WaveActiveSum WaveGetLaneCount WaveGetLaneIndex \
     WaveIsFirstLane WaveMatch WaveMultiPrefixBitAnd WaveMultiPrefixBitOr WaveMultiPrefixBitXor WaveMultiPrefixCountBits WaveMultiPrefixProduct \
     WaveMultiPrefixSum WavePrefixCountBits WavePrefixProduct WavePrefixSum WaveReadLaneAt WaveReadLaneFirst WorldRayDirection WorldRayOrigin \
     WorldToObject";

/// The types of numbers, of which there are vectors and matrices.
const NUMBERS: [&str; 12] =
    ["bool", "double", "dword", "float", "half", "int", "min10float", "min12int", "min16float", "min16int", "min16uint", "uint"];

/// The keywords of FXC in any case of their letters.
const IN_ANY_CASE: [&str; 8] = ["asm", "decl", "pass", "technique", "texture1d", "texture2d", "texture3d", "texturecube"];

impl Syntax for Hlsl {
    fn head(&self) -> String {
        String::new()
    }

    fn is_guarded(&self) -> bool {
        true
    }

    fn reserved(&self) -> &'static str {
        KEYWORDS
    }

    fn predeclared(&self) -> Vec<&'static str> {
        vec![PREDECLARED]
    }

    fn keeps(&self, name: &str) -> bool {
        IN_ANY_CASE.iter().any(|word| name.eq_ignore_ascii_case(word)) || is_vector(name, &NUMBERS)
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Vector(of, count) => format!("{}{count}", self.ty(of)),
            Type::Array(..) => unreachable!("an array is declared with its name"),
            ty => Glsl::PLAIN.ty(ty),
        }
    }

    fn literal(&self, literal: Literal) -> Text {
        Cpp::literal_of(literal)
    }

    fn structure(&self, name: &str, members: &[(String, Type)]) -> String {
        let each = |text: fn(&str, &Type) -> String| members.iter().map(|(name, ty)| text(name, ty)).collect::<Vec<_>>();
        let fields = each(|name, ty| format!("    {};\n", declared(ty, name))).concat();
        let arguments = each(|name, ty| declared(ty, name)).join(", ");
        let set = each(|name, _| format!("    made.{name} = {name};\n")).concat();
        format!(
            "struct {name} {{\n{fields}}};\n\n{name} {}({arguments}) {{\n    {name} made;\n{set}    return made;\n}}\n",
            maker(name, members.len())
        )
    }

    fn global(&self, name: &str, ty: &Type) -> String {
        format!("static {} = {};\n", declared(ty, name), self.literal(ty.zero()).code)
    }

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("static const {} = {value};\n", declared(ty, name))
    }

    fn variable(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("{} = {value}", declared(ty, name))
    }

    fn value(&self, name: &str, ty: &Type, value: &str) -> String {
        self.variable(name, ty, value)
    }

    fn compose(&self, ty: &Type, parts: &[&str], _: &[String]) -> Text {
        let (count, parts) = (parts.len(), parts.join(", "));
        Text::atom(match ty {
            Type::Array(..) => format!("{{ {parts} }}"),
            Type::Struct(name) => format!("{}({parts})", maker(name, count)),
            ty => format!("{}({parts})", self.ty(ty)),
        })
    }

    fn math(&self, function: MathFunction, ty: &Type, arguments: &[Text]) -> Text {
        Glsl::PLAIN.math(function, ty, arguments)
    }

    fn converted(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::atom(format!("{}({})", self.ty(to), value.code))
    }

    fn bits(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::atom(format!("as{}({})", self.ty(to), value.code))
    }
}
