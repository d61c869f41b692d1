// The page: what it compares is chosen here, and what was found is shown. Scripts call `lacuna_parity`.
import { compared, opened } from "./checks.js";
import { ENGINES } from "./engines.js";
import { browser, report, verdict, wrongLines } from "./report.js";

const element = (id) => document.getElementById(id);
const all = opened();
const messageOf = (error) => error?.message ?? `${error}`;

/** Opens an engine; what it finds is gathered in what this returns. */
async function openedEngine(engine) {
    const state = { engine, name: engine.name, about: "", problem: null, functions: 0, values: 0, differing: 0, milliseconds: 0, wrong: [], failed: [] };
    try {
        state.about = await engine.open();
    } catch (error) {
        state.problem = messageOf(error);
    }
    return state;
}

async function compareOne(state, check, isPlanted) {
    const found = await state.engine.sample(check);
    if (!found) return;
    if (isPlanted) new Uint32Array(found.values.buffer, found.values.byteOffset)[found.values.length >> 1] ^= 1;
    const outcome = compared(check, found);
    state.functions += 1;
    state.values += outcome.compared;
    state.differing += outcome.differing;
    if (outcome.differing > 0) state.wrong.push({ check, ...outcome });
}

/**
 * Compares functions by engines: those with these numbers, or all, by engines with these names, or all. Plants a wrong bit in the first function of each
 * engine if asked to. `tell` is called before each function of an engine; a signal stops it at once. Gives what the report is made of.
 */
async function compareAll({ numbers = null, names = null, isPlanted = false, only = "" }, tell = () => {}, signal = new AbortController().signal) {
    const { version, checks } = await all;
    const chosen = numbers ? numbers.map((number) => checks[number]) : checks;
    const values = chosen.reduce((sum, { expected }) => sum + expected.length, 0);
    const result = { version, browser: await browser(), only, isPlanted, asked: { functions: chosen.length, values }, engines: [], wasStopped: false };
    const stopped = new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    // It may come when nobody waits.
    stopped.catch(() => {});
    const unlessStopped = (promise) => Promise.race([promise, stopped]);
    try {
        for (const engine of ENGINES.filter(({ name }) => names?.includes(name) ?? true)) result.engines.push(await unlessStopped(openedEngine(engine)));
        for (const [place, check] of chosen.entries()) {
            for (const state of result.engines) {
                if (state.problem) continue;
                tell(result, place, state, check);
                // The page stays alive.
                await unlessStopped(new Promise((later) => setTimeout(later)));
                const started = performance.now();
                try {
                    await unlessStopped(compareOne(state, check, isPlanted && state.functions === 0));
                } catch (error) {
                    if (signal.aborted) throw error;
                    state.failed.push({ check, error: messageOf(error) });
                    if (state.engine.isLost?.()) state.problem = `lost at ${check.name}: ${messageOf(error)}`;
                }
                state.milliseconds += performance.now() - started;
            }
        }
    } catch (error) {
        if (!signal.aborted) throw error;
        result.wasStopped = true;
    }
    return result;
}

window.lacuna_parity = async (asked) => {
    const result = await compareAll(asked);
    const engines = result.engines.map(({ engine, ...told }) => told);
    return { ...result, engines, verdict: verdict(result), report: report(result) };
};

const count = (some, all) => (some === all ? `${some}` : `${some} of ${all}`);

/** Fills the rows of the engines. */
function showEngines({ engines, asked }, functions = asked.functions, values = asked.values) {
    for (const row of element("engines").tBodies[0].rows) {
        const state = engines.find(({ name }) => name === row.dataset.name);
        const told = state
            ? [state.problem ?? state.about, count(state.functions, functions), count(state.values, values), state.differing, state.failed.length]
            : ["", "", "", "", ""];
        told.forEach((text, column) => (row.cells[column + 1].textContent = text));
        row.className = !state || state.functions + state.failed.length === 0 ? "" : state.differing > 0 ? "wrong" : state.failed.length > 0 ? "unsure" : "right";
    }
}

function showResult(result) {
    const { text, kind } = verdict(result);
    element("found").hidden = false;
    element("verdict").textContent = text;
    element("verdict").className = kind;
    const lines = result.engines.flatMap(wrongLines);
    element("wrong").textContent = lines.join("\n");
    element("wrong").hidden = lines.length === 0;
    element("report").value = report(result);
}

let stop = null;

async function begin() {
    stop = new AbortController();
    for (const id of ["begin", "stop"]) element(id).disabled = id === "begin";
    element("stop").focus();
    element("found").hidden = true;
    element("copied").textContent = "";
    element("progress").value = 0;
    element("told").textContent = "Opening…";
    try {
        const only = element("only").value.trim();
        const { checks } = await all;
        const numbers = checks.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase())).map(({ number }) => number);
        const names = [...document.querySelectorAll("#engines input:checked")].map(({ value }) => value);
        showEngines({ engines: [], asked: { functions: 0, values: 0 } });
        if (numbers.length === 0) throw new Error(`No function has "${only}" in its name.`);
        if (names.length === 0) throw new Error("Choose an engine.");
        let [before, values] = [0, 0];
        const tell = (result, place, { name }, check) => {
            if (place > before) [before, values] = [place, values + checks[numbers[place - 1]].expected.length];
            showEngines(result, place, values);
            element("progress").value = place / numbers.length;
            element("told").textContent = `${place + 1} of ${numbers.length} functions: ${check.name} by ${name}`;
        };
        const result = await compareAll({ numbers, names, only, isPlanted: element("plant").checked }, tell, stop.signal);
        showEngines(result);
        if (!result.wasStopped) element("progress").value = 1;
        element("told").textContent = `${numbers.length} functions`;
        showResult(result);
    } catch (error) {
        element("told").textContent = messageOf(error);
    }
    for (const id of ["begin", "stop"]) element(id).disabled = id === "stop";
    element("begin").focus();
}

async function copy() {
    try {
        await navigator.clipboard.writeText(element("report").value);
        element("copied").textContent = "Copied.";
    } catch {
        // Pages without a certificate may not write there.
        element("report").select();
        element("copied").textContent = "The browser lets no page copy here; the text is selected, so copy it yourself.";
    }
}

for (const { name } of ENGINES) {
    const row = element("engines").tBodies[0].insertRow();
    row.dataset.name = name;
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value: name, checked: true });
    label.append(box, ` ${name}`);
    row.insertCell().append(label);
    for (let column = 0; column < 5; column++) row.insertCell();
}
element("begin").addEventListener("click", begin);
element("stop").addEventListener("click", () => {
    element("told").textContent = "Stopping…";
    stop.abort();
});
element("copy").addEventListener("click", copy);
element("begin").disabled = false;
all.then(
    ({ version, checks }) => (element("told").textContent = `lacuna ${version}: ${checks.length} functions.`),
    (error) => (element("told").textContent = messageOf(error)),
);
