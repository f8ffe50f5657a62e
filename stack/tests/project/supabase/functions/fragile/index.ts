/** Answers, and fails a moment after a POST, outside of any request; a PUT tells what a hidden file says. */
Deno.serve(async (request) => {
  if (request.method === "PUT") {
    const hidden = Deno.readTextFile(new URL("../../../.hidden", import.meta.url));
    return new Response(await hidden.catch((error) => error.name));
  }
  if (request.method === "POST") {
    setTimeout(() => {
      throw new Error("fragile");
    });
  }
  return new Response("whole");
});
