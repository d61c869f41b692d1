// Noise as texts of WGSL. See README.md.
import { WGSL, shaderOf } from "./shader.js";
import { fbmOf } from "./octaves.js";
import * as texts from "./wgsl-texts.js";

const XY = ["x", "y"];
const XYZ = ["x", "y", "z"];

export const perlin2 = (options, fractal) => shaderOf(WGSL, texts.perlin2, XY, 0n, options, fractal);
export const perlin3 = (options, fractal) => shaderOf(WGSL, texts.perlin3, XYZ, 0n, options, fractal);
export const value2 = (options, fractal) => shaderOf(WGSL, texts.value2, XY, 0n, options, fractal);
export const value3 = (options, fractal) => shaderOf(WGSL, texts.value3, XYZ, 0n, options, fractal);
export const simplex2 = (options, fractal) => shaderOf(WGSL, texts.simplex2, XY, 3545442n, options, fractal);
export const simplex3 = (options, fractal) => shaderOf(WGSL, texts.simplex3, XYZ, 2796202n, options, fractal);

export const fbm2 = /* @__PURE__ */ fbmOf(perlin2);
export const fbm3 = /* @__PURE__ */ fbmOf(perlin3);
