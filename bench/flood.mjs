/**
 * Repeats the same requests, so many at a time, from its parent's first message until the second: a separate
 * process, so that it only shares the server and the processor with the measured client. Answers how often each
 * status came.
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
