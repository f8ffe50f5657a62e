import { answersQueries, functionAnswers, realtimeAnswers } from "../services/health.ts";

/** The addresses of the stack's parts, seen from the gateway. */
export interface Parts {
  databaseUrl: string;
  realtimePort: number;
  functionPorts: Record<string, number>;
}

type State = "up" | "down";

/**
 * Checks whether every part of the stack answers: `{"api": "up", "database": "up", "realtime": "up", "function
 * echo": "down"}`. Takes at most five seconds.
 */
export async function stateOfParts(parts: Parts): Promise<Record<string, State>> {
  const answers: [string, Promise<boolean>][] = [
    ["database", answersQueries(parts.databaseUrl)],
    ["realtime", realtimeAnswers(parts.realtimePort)],
    ...Object.entries(parts.functionPorts).map(([name, port]): [string, Promise<boolean>] => [
      `function ${name}`,
      functionAnswers(name, port),
    ]),
  ];
  const states = answers.map(async ([name, answer]): Promise<[string, State]> => {
    return [name, (await answer.catch(() => false)) ? "up" : "down"];
  });
  return { api: "up", ...Object.fromEntries(await Promise.all(states)) };
}
