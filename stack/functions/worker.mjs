/** One edge function, unmodified: what it serves is served on the port that it was given. */
const serve = Deno.serve;

self.addEventListener(
  "message",
  async ({ data: { port, entry } }) => {
    const listen = { hostname: "127.0.0.1", port, onListen: () => self.postMessage("ready") };
    // Called as `serve(handler)` or `serve(options, handler)`.
    Deno.serve = (...args) => serve(listen, args.at(-1));
    await import(entry);
  },
  { once: true },
);
