/** Answers, and fails a moment after a POST, outside of any request. */
Deno.serve((request) => {
  if (request.method === "POST") {
    setTimeout(() => {
      throw new Error("fragile");
    });
  }
  return new Response("whole");
});
