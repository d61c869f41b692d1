export * from "./glsl.js";
