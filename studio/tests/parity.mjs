// The parity page: `node parity.mjs FOLDER some|all|catalogue [PICTURE]`, with the page's files, and a file for a picture of it. `some` leaves out functions by
// the engines that compile each one, which takes long without a GPU. `catalogue` only compares, since the catalogue has no modules.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, launch, serve, until, within } from "./browser.mjs";

const [folder, which, picture] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const { checks } = read("checks.json");
const modules = read("glsl.json");
const isSpecified = ({ name }) => name.startsWith("{");

/** Milliseconds a function: graphs of several channels take many seconds each to compile in software. */
const PATIENCE = 15_000;

/** How many functions a browser compiles before another one goes on: its driver keeps what it compiled, up to half a gigabyte of a function. */
const PIECE = 40;

/** What SwiftShader needs minutes for until Chromium stops it: six samples of a source on each of the faces of a cube. */
const TOO_LARGE = ["slope 14, points"];

/** Mesa draws: SwiftShader takes minutes and gigabytes for a few shaders. */
const ANGLE = "gl-egl";

const server = await serve(folder);

async function opened(browser) {
    const context = await browser.newContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.address });
    const page = await context.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(`${error}`));
    await page.goto(server.address);
    await page.waitForFunction(() => window.lacuna_parity);
    return { page, complaints };
}

/** Compares functions by an engine, and fails unless it runs each of them and gets every bit right. */
async function compare(name, hasFunction, every, everySpecified) {
    const chosen = checks.flatMap((check, number) => (hasFunction(number) && number % (isSpecified(check) ? everySpecified : every) === 0 ? [number] : []));
    let values = 0;
    let about;
    for (let first = 0; first < chosen.length; first += PIECE) {
        const numbers = chosen.slice(first, first + PIECE);
        const browser = await launch(ANGLE);
        const { page } = await opened(browser);
        const comparing = page.evaluate((asked) => window.lacuna_parity(asked), { numbers, names: [name] });
        const result = await within(60_000 + PATIENCE * numbers.length, `the comparison by ${name}`, comparing);
        await browser.close();
        const [engine] = result.engines;
        check(result.verdict.kind === "right" && engine.functions === numbers.length, result.report);
        values += engine.values;
        about = engine.about;
    }
    check(chosen.length > 0, `${name} ran nothing`);
    process.stdout.write(`${name} (${about}): ${chosen.length} functions, ${values} values, 0 differ\n`);
}

const hasModule = (number) => modules[number] !== null;
const [everySpecified, every] = which === "some" ? [4, 4] : [1, 1];
await compare("WebAssembly", () => true, 1, 1);
await compare("WebGPU", (number) => !TOO_LARGE.includes(checks[number].name), 1, everySpecified);
if (which === "catalogue") {
    process.stdout.write(`WebGPU left out what SwiftShader can't compile: ${TOO_LARGE.join("; ")}\n`);
    process.exit();
}
await compare("JavaScript", hasModule, 1, 1);
await compare("WebGL 2", hasModule, every, everySpecified);

