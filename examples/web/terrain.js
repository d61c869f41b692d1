// A terrain that the vertex shader displaces by `hills_at` of hills.glsl, a million units out, and a ball that rolls on it by `hills_at` of hills.js. Both come from
// `lacuna export hills.toml --name hills --strict`. In every frame the vertex shader gives the bits of its heights on the ball's way, which are to be JavaScript's.
import * as THREE from "three";
import { hills_at } from "./hills.js";

const START = [1_000_000, -1_000_000];
/** The terrain's squares a side, and 2 to this power of them a unit. */
const SIDE = 160;
const SHIFT = 5;
/** How high a value of 1 stands, in units. */
const HEIGHT = 1.25;
const RADIUS = 0.1;
/** How many points of the way are compared in a frame: the ball's own, and those that come. */
const POINTS = 64;
const STEP = 1 / 60;
const SUN = new THREE.Vector3(-0.72, 0.5, 0.42).normalize();

const cell = 2 ** -SHIFT;
const asked = new URLSearchParams(location.search);
const hills = await (await fetch("hills.glsl")).text();

/** A coordinate as whole units and 2^-32 units above them: an f64 holds it to the last of them here. */
function split(x) {
    const unit = Math.floor(x);
    return [unit, Math.floor((x - unit) * 2 ** 32)];
}

/** The ground's value at a point of the map. */
function value(x, y) {
    const [[i, a], [j, b]] = [split(x), split(y)];
    return hills_at(i, j, a, b);
}

function height(x, y) {
    return HEIGHT * value(x, y);
}

const bits = new DataView(new ArrayBuffer(4));
function bits_of(value) {
    bits.setFloat32(0, value);
    return bits.getUint32(0);
}

/** Where the ball is at a time: it swings to the east and to the west on its way to the north. */
function way(time) {
    return [START[0] + 1.7 * Math.sin(0.21 * time), START[1] - 0.42 * time];
}

// What the noise is told in every shader. The number 0 is a uniform, which no compiler knows.
const uniforms = {
    zero: { value: 0 },
    corner_unit: { value: [0, 0] },
    corner_fraction: { value: [0, 0] },
    ball: { value: new THREE.Vector3() },
    sun: { value: SUN },
    eye: { value: new THREE.Vector3() },
};

const ground = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    uniforms,
    vertexShader: `
        uniform uint zero;
        uniform ivec2 corner_unit;
        uniform uvec2 corner_fraction;
        centroid out vec3 place;
        centroid out vec3 upward;
        ${hills}
        // The height of the square's corner that lies so many squares from the terrain's: whole units and a fraction are added apart, with what is carried.
        float height_of(uvec2 square) {
            uvec2 fraction = corner_fraction + (square << ${32 - SHIFT}u);
            ivec2 unit = corner_unit + ivec2(square >> ${SHIFT}u) + ivec2(lessThan(fraction, corner_fraction));
            return ${HEIGHT.toFixed(4)} * hills_at(unit, fraction, zero);
        }
        void main() {
            uvec2 square = uvec2(position.xz);
            float here = height_of(square);
            float east = height_of(square + uvec2(1u, 0u));
            float south = height_of(square + uvec2(0u, 1u));
            upward = vec3(here - east, ${cell}, here - south);
            place = vec3(position.x * ${cell}, here, position.z * ${cell});
            gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
        }`,
    fragmentShader: `
        uniform vec3 sun;
        uniform vec3 ball;
        uniform vec3 eye;
        centroid in vec3 place;
        centroid in vec3 upward;
        out vec4 colour;
        void main() {
            vec3 normal = normalize(upward);
            float rise = place.y / ${HEIGHT.toFixed(4)};
            vec3 grass = mix(vec3(0.10, 0.17, 0.05), vec3(0.22, 0.24, 0.09), smoothstep(0.05, 0.3, rise));
            vec3 rock = mix(vec3(0.15, 0.12, 0.095), vec3(0.24, 0.22, 0.21), smoothstep(0.2, 0.6, rise));
            vec3 base = mix(rock, grass, smoothstep(0.62, 0.82, normal.y) * (1.0 - smoothstep(0.34, 0.5, rise)));
            base = mix(base, vec3(0.7, 0.73, 0.78), smoothstep(0.52, 0.68, rise) * smoothstep(0.45, 0.75, normal.y));
            // The ball's shadow: how far from its middle the ray to the sun goes by.
            vec3 away = ball - place;
            float along = dot(away, sun);
            float beside = sqrt(max(dot(away, away) - along * along, 0.0));
            float lit = along > 0.0 ? smoothstep(${(0.8 * RADIUS).toFixed(4)}, ${(1.15 * RADIUS).toFixed(4)}, beside) : 1.0;
            float touched = 1.0 - 0.45 * exp(-dot(away, away) / ${(2 * RADIUS * RADIUS).toFixed(6)});
            vec3 light = vec3(2.3, 2.0, 1.55) * max(dot(normal, sun), 0.0) * lit + vec3(0.26, 0.37, 0.55) * (0.5 + 0.5 * normal.y) * touched;
            float haze = 1.0 - exp(-0.05 * dot(eye - place, eye - place));
            colour = vec4(mix(base * light, vec3(0.586, 0.829, 1.067), haze), 1.0);
            colour.rgb = pow(colour.rgb / (1.0 + 0.25 * colour.rgb), vec3(1.0 / 2.2));
        }`,
});

