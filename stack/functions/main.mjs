/**
 * Every edge function, unmodified, in one Deno process and one isolate: ten of those take 95 MB more. The only argument
 * is a JSON object of each function's port and entry by its name.
 */
import "./end-with-parent.mjs";

// What fails outside of a request takes none of the others down.
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
