// The page: what it compares is chosen here, and what was found is shown. Scripts call `lacuna_parity`.
import { compared, opened } from "./checks.js";
import { ENGINES } from "./engines.js";
import { browser, report, verdict, wrongLines } from "./report.js";

const element = (id) => document.getElementById(id);
const all = opened();

/** Opens an engine; what it finds is gathered in what this returns. */
async function openedEngine(engine) {
    const state = { engine, name: engine.name, about: "", problem: null, functions: 0, values: 0, differing: 0, milliseconds: 0, wrong: [], failed: [] };
    try {
        state.about = await engine.open();
    } catch (error) {
        state.problem = error?.message ?? `${error}`;
    }
    return state;
}

async function compareOne(state, check, isPlanted) {
    const started = performance.now();
    try {
        const found = await state.engine.sample(check);
        if (found) {
            if (isPlanted) new Uint32Array(found.values.buffer, found.values.byteOffset)[found.values.length >> 1] ^= 1;
            const outcome = compared(check, found);
            state.functions += 1;
            state.values += outcome.compared;
            state.differing += outcome.differing;
            if (outcome.differing > 0) state.wrong.push({ check, ...outcome });
        }
    } catch (error) {
        state.failed.push({ check, error: error?.message ?? `${error}` });
    }
    state.milliseconds += performance.now() - started;
}

/**
 * Compares functions by engines: those with these numbers, or all, by engines with these names, or all. Plants a wrong bit in the first function of each
 * engine if asked to. `tell` is called after each function and may return false to stop. Gives what the report is made of.
 */
async function compareAll({ numbers = null, names = null, isPlanted = false, only = "" }, tell = () => true) {
    const { version, checks } = await all;
    const chosen = numbers ? numbers.map((number) => checks[number]) : checks;
    const result = { version, browser: await browser(), only, isPlanted, engines: [], wasStopped: false };
    for (const engine of ENGINES.filter(({ name }) => names?.includes(name) ?? true)) result.engines.push(await openedEngine(engine));
    for (const [place, check] of chosen.entries()) {
        for (const state of result.engines) {
            if (!state.problem) await compareOne(state, check, isPlanted && state.functions === 0);
        }
        // The page stays alive.
        await new Promise((later) => setTimeout(later));
        if (!tell(result, place + 1, chosen.length)) {
            result.wasStopped = place + 1 < chosen.length;
            break;
        }
    }
    return result;
}

window.lacuna_parity = async (asked) => {
    const result = await compareAll(asked);
    const engines = result.engines.map(({ engine, ...told }) => told);
    return { ...result, engines, verdict: verdict(result), report: report(result) };
};

/** Fills the rows of the engines. */
function showEngines(states) {
    for (const row of element("engines").tBodies[0].rows) {
        const state = states.find(({ name }) => name === row.dataset.name);
        const told = state ? [state.problem ?? state.about, state.functions, state.values, state.differing, state.failed.length] : ["", "", "", "", ""];
        told.forEach((text, column) => (row.cells[column + 1].textContent = text));
        row.className = !state || state.functions + state.failed.length === 0 ? "" : state.differing + state.failed.length > 0 ? "wrong" : "right";
    }
}

function showResult(result) {
    const { text, isRight } = verdict(result);
    element("verdict").textContent = text;
    element("verdict").className = isRight ? "right" : "wrong";
    const lines = result.engines.flatMap(wrongLines);
    element("wrong").textContent = lines.join("\n");
    element("wrong").hidden = lines.length === 0;
    element("report").value = report(result);
    element("found").hidden = false;
}

let isStopped = false;

async function begin() {
    isStopped = false;
    element("begin").disabled = true;
    element("stop").disabled = false;
    element("found").hidden = true;
    element("progress").value = 0;
    element("told").textContent = "Opening…";
    showEngines([]);
    try {
        const only = element("only").value.trim();
        const { checks } = await all;
        const numbers = checks.filter(({ name }) => name.includes(only)).map(({ number }) => number);
        const names = [...document.querySelectorAll("#engines input:checked")].map(({ value }) => value);
        const result = await compareAll({ numbers, names, only, isPlanted: element("plant").checked }, ({ engines }, done, count) => {
            showEngines(engines);
            element("progress").value = done / count;
            element("told").textContent = `${done} of ${count} functions`;
            return !isStopped;
        });
        showEngines(result.engines);
        if (numbers.length === 0) element("told").textContent = `No function has "${only}" in its name.`;
        showResult(result);
    } catch (error) {
        element("told").textContent = `${error}`;
    }
    element("begin").disabled = false;
    element("stop").disabled = true;
}

async function copy() {
    await navigator.clipboard.writeText(element("report").value);
    element("copied").textContent = "Copied.";
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
element("stop").addEventListener("click", () => (isStopped = true));
element("copy").addEventListener("click", copy);
element("begin").disabled = false;
all.then(
    ({ version, checks }) => (element("told").textContent = `lacuna ${version}: ${checks.length} functions.`),
    (error) => (element("told").textContent = `${error}`),
);