function terrain() {
    const across = SIDE + 1;
    const position = new Float32Array(3 * across * across);
    for (let vertex = 0; vertex < across * across; vertex++) position.set([vertex % across, 0, Math.floor(vertex / across)], 3 * vertex);
    const index = [];
    for (let row = 0; row < SIDE; row++) {
        for (let column = 0; column < SIDE; column++) {
            const corner = row * across + column;
            index.push(corner, corner + across, corner + 1, corner + 1, corner + across, corner + across + 1);
        }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
    geometry.setIndex(index);
    const mesh = new THREE.Mesh(geometry, ground);
    mesh.frustumCulled = false;
    return mesh;
}

/** Points whose pixels are the bits of the heights that the vertex shader finds there. */
class Probe {
    constructor() {
        this.units = new THREE.BufferAttribute(new Int32Array(2 * POINTS), 2);
        this.fractions = new THREE.BufferAttribute(new Uint32Array(2 * POINTS), 2);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * POINTS), 3));
        geometry.setAttribute("unit", this.units);
        geometry.setAttribute("fraction", this.fractions);
        const material = new THREE.ShaderMaterial({
            glslVersion: THREE.GLSL3,
            uniforms,
            blending: THREE.NoBlending,
            depthTest: false,
            vertexShader: `
                uniform uint zero;
                in ivec2 unit;
                in uvec2 fraction;
                flat out uint bits;
                ${hills}
                void main() {
                    bits = floatBitsToUint(hills_at(unit, fraction, zero));
                    gl_Position = vec4((2.0 * float(gl_VertexID) + 1.0) / ${POINTS.toFixed(1)} - 1.0, 0.0, 0.0, 1.0);
                    gl_PointSize = 1.0;
                }`,
            fragmentShader: `
                flat in uint bits;
                out highp uvec4 colour;
                void main() {
                    colour = uvec4(bits, 0u, 0u, 1u);
                }`,
        });
        const points = new THREE.Points(geometry, material);
        points.frustumCulled = false;
        this.scene = new THREE.Scene().add(points);
        this.target = new THREE.WebGLRenderTarget(POINTS, 1, {
            format: THREE.RGBAIntegerFormat,
            type: THREE.UnsignedIntType,
            internalFormat: "RGBA32UI",
            minFilter: THREE.NearestFilter,
            magFilter: THREE.NearestFilter,
            depthBuffer: false,
        });
        this.pixels = new Uint32Array(4 * POINTS);
    }

    /** The bits at points of the map. */
    read(renderer, points) {
        points.forEach(([x, y], number) => {
            const [[i, a], [j, b]] = [split(x), split(y)];
            this.units.array.set([i, j], 2 * number);
            this.fractions.array.set([a, b], 2 * number);
        });
        this.units.needsUpdate = this.fractions.needsUpdate = true;
        renderer.setRenderTarget(this.target);
        renderer.render(this.scene, camera);
        renderer.readRenderTargetPixels(this.target, 0, 0, POINTS, 1, this.pixels);
        renderer.setRenderTarget(null);
        return points.map((_, number) => this.pixels[4 * number]);
    }
}

