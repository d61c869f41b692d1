// Validates files of glTF by Khronos' own validator, for the tests of what bakes for other programs write. For each argument a line of JSON says what was found.
// The package gltf-validator lies in the folder that NODE_PATH names. Exits with 77 where it is missing.

const { readFileSync } = require("node:fs");

let validator;
try {
    validator = require("gltf-validator");
} catch (error) {
    console.error(error.message);
    process.exit(77);
}

(async () => {
    for (const path of process.argv.slice(2)) {
        const { issues, info } = await validator.validateBytes(new Uint8Array(readFileSync(path)));
        const images = info.resources.filter((resource) => resource.image).map((resource) => resource.image);
        const { totalVertexCount, totalTriangleCount, materialCount } = info;
        console.log(JSON.stringify({ messages: issues.messages, images, totalVertexCount, totalTriangleCount, materialCount }));
    }
})();
