/**
 * Asks for the same again and again, so many at once, from the first message of its parent until the second one: a
 * process of its own, so that only the server and the processor are shared with whoever is measured beside it. Answers
 * how often each status came.
 */
import { Agent, request } from "node:http";

process.once("message", ({ url, method, headers, bodies, atOnce }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses = {};
  let asked = 0;
  const ask = () => {
    const body = bodies[asked % bodies.length];
    asked += 1;
    const call = request(url, { agent, method, headers }, (answer) => {
      answer.resume().on("end", () => {
        statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
        ask();
      });
    });
    call.on("error", () => setTimeout(ask, 100));
    call.end(body);
  };
  for (let n = 0; n < atOnce; n += 1) ask();
  process.once("message", () => process.send(statuses, () => process.exit()));
});