function striped_ball() {
    const [side, canvas] = [256, document.createElement("canvas")];
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d");
    ["#d8342c", "#fff6e6", "#e8b023", "#fff6e6", "#2c62b8", "#fff6e6"].forEach((colour, stripe, all) => {
        context.fillStyle = colour;
        context.fillRect((stripe * side) / all.length, 0, side / all.length + 1, side);
    });
    const map = new THREE.CanvasTexture(canvas);
    map.colorSpace = THREE.SRGBColorSpace;
    return new THREE.Mesh(new THREE.SphereGeometry(RADIUS, 48, 32), new THREE.MeshStandardMaterial({ map, roughness: 0.45 }));
}

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setClearColor("#bcd7ec");
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(50, 1, 0.02, 20);
const probe = new Probe();
const ball = striped_ball();
const light = new THREE.DirectionalLight("#fff1dc", 3);
light.position.copy(SUN);
const scene = new THREE.Scene().add(terrain(), ball, light, new THREE.HemisphereLight("#bfdcff", "#5b5a40", 1.2));
const facts = document.querySelector("#facts");
const state = { time: 0, frames: 0, compared: 0, differing: 0 };

/** How the ground lies at a point, from the heights a little around it. */
function normal_at(x, y) {
    const by = RADIUS / 2;
    return new THREE.Vector3(height(x - by, y) - height(x + by, y), 2 * by, height(x, y - by) - height(x, y + by)).normalize();
}

let before = null;

/** Rolls the ball to where it is at a time, and gives where its middle stands over the map. */
function roll(time) {
    const [x, y] = way(time);
    const normal = normal_at(x, y);
    const middle = new THREE.Vector3(x - START[0], height(x, y), y - START[1]).addScaledVector(normal, RADIUS);
    if (before) {
        const moved = middle.clone().sub(before);
        const axis = normal.clone().cross(moved).normalize();
        ball.quaternion.premultiply(new THREE.Quaternion().setFromAxisAngle(axis, moved.length() / RADIUS));
    }
    before = middle;
    return middle;
}

/** Draws the world at a time that is not before the last one, compares the bits, and gives what was found. */
function draw(time) {
    while (state.time + STEP <= time) roll((state.time += STEP));
    const middle = roll(state.time);
    const [x, y] = way(state.time);

    // The terrain moves by whole squares, so that its vertices are the same points of the world in every frame. All of the scene is relative to its corner: floats are small
    // there.
    const corner = [x - 0.5 * SIDE * cell, y - 0.72 * SIDE * cell].map((at) => Math.floor(at / cell) * cell);
    const [[i, a], [j, b]] = corner.map(split);
    uniforms.corner_unit.value = [i, j];
    uniforms.corner_fraction.value = [a, b];
    const shift = new THREE.Vector3(START[0] - corner[0], 0, START[1] - corner[1]);
    ball.position.copy(middle).add(shift);
    uniforms.ball.value.copy(ball.position);

    // The camera follows behind, above all ground on the way to the ball.
    const eye = [x - 0.25 * Math.cos(0.21 * state.time), y + 1.15];
    let above = middle.y + 0.42;
    for (let part = 0; part <= 4; part++) above = Math.max(above, height(x + ((eye[0] - x) * part) / 4, y + ((eye[1] - y) * part) / 4) + 0.12 + 0.06 * part);
    camera.position.set(eye[0] - corner[0], above, eye[1] - corner[1]);
    camera.lookAt(ball.position.x, ball.position.y + 0.06, ball.position.z - 0.35);
    uniforms.eye.value.copy(camera.position);

    const points = Array.from({ length: POINTS }, (_, number) => way(state.time + number * STEP));
    const shader = probe.read(renderer, points);
    const script = points.map(([x, y]) => bits_of(value(x, y)));
    state.frames += 1;
    state.compared += POINTS;
    state.differing += script.filter((bits, number) => bits !== shader[number]).length;
    [state.shader, state.script, state.place] = [shader[0], script[0], [x, y]];

    renderer.render(scene, camera);
    const word = (bits) => `0x${bits.toString(16).padStart(8, "0")}`;
    facts.textContent =
        `ball at            ${x.toFixed(6)}, ${y.toFixed(6)} units\n` +
        `height, shader     ${word(state.shader)}\n` +
        `height, JavaScript ${word(state.script)}  ${value(x, y)}\n` +
        `${state.compared - state.differing} of ${state.compared} heights have equal bits`;
    facts.className = state.differing > 0 ? "differs" : "";
    return state;
}

function fit() {
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
}

addEventListener("resize", fit);
fit();
// With `?still` a frame is drawn when `terrain_at(seconds)` asks for it.
globalThis.terrain_at = draw;
if (!asked.has("still")) renderer.setAnimationLoop((now) => draw(now / 1000));
