/** The help of the commands in package.json, also shown for invalid options. */

type Line = readonly [call: string, meaning: string];

const WIDTH = 48;

/** A call longer than its column has its meaning on the next line. */
const aligned = ([call, meaning]: Line): string =>
  call.length < WIDTH - 2
    ? `  ${call.padEnd(WIDTH)}${meaning}`
    : `  ${call}\n${" ".repeat(WIDTH + 2)}${meaning}`;

/** Calls and options, in two columns each. */
export const helpText = (calls: readonly Line[], options: readonly Line[] = []): string =>
  [
    "Usage:",
    ...calls.map(aligned),
    ...(options.length > 0 ? ["Options:"] : []),
    ...options.map(aligned),
  ].join("\n");

const DATA: Line = ["--data DIR", "keep the data there instead of .rota"];
const REPLACE: Line = [
  "--replace",
  "replace the file (backup) or the people (restore) that are there",
];
const SERVICES: readonly Line[] = [
  ["--port-base N", "move all ports (N API, N+1 database, N+2 SMTP, N+3 mailbox, N+9 app, …)"],
  DATA,
  ["--ephemeral", "keep the data in a throw-away folder"],
  ["--no-seed", "leave the example accounts and tasks out"],
  ["--no-schedule", "send no mails and pushes by itself every minute"],
];

const HELP: Readonly<Record<string, string>> = {
  start: helpText(
    [
      ["npm start [-- OPTIONS]", "the app and its backend"],
      ["npm run start:supabase", "the same on `supabase start`"],
    ],
    [...SERVICES, ["--app-port N", "the app's port"]],
  ),
  stack: helpText(
    [
      ["npm run stack [-- OPTIONS] [--json]", "the backend alone; --json prints its addresses"],
      ["npm run stack reset [-- --data DIR]", "empties the data"],
      ["npm run stack backup FILE [-- --replace]", "writes all data into a file"],
      ["npm run stack restore FILE [-- --replace]", "reads it back"],
    ],
    [...SERVICES, REPLACE],
  ),
  package: helpText([["npm run package", "makes rota-X.Y.Z.tgz, a server of one's own"]]),
  test: helpText([
    ["npm test", "what a change must pass"],
    ["npm test -- WORD …", "the test files whose path has one of the words in it"],
    ["npm test -- --all [screens|server|load]", "the second tier, too, whole or a part of it"],
    ["npm test -- --on-supabase", "the first tier on `supabase start`"],
  ]),
  bench: helpText([
    ["npm run bench [-- NAME …]", "the measured tables of docs/performance.md, all or those"],
    ["npm run bench -- --against REV", "an old commit beside this one, as a table"],
  ]),
  screenshots: helpText([
    ["npm run screenshots", "pictures of every screen, in screenshots/"],
    ["npm run screenshots readme", "README's and the manifest's pictures, in their places"],
  ]),
  deploy: helpText([
    ["npm run deploy", "puts Rota on a hosted project"],
    ["npm run deploy -- --dry-run", "prints the commands that would"],
  ]),
  migration: helpText([
    ["npm run migration", "makes the migration of supabase/schemas anew"],
    ["npm run migration NAME", "writes the next one, once there is a released one"],
  ]),
  languages: helpText([
    ["npm run languages", "brings the catalogues up to the texts, and says what is missing"],
    ["npm run languages outside", "lists what looks like text and isn't in the catalogue"],
  ]),
  types: helpText([["npm run types", "regenerates src/supabase/database.types.ts"]]),
  release: helpText([
    ["npm run release X.Y.Z", "says the version everywhere, and notes its migrations"],
  ]),
};

export const helpOf = (command: string): string =>
  HELP[command] ?? `Usage: npm run COMMAND, one of ${Object.keys(HELP).join(", ")}`;

export const asksForHelp = (args: readonly string[]): boolean =>
  args.includes("--help") || args.includes("-h");
