/**
 * Loaded by Deno before an edge function: ends it when its parent is gone, however that ended.
 * Standard input is a pipe from the parent.
 */
addEventListener("load", async () => {
  for await (const _ of Deno.stdin.readable);
  Deno.exit();
});
