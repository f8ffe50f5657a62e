/** Ends this process when its parent ends in any way: standard input is a pipe from it. */
addEventListener("load", async () => {
  for await (const _ of Deno.stdin.readable);
  Deno.exit();
});
