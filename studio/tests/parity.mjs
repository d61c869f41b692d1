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

/** Mesa draws: SwiftShader takes minutes and gigabytes for a few shaders. */
const ANGLE = "gl-egl";

const server = await serve(folder);

async function opened(browser, options = {}) {
    const context = await browser.newContext(options);
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
        check(result.verdict.isRight && engine.functions === numbers.length, result.report);
        values += engine.values;
        about = engine.about;
    }
    check(chosen.length > 0, `${name} ran nothing`);
    process.stdout.write(`${name} (${about}): ${chosen.length} functions, ${values} values, 0 differ\n`);
}

const hasModule = (number) => modules[number] !== null;
const [everySpecified, every] = which === "some" ? [4, 4] : [1, 1];
await compare("WebAssembly", () => true, 1, 1);
await compare("WebGPU", () => true, 1, everySpecified);
if (which === "catalogue") process.exit();
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
        isRight: document.getElementById("verdict").className === "right",
        rows: [...document.querySelectorAll("#engines tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
        wrong: document.getElementById("wrong").textContent,
        report: document.getElementById("report").value,
    }));
};
const NAMES = ["WebGPU", "WebGL 2", "JavaScript", "WebAssembly"];
await page.fill("#only", '"white"');
const right = await found();
check(right.isRight && right.verdict === `Every bit is right: ${NAMES.join(", ")}.`, right.verdict);
check(right.rows.every(([, adapter, functions, values, differing, failed]) => adapter && functions >= 5 && values > 100 && differing + failed === "00"), `${right.rows}`);
check(right.report.includes("| WebGPU |") && right.report.includes("Chrome"), right.report);

await page.check("#plant");
const planted = await found();
check(!planted.isRight && planted.rows.every((row) => row[4] === "1"), planted.verdict);
for (const name of NAMES) check(planted.wrong.includes(`${name}, {"dimensions":1,"kind":"white"}: 1 of `), planted.wrong);
// A lowest bit that was flipped, and the place.
const [, expected, wrong] = planted.wrong.match(/at \([-0-9., e]+\): expected \S+ \(0x([0-9a-f]{8})\), found \S+ \(0x([0-9a-f]{8})\)/) ?? [];
check((parseInt(expected, 16) ^ parseInt(wrong, 16)) === 1, planted.wrong);
check(planted.report.includes(planted.wrong.split("\n")[0]) && planted.report.includes('kind = "white"') && planted.report.includes("was planted"), planted.report);
await page.click("#copy");
await until("a copy", () => page.evaluate(() => document.getElementById("copied").textContent));
check((await page.evaluate(() => navigator.clipboard.readText())) === planted.report, "the report is copied");
if (picture) await page.screenshot({ path: picture, fullPage: true });
check(complaints.length === 0, complaints.join("\n"));

// A function that does not run, and an engine that is not there, are told.
const poor = await opened(browser);
const asked = { numbers: [0], names: ["WebGPU", "WebGL 2"] };
const broken = await poor.page.evaluate((asked) => {
    Object.defineProperty(Navigator.prototype, "gpu", { get: () => undefined });
    const shaderSource = WebGL2RenderingContext.prototype.shaderSource;
    WebGL2RenderingContext.prototype.shaderSource = function (shader, text) {
        shaderSource.call(this, shader, text.replace("noise_at(ivec", "nothing(ivec"));
    };
    return window.lacuna_parity(asked);
}, asked);
check(!broken.verdict.isRight && broken.verdict.text === "Some functions did not run: 1 by WebGL 2. Not there: WebGPU.", broken.verdict.text);
check(broken.report.includes("nothing") && broken.report.includes('kind = "perlin"'), broken.report);
await browser.close();
server.close();
process.stdout.write("a planted bit, a function that does not run and an engine that is missing are told\n");
