/**
 * Every edge function in one Deno process, each in a worker of its own: one that fails ends alone, and is
 * started again. The only argument is a JSON object of each function's port and entry by its name.
 */
import "./end-with-parent.mjs";

const SHORTEST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 30_000;
/** A function that ran this long is sound: its end is the first one again. */
const SOUND_AFTER_MS = 15_000;

const wasReady = new Set();

function run(name, setting, pause = SHORTEST_PAUSE_MS) {
  const startedAt = Date.now();
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module", name });
  worker.addEventListener("message", () => {
    console.error(wasReady.has(name) ? `function ${name} is back.` : `function ${name} is ready.`);
    wasReady.add(name);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    worker.terminate();
    if (!wasReady.has(name)) {
      console.error(`function ${name}: ${event.message}`);
      Deno.exit(1);
    }
    console.error(`function ${name} ended unexpectedly (${event.message}); starting it again.`);
    const next = Date.now() - startedAt > SOUND_AFTER_MS ? SHORTEST_PAUSE_MS : pause;
    setTimeout(run, next, name, setting, Math.min(next * 2, LONGEST_PAUSE_MS));
  });
  worker.postMessage(setting);
}

for (const [name, setting] of Object.entries(JSON.parse(Deno.args[0]))) run(name, setting);
