// Links modules into a shader that imports them: `node wesl.mjs FOLDER`, with modules of WESL in the folder.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const modules = join(process.env.LACUNA_BROWSER_MODULES ?? process.cwd(), "node_modules");
const { link } = await import(pathToFileURL(join(modules, "wesl", "dist", "index.js")));

const folder = process.argv[2];
const files = readdirSync(folder).filter((file) => file.endsWith(".wesl"));
for (const file of files) {
    const module = readFileSync(join(folder, file), "utf8");
    const dimensions = /fn hills\(p: vec(\d)<f32>/.exec(module)[1];
    const main = `import package::hills::hills;
@fragment
fn main(@location(0) p: vec${dimensions}<f32>) -> @location(0) vec4<f32> {
    let value = hills(p);
    return vec4<f32>(p[0]);
}
`;
    const linked = await link({ weslSrc: { "./main.wesl": main, "./hills.wesl": module }, rootModuleName: "main" });
    if (!/fn hills\(/.test(linked.dest)) throw new Error(`${file}: its function is not in what was linked`);
}
if (files.length === 0) throw new Error(`there is no module in ${folder}`);
process.stdout.write(`${files.length} modules linked by WESL\n`);
