/**
 * Runs every edge function, unmodified, in one Deno process and isolate: ten processes take 95 MB more. The
 * only argument is a JSON object with the port and entry of each function by name.
 */
import "./end-with-parent.mjs";

// An error outside of a request must not end the other functions.
for (const kind of ["error", "unhandledrejection"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    const { message } = event.reason ?? event;
    console.error(`a function failed outside of a request (${message}).`);
  });
}

const serve = Deno.serve;
for (const [name, { port, entry }] of Object.entries(JSON.parse(Deno.args[0]))) {
  const onListen = () => console.error(`function ${name} is ready.`);
  // Called as `serve(handler)` or `serve(options, handler)`.
  Deno.serve = (...args) => serve({ hostname: "127.0.0.1", port, onListen }, args.at(-1));
  await import(entry);
}
