import { dayInZone } from "../../../src/domain/dates/time-zone.ts";
import type { Locale } from "../../../src/domain/language/locale.ts";
import { inTurns } from "../_shared/in-turns.ts";
import { type ListFor, listedTasks } from "../_shared/listed-tasks.ts";
import type { PushResult } from "../_shared/push.ts";
import { readersLocale } from "../_shared/readers-locale.ts";
import type { SendContext } from "../_shared/scheduled.ts";
import {
  type DoneNews,
  doneMessages,
  invitationMessage,
  offerMessage,
  tagOf,
  todayMessages,
} from "./content.ts";
import { deliver } from "./deliver.ts";
import type { DoneDay, DueDevice, DuePerson, Invitation, OfferedTurn } from "./due.ts";
import type { Message } from "./message.ts";

interface Page {
  readonly due: readonly DuePerson[];
  readonly hasMore: boolean;
}

const PAGE = 20;
const LANES = 4;
/** A hosted function has two seconds of processor time; a push takes up to 15 ms of it. */
const MOST_A_RUN = 80;
/** Milliseconds after which a run starts nothing new; a later run continues. */
const RUN = 60_000;

/**
 * Sends pushes that are due at an instant, as many as a run has time for. Several workers may run it: each
 * leases other people, and claims each push before it is sent. A push that its server doesn't accept now waits
 * for a later call.
 * @returns whether there are more
 * @throws Error at the end if somebody's pushes failed
 */
export async function sendPushes(
  context: SendContext,
  instant: Date = new Date(),
): Promise<boolean> {
  const failures: unknown[] = [];
  const endsAt = Date.now() + RUN;
  let page: Page = { due: [], hasMore: true };
  for (let people = 0; page.hasMore && people < MOST_A_RUN; people += PAGE) {
    if (Date.now() > endsAt) break;
    const asked = { instant: instant.toISOString(), most: PAGE };
    page = (await context.call("claim_pushes", asked)) as Page;
    await inTurns(page.due, LANES, (person) =>
      sendTo(context, person, instant).catch((error) => {
        failures.push(error);
      }),
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, "Pushes failed");
  return page.hasMore;
}

/** All devices of a person at once: a slow one only delays its owner. */
async function sendTo(context: SendContext, due: DuePerson, instant: Date): Promise<void> {
  const content = contentFor(context, due, instant, await readersLocale(due));
  const sent = await Promise.allSettled(
    due.devices.map((device) => sendToDevice(context, device, content, instant)),
  );
  for (const one of sent) if (one.status === "rejected") throw one.reason;
}

async function sendToDevice(
  context: SendContext,
  device: DueDevice,
  content: Content,
  instant: Date,
): Promise<void> {
  const send = <T>(kind: string, entries: readonly Entry<T>[], wording: Wording<T>) =>
    sendClaimed(context, device, kind, entries, wording, instant);
  if (device.day !== null) {
    const messages = await content.today(device.day, device.onlyMyTurns);
    const entries = messages.length > 0 ? [{ key: device.day, of: messages }] : [];
    if (!(await send("today", entries, (all) => all.flat()))) return;
  }
  const news = await content.done(device.done);
  const done = news.map((one) => ({ key: tagOf(one), of: one }));
  if (!(await send("done", done, content.news))) return;
  for (const of of device.invitations) {
    if (!(await send("invitation", [{ key: of.key, of }], (all) => all.map(content.invitation))))
      return;
  }
  for (const of of device.offers) {
    if (!(await send("offer", [{ key: of.key, of }], (all) => all.map(content.offer)))) return;
  }
}

/** Claimed by its key, and then worded together with other claimed entries. */
interface Entry<T> {
  readonly key: string;
  readonly of: T;
}
type Wording<T> = (claimed: readonly T[]) => readonly Message[];

/** The messages to a person, read when the first of their devices needs them. */
function contentFor(
  { call, environment }: SendContext,
  { person, timeZone }: DuePerson,
  instant: Date,
  locale: Locale,
) {
  const days = new Map<string, Promise<Message[]>>();
  const news = new Map<string, Promise<DoneNews | null>>();

  async function readToday(day: string, onlyMyTurns: boolean): Promise<Message[]> {
    const list = (await call("list_tasks_for", { person })) as ListFor;
    const moment = { today: day, timeZone, now: instant.getTime() };
    const tasks = listedTasks(list);
    const messages = await todayMessages(environment, tasks, person, moment, locale, onlyMyTurns);
    if (messages.length === 0) await call("settle_day", { kind: "today", person, day });
    return messages;
  }

  async function readDone({ task, day }: DoneDay): Promise<DoneNews | null> {
    const look = { person, task_id: task, day, action: "look" };
    const state = (await call("follow_done_link", look).catch(() => null)) as {
      title: string;
      done: { status: string; name: string | null; isYou: boolean } | null;
    } | null;
    if (state?.done?.status !== "done" || state.done.isYou) return null;
    return { task, day, title: state.title, name: state.done.name };
  }

  return {
    today: (day: string, onlyMyTurns: boolean) =>
      kept(days, day, () => readToday(day, onlyMyTurns)),
    /** Without completions that were undone, or that the person may no longer see. */
    done: async (asked: readonly DoneDay[]): Promise<DoneNews[]> => {
      const read = asked.map((day) => kept(news, tagOf(day), () => readDone(day)));
      return (await Promise.all(read)).filter((one) => one !== null);
    },
    news: (done: readonly DoneNews[]) => doneMessages(done, locale),
    invitation: (invitation: Invitation) => invitationMessage(invitation, locale),
    offer: (turn: OfferedTurn) => offerMessage(turn, dayInZone(instant, timeZone), locale),
  };
}

type Content = ReturnType<typeof contentFor>;

function kept<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}

/** Answers whether the device may be sent more: after a failure it gets nothing more in this run. */
async function sendClaimed<T>(
  { environment, call, appUrl, report }: SendContext,
  device: DueDevice,
  kind: string,
  entries: readonly Entry<T>[],
  wording: Wording<T>,
  instant: Date,
): Promise<boolean> {
  const pushes: string[] = [];
  const claimed: T[] = [];
  for (const { key, of } of entries) {
    const push = (await call("claim_message", { device: device.id, kind, key })) as string | null;
    if (push === null) continue;
    pushes.push(push);
    claimed.push(of);
  }
  if (pushes.length === 0) return true;
  const { result, taken } = await sendAll(wording(claimed));
  const { failure, error = null, waitSeconds = null } = result;
  await call("finish_messages", {
    messages: pushes,
    error,
    // Some messages were delivered and must not be sent a second time.
    failure: failure === "unsent" && taken > 0 ? "failed" : (failure ?? null),
    wait_seconds: waitSeconds,
    instant: instant.toISOString(),
  });
  if (failure) console.error(`A push was not sent (${failure}): ${error}`);
  // A browser that accepts no more pushes is no failure.
  if (failure !== "gone") report?.(error);
  return failure === undefined;

  async function sendAll(messages: readonly Message[]) {
    for (const [taken, message] of messages.entries()) {
      const result = await deliver(environment, appUrl, device, message);
      if (result.failure) return { result, taken };
    }
    const result: PushResult = {};
    return { result, taken: messages.length };
  }
}
