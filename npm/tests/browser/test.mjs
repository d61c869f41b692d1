// Opens the folder of the bundled page: `node test.mjs FOLDER`.
import { check, launch, serve, until } from "../../../studio/tests/browser.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => process.stderr.write(`${error}\n`));
    await page.goto(server.address);
    const compared = await until("the comparison", () => page.evaluate(() => globalThis.compared ?? null));
    const counts = Object.values(compared);
    check(counts.length === 13 && counts.every((count) => count === 0), `values differ in a browser: ${JSON.stringify(compared)}`);
    process.stdout.write(`in a browser, ${counts.length} functions have the bits of JavaScript\n`);
} finally {
    await browser.close();
    server.close();
}
