import { afterAll, expect, test, vi } from "vitest";
import { newAddress, newPerson } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { mailsTo } from "../support/mailbox.ts";
import type { StackProcess } from "../support/stack-process.ts";
import { startedStack } from "../support/started-stack.ts";

/** The jobs that a stack runs every minute by itself. */

const stacks: StackProcess[] = [];

afterAll(async () => {
  vi.unstubAllEnvs();
  for (const { child } of stacks) child.kill("SIGTERM");
  await Promise.all(stacks.map(({ exitCode }) => exitCode));
}, 60_000);

/** Starts a stack, in which somebody is invited; resolves to a function for the subjects of their mails. */
async function invitedOn(...options: string[]): Promise<() => Promise<string[]>> {
  const stack = await startedStack("--ephemeral", "--no-seed", ...options);
  stacks.push(stack);
  const address = newAddress("guest");
  await addTask(await newPerson("alice", "Alice"), { share_with: [address] });
  const { mailUrl } = await stack.addresses;
  return async () => (await mailsTo(mailUrl, address)).map(({ subject }) => subject);
}

test("an invitation is in the mailbox within a minute, and in none without the schedule", async () => {
  const never = await invitedOn("--no-schedule");
  const soon = await invitedOn();
  await vi.waitUntil(async () => (await soon()).length > 0, { timeout: 150_000, interval: 500 });
  expect(await soon()).toEqual(["Alice invites you to share tasks on Rota"]);
  expect(await never()).toEqual([]);
}, 300_000);
