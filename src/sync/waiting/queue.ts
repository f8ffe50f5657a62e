import { focusManager, onlineManager } from "@tanstack/react-query";
import type { Session } from "../../auth/session.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import type { TaskChange } from "../task-change.ts";
import type { Kept } from "../task-changes.ts";
import { cachedTaskList } from "../task-list.ts";
import { sendEntry } from "./send-entry.ts";
import {
  askToStay,
  changeEntries,
  type Entries,
  readEntries,
  waits,
  withEntry,
} from "./storage.ts";
import { NOTHING_WAITS, waiting } from "./waiting.ts";

/** Milliseconds before what could not be sent is sent again: doubled each time, up to the last. */
const FIRST_RETRY = 2_000;
const LAST_RETRY = 30_000;

/** Tells the other tabs of this browser that an account's list has changed. */
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("rota.waiting") : undefined;

const NONE: Entries = [];
/** The list of who is signed in, as this page knows it. */
let known = { userId: "", entries: NONE };
const knownOf = (userId: string): Entries => (userId === known.userId ? known.entries : []);

/** Shows what waits, and what was not taken. */
function show(session: Session, entries: Entries): void {
  if (session.signal.aborted) return;
  known = { userId: session.userId, entries };
  waiting.setState({
    changes: entries.filter(waits),
    untaken: entries.flatMap(({ outcome, ...entry }) => (outcome ? [{ ...entry, outcome }] : [])),
  });
}

async function changeList(
  session: Session,
  change: (entries: Entries) => Entries,
): Promise<Entries> {
  const entries = await changeEntries(session.userId, change, knownOf(session.userId));
  show(session, entries);
  tabs?.postMessage(session.userId);
  return entries;
}

/**
 * Keeps a change on this device until it can be sent. Throws `failure`, which is why it was not sent at once,
 * where nothing can be kept, and RequestFailure with the code LIMIT_REACHED when too many wait.
 */
export async function keep(
  session: Session,
  change: TaskChange,
  madeAt: string,
  failure: unknown,
): Promise<Kept> {
  const known = cachedTaskList(session)?.tasks.find(({ id }) => id === change.taskId);
  const title = change.kind === "create" ? change.input.title : (known?.title ?? "");
  const added = { id: crypto.randomUUID(), change, madeAt, title, tries: 0 };
  const add = changeList(session, (known) => withEntry(known, added));
  const entries = await add.catch((error: unknown) => {
    throw error instanceof RequestFailure ? error : failure;
  });
  if (entries.length === 1) askToStay();
  wake();
  return { type: "kept" };
}

/** Takes away what could not be taken and has been read. */
export async function dismissUntaken(session: Session): Promise<void> {
  await changeList(session, (entries) => entries.filter(waits));
}

/** Sends what waits, in its order, as long as the page is shown and the server takes it: one tab at a time. */
export async function sendQueue(session: Session): Promise<void> {
  const work = () => sendAll(session);
  // Insecure addresses have no locks; a change sent twice is taken once.
  const locks: LockManager | undefined = navigator.locks;
  const { signal } = session;
  const sent = locks ? locks.request(`rota.waiting ${session.userId}`, { signal }, work) : work();
  await sent.catch(() => undefined);
}

const maySend = ({ signal }: Session) =>
  !signal.aborted && onlineManager.isOnline() && focusManager.isFocused();

async function sendAll(session: Session): Promise<void> {
  while (maySend(session)) {
    const entries = await readEntries(session.userId, knownOf(session.userId));
    const next = entries.find(waits);
    if (!next) return;
    const settle = await sendEntry(session, next);
    if (settle === null) return;
    await changeList(session, settle);
    // Tried again later.
    if ((await readEntries(session.userId, knownOf(session.userId))).find(waits)?.id === next.id)
      return;
  }
}

/** Sends what waits now, and again later until nothing does; while nobody is signed in, nothing. */
let wake = () => {};

/** Shows and sends what waits while somebody is signed in. Returns the function that ends it. */
export function followQueue(session: Session): () => void {
  const { userId } = session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_RETRY;
  let isOver = false;
  const read = async () => {
    const entries = await readEntries(userId, knownOf(userId)).catch(() => knownOf(userId));
    if (!isOver) show(session, entries);
  };
  const send = async () => {
    await read();
    if (waiting.getState().changes.length > 0) await sendQueue(session);
    clearTimeout(timer);
    // Without a network, or out of sight, it goes on when that changes.
    if (isOver || waiting.getState().changes.length === 0 || !maySend(session)) return;
    timer = setTimeout(send, delay);
    delay = Math.min(2 * delay, LAST_RETRY);
  };
  const begin = () => {
    delay = FIRST_RETRY;
    void send();
  };
  const onMessage = ({ data }: MessageEvent) => data === userId && void read();
  tabs?.addEventListener("message", onMessage);
  const stops = [onlineManager.subscribe(begin), focusManager.subscribe(begin)];
  wake = begin;
  begin();
  return () => {
    isOver = true;
    wake = () => {};
    clearTimeout(timer);
    tabs?.removeEventListener("message", onMessage);
    for (const stop of stops) stop();
    waiting.setState(NOTHING_WAITS);
  };
}