// The page as a person uses it.
const browser = await launch(ANGLE);
const { page, complaints } = await opened(browser);
const found = async () => {
    await page.click("#begin");
    await page.waitForSelector("#found", { state: "visible", timeout: 120_000 });
    return await page.evaluate(() => ({
        verdict: document.getElementById("verdict").textContent,
        kind: document.getElementById("verdict").className,
        rows: [...document.querySelectorAll("#engines tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
        wrong: document.getElementById("wrong").textContent,
        report: document.getElementById("report").value,
    }));
};
const NAMES = ["WebGPU", "WebGL 2", "JavaScript", "WebAssembly"];
await page.fill("#only", '"White"');
const right = await found();
check(right.kind === "right" && right.verdict === `Every bit is right: ${NAMES.join(", ")}.`, right.verdict);
check(right.rows.every(([, adapter, functions, values, differing, failed]) => adapter && parseInt(functions) >= 5 && parseInt(values) > 100 && differing + failed === "00"), `${right.rows}`);
// Places with many decimals are none of modules.
check(right.rows[1][3].includes(" of ") && !right.rows[0][3].includes(" of "), `${right.rows}`);
check(right.report.includes("| WebGPU |") && right.report.includes("Chrome"), right.report);

await page.check("#plant");
const planted = await found();
check(planted.kind === "wrong" && planted.rows.every((row) => row[4] === "1"), planted.verdict);
for (const name of NAMES) check(planted.wrong.includes(`${name}, {"dimensions":1,"kind":"white"}: 1 of `), planted.wrong);
// A lowest bit that was flipped, and the place.
const [, expected, wrong] = planted.wrong.match(/at \([-0-9., e]+\): expected \S+ \(0x([0-9a-f]{8})\), found \S+ \(0x([0-9a-f]{8})\)/) ?? [];
check((parseInt(expected, 16) ^ parseInt(wrong, 16)) === 1, planted.wrong);
check(planted.report.includes(planted.wrong.split("\n")[0]) && planted.report.includes('kind = "white"') && planted.report.includes("was planted"), planted.report);
await page.click("#copy");
await until("a copy", () => page.evaluate(() => document.getElementById("copied").textContent));
check((await page.evaluate(() => navigator.clipboard.readText())) === planted.report, "the report is copied");
if (picture) await page.screenshot({ path: picture, fullPage: true });

// A run that is stopped, and a name that no function has.
await page.uncheck("#plant");
await page.fill("#only", "");
const stopped = found();
await page.click("#stop");
const { kind, verdict } = await stopped;
check(kind === "unsure" && verdict.endsWith("It was stopped before the end."), verdict);
await page.fill("#only", "no such function");
await page.click("#begin");
const refused = await until("an answer", () => page.evaluate(() => !document.getElementById("begin").disabled && document.getElementById("told").textContent));
check(refused === 'No function has "no such function" in its name.', refused);
check(complaints.length === 0, complaints.join("\n"));

/** Compares the first function on a page on which something was broken. */
async function broken(names, breaks) {
    const { page } = await opened(browser);
    await page.evaluate(breaks);
    return await page.evaluate((names) => window.lacuna_parity({ numbers: [0, 1], names }), names);
}
const missing = await broken(["WebGPU", "JavaScript"], () => Object.defineProperty(Navigator.prototype, "gpu", { get: () => undefined }));
check(missing.verdict.kind === "unsure" && missing.verdict.text === "Every bit is right: JavaScript. Not available: WebGPU.", missing.verdict.text);
const failed = await broken(["WebGL 2"], () => {
    const { shaderSource } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.shaderSource = function (shader, text) {
        shaderSource.call(this, shader, text.replace("noise_at(ivec", "nothing(ivec"));
    };
});
check(failed.verdict.kind === "unsure" && failed.verdict.text === "Some functions did not run: 2 by WebGL 2.", failed.verdict.text);
check(failed.report.includes("nothing") && failed.report.includes('kind = "perlin"'), failed.report);
const undrawn = await broken(["WebGL 2"], () => (WebGL2RenderingContext.prototype.drawArrays = () => {}));
check(undrawn.verdict.kind === "wrong" && undrawn.engines[0].differing === undrawn.engines[0].values, undrawn.report);
const lost = await broken(["WebGL 2"], () => {
    const { drawArrays } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.drawArrays = function (...given) {
        drawArrays.apply(this, given);
        this.getExtension("WEBGL_lose_context").loseContext();
    };
});
check(lost.engines[0].failed.length === 1 && lost.engines[0].problem.endsWith("the context was lost"), lost.report);
await browser.close();
server.close();
process.stdout.write("planted bits, functions that do not run, engines that are missing or lost, and runs that are stopped are told\n");
