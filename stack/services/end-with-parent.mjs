/**
 * Loaded by Deno before an edge function: standard input is a pipe from the process that runs the
 * function, and its end means that this process is gone, however it went.
 */
addEventListener("load", async () => {
  for await (const _ of Deno.stdin.readable);
  Deno.exit();
});
