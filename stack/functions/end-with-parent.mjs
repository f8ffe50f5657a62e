/** Ends this process when its parent is gone, however that ended: standard input is a pipe from it. */
addEventListener("load", async () => {
  for await (const _ of Deno.stdin.readable);
  Deno.exit();
});
