// What was found, as text for an issue.

/** The most functions that are told in detail. */
const MOST_TOLD = 8;
/** The most characters of an error: logs of shaders are long. */
const MOST_OF_ERROR = 400;

const float = (bits) => new Float32Array(Uint32Array.of(bits).buffer)[0];
/** Nine digits tell floats apart. */
const written = (bits) => `${Number(float(bits).toPrecision(9))} (0x${bits.toString(16).padStart(8, "0")})`;
const shortened = (text) => (text.length > MOST_OF_ERROR ? `${text.slice(0, MOST_OF_ERROR)}…` : text);
const plural = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The browser and its machine, as far as it tells. */
export async function browser() {
    const { userAgent, userAgentData } = navigator;
    try {
        const told = await userAgentData.getHighEntropyValues(["architecture", "fullVersionList", "platformVersion"]);
        const versions = told.fullVersionList.map(({ brand, version }) => `${brand} ${version}`);
        return `${userAgent} [${[...versions, told.platform, told.platformVersion, told.architecture].filter((word) => word).join(", ")}]`;
    } catch {
        // Not every browser tells more.
        return userAgent;
    }
}

/** What came of all engines in a sentence or more, and what kind of result it is: `right`, `wrong`, or `unsure` where something is missing. */
export function verdict({ engines, wasStopped }) {
    const some = (isOne) => engines.filter(isOne);
    const differing = some((engine) => engine.differing > 0);
    const failed = some((engine) => engine.failed.length > 0);
    const closed = some((engine) => engine.problem);
    const right = some((engine) => engine.functions > 0 && engine.differing + engine.failed.length === 0);
    const names = (engines) => engines.map((engine) => engine.name).join(", ");
    const parts = [];
    if (differing.length > 0) parts.push(`Values differ: ${differing.map((engine) => `${engine.differing} of ${engine.values} by ${engine.name}`).join(", ")}.`);
    if (right.length > 0) parts.push(`Every bit is right: ${names(right)}.`);
    if (failed.length > 0) parts.push(`Some functions did not run: ${failed.map((engine) => `${engine.failed.length} by ${engine.name}`).join(", ")}.`);
    if (closed.length > 0) parts.push(`Not available: ${names(closed)}.`);
    if (wasStopped) parts.push("It was stopped before the end.");
    if (parts.length === 0) parts.push("Nothing was compared.");
    const isWhole = right.length > 0 && failed.length + closed.length === 0 && !wasStopped;
    return { text: parts.join(" "), kind: differing.length > 0 ? "wrong" : isWhole ? "right" : "unsure" };
}

/** What an engine found wrong, in a line for each function and each place. */
export function wrongLines(engine) {
    const lines = engine.wrong.flatMap(({ check, compared, differing, told }) => [
        `${engine.name}, ${check.name}: ${differing} of ${plural(compared, "value")} differ`,
        ...told.map(({ place, channel, found, expected }) => {
            const of = check.channels === 1 ? "" : `, channel ${channel}`;
            return `    at (${place})${of}: expected ${written(expected)}, found ${written(found)}`;
        }),
    ]);
    return [...lines, ...engine.failed.map(({ check, error }) => `${engine.name}, ${check.name}: ${shortened(error)}`)];
}

/** The whole result as Markdown. */
export function report(result) {
    const { version, browser, engines, only, isPlanted, asked } = result;
    const row = ({ name, about, problem, functions, values, differing, failed, milliseconds }) =>
        `| ${name} | ${shortened(problem ?? about).replaceAll("|", "/").replaceAll("\n", " ")} | ${functions} | ${values} | ${differing} | ${failed.length} | ${(milliseconds / 1000).toFixed(1)} |`;
    const lines = [
        `lacuna ${version}, parity in a browser: ${verdict(result).text}`,
        "",
        `Browser: ${browser}`,
        "",
        `Asked for: ${plural(asked.functions, "function")}, ${plural(asked.values, "value")}${only ? `, whose names have ${JSON.stringify(only)}` : ""}.`,
        ...(isPlanted ? ["", "A wrong bit was planted in each engine."] : []),
        "",
        "| engine | adapter | functions | values | differing | not run | seconds |",
        "|---|---|---|---|---|---|---|",
        ...engines.map(row),
    ];
    const concerned = new Map();
    for (const engine of engines) {
        const all = [...engine.wrong, ...engine.failed];
        if (all.length === 0) continue;
        const most = { ...engine, wrong: engine.wrong.slice(0, MOST_TOLD), failed: engine.failed.slice(0, MOST_TOLD) };
        lines.push("", "````text", ...wrongLines(most));
        if (all.length > most.wrong.length + most.failed.length) lines.push(`${engine.name}: ${plural(all.length, "function")} in all`);
        lines.push("````");
        concerned.set(all[0].check.number, all[0].check);
    }
    for (const { name, recipe } of concerned.values()) lines.push("", `${name} as a recipe:`, "", "````toml", recipe.trimEnd(), "````");
    return `${lines.join("\n")}\n`;
}
