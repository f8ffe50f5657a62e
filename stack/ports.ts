import { createServer } from "node:net";
import { StackError } from "./errors.ts";

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

/**
 * Makes sure that ports are free before anything is started.
 * @throws StackError naming the first that is not, and what it is wanted for
 */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  for (const [purpose, port] of Object.entries(ports)) {
    if (!(await isFree(port))) {
      throw new StackError(
        `port ${port} (for the ${purpose}) is in use: stop the program that uses it, or choose other ports with --port-base N.`,
      );
    }
  }
}

/** Finds a base whose following `count` ports are all free; for stacks of tests. */
export async function findPortBase(count: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const base = 20_000 + Math.floor(Math.random() * 20_000);
    const ports = Array.from({ length: count }, (_, offset) => base + offset);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return base;
  }
  throw new StackError("no free ports were found on this machine.");
}
