import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findPortBase } from "../../stack/ports.ts";
import { newAddress, newPerson } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { stackUnderTest, stackVariables } from "../support/environment.ts";
import { mailsTo } from "../support/mailbox.ts";
import { sql } from "../support/sql.ts";
import { runStack, type StackProcess } from "../support/stack-process.ts";

/** What a stack does every minute, without a call by anybody. */

let stack: StackProcess;

beforeAll(async () => {
  const base = String(await findPortBase(20));
  stack = runStack(["--port-base", base, "--ephemeral", "--no-seed"]);
  for (const [name, value] of Object.entries(stackVariables(await stack.addresses))) {
    vi.stubEnv(name, value);
  }
}, 120_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  stack.child.kill("SIGTERM");
  await stack.exitCode;
}, 60_000);

test("an invitation that is due is in the mailbox", async () => {
  const address = newAddress("guest");
  await addTask(await newPerson("alice"), { share_with: [address] });
  await sql("update private.invitation_mails set due_at = now() where address = $1", [address]);
  const mails = () => mailsTo(stackUnderTest().mailUrl, address);
  await vi.waitUntil(async () => (await mails()).length > 0, { timeout: 150_000, interval: 500 });
  expect(await mails()).toEqual([
    expect.objectContaining({ subject: expect.stringContaining("invites you") }),
  ]);
}, 180_000);
