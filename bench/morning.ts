import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { rootFolder } from "../cli/project.ts";
import { compile } from "../stack/compile.mjs";
import { findPortBase } from "../stack/ports.ts";
import { startStack } from "../stack/stack.ts";
import { stackVariables } from "../tests/support/environment.ts";
import { randomFrom } from "../tests/support/random.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../tests/support/smtp-stand-in.ts";
import { asAdministrator, sqlValue } from "../tests/support/sql.ts";
import type { Bench } from "./context.ts";
import { table } from "./report.ts";

/**
 * A town's morning mails at 7:00, simulated: the function's own code in a process a run, minutes by the clock that it is
 * given, as many runs in each as the schedule starts, and a tenth of them killed at any moment. ROTA_BENCH_MORNING="5000"
 * sets the number of households; 1.5 mails each.
 */

const HOUSEHOLDS = Number(process.env.ROTA_BENCH_MORNING ?? "50");
const TODAY = new Date().toISOString().slice(0, 10);
/** The schedule starts at most so many runs of a function in a minute, one for each so many that are due. */
const [MOST_RUNS, DUE_A_RUN] = [25, 80];
const AT_ONCE = 2;
const KILLED = 0.1;
/** A lease of a run that was killed ends meanwhile. */
const MINUTES = 120;

const instantAt = (minute: number) =>
  `(timestamptz '${TODAY} 07:00 Europe/Berlin' + interval '${minute} minutes')`;

async function fill(): Promise<void> {
  const town = readFileSync(join(rootFolder, "bench/town.sql"), "utf8");
  await asAdministrator(async (client) => {
    // A mail tells of yesterday.
    const settings = `set town.households = ${HOUSEHOLDS}; set town.days = 1`;
    await client.query(`${settings}; set town.today = '${TODAY}'`);
    await client.query(town);
    // As after a town's first night: nobody's setting is new to the schedule.
    await client.query(
      `update public.morning_mails set next_at = ${instantAt(0)}; analyze public.morning_mails`,
    );
  });
}

const dueAt = async (minute: number) =>
  Number(
    await sqlValue(
      `select count(*) from public.morning_mails where next_at <= ${instantAt(minute)}`,
    ),
  );

interface Outcome {
  runs: number;
  killed: number;
  /** mails sent by the end of each minute */
  sent: number[];
}

/** Runs of one minute, some at once. */
async function runMinute(minute: number, start: (instant: string) => Promise<boolean>) {
  const instant = new Date(String(await sqlValue(`select ${instantAt(minute)}`))).toISOString();
  const runs = Math.min(MOST_RUNS, 1 + Math.floor((await dueAt(minute)) / DUE_A_RUN));
  let left = runs;
  let killed = 0;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      if (await start(instant)) killed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { runs, killed };
}

async function simulate(server: SmtpStandIn): Promise<Outcome> {
  const program = await compile(join(rootFolder, "tests/support/morning-worker.ts"), rootFolder);
  const variables = JSON.stringify({
    ...{ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(server.port), SMTP_FROM: "rota@example.com" },
    MAIL_LINK_SECRET: "a secret of this bench",
  });
  const random = randomFrom(62);
  let longest = 1_000;
  /** @returns whether it was killed before its end */
  const start = async (instant: string) => {
    const begun = performance.now();
    const child = spawn(process.execPath, [program, variables, instant], { stdio: "inherit" });
    const ended = once(child, "exit");
    if (random(1_000) < KILLED * 1_000) {
      await Promise.race([ended, pause(random(Math.round(longest)))]);
      child.kill("SIGKILL");
    }
    const [code, signal] = await ended;
    if (code) throw new Error(`a run ended with ${code}`);
    if (code === 0) longest = Math.max(longest, performance.now() - begun);
    return signal === "SIGKILL";
  };
  const outcome: Outcome = { runs: 0, killed: 0, sent: [] };
  for (let minute = 0; minute < MINUTES && (await dueAt(MINUTES)) > 0; minute += 1) {
    const { runs, killed } = await runMinute(minute, start);
    outcome.runs += runs;
    outcome.killed += killed;
    outcome.sent.push(server.taken.length);
  }
  return outcome;
}

export const bench: Bench = {
  title: "A morning",
  isAlone: true,
  async measure() {
    const stack = await startStack(
      { projectFolder: rootFolder, portBase: await findPortBase(20), seed: false, schedule: false },
      () => {},
    );
    const server = await startSmtpStandIn();
    try {
      Object.assign(process.env, stackVariables(stack.addresses));
      await fill();
      const due = await dueAt(0);
      const { runs, killed, sent } = await simulate(server);
      const claimed = Number(
        await sqlValue(
          `select count(*) from private.outbox where kind = 'morning' and key like '%:${TODAY}'`,
        ),
      );
      const addresses = new Set(server.taken).size;
      return table(
        ["what", `${HOUSEHOLDS} households`],
        [
          ["people due at 7:00", String(due)],
          ["mails sent, of claimed", `${addresses} of ${claimed}`],
          ["twice", String(server.taken.length - addresses)],
          [
            "claimed and not sent: under way when their run was killed",
            String(claimed - addresses),
          ],
          ["due and not looked at in the end", String(await dueAt(MINUTES))],
          ["by minute", sent.join(", ")],
          ["runs; killed", `${runs}; ${killed}`],
        ],
      );
    } finally {
      server.close();
      await stack.stop();
    }
  },
};
