import { queryOptions, skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import type { Supabase } from "../../supabase/client.ts";
import type { Database } from "../../supabase/database.types.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { keepTold, readThisDevice, type Support, subscribe, unsubscribe } from "./this-device.ts";

/** What the user is told on their devices. Hours are 0 to 23 by the clocks of their time zone. */
export interface Wishes {
  /** when to tell what is due today; null for never */
  readonly todayHour: number | null;
  /** of what is due, only what is their turn */
  readonly onlyMyTurns: boolean;
  /** turns that others want to hand on */
  readonly offers: boolean;
  readonly invitations: boolean;
  /** what others do in tasks that are the user's, too */
  readonly done: boolean;
  /** nothing comes from this hour until the other; both null for none */
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
}

export interface Device {
  readonly id: string;
  readonly label: string;
  /** ISO instant */
  readonly addedAt: string;
  readonly isThis: boolean;
}

interface Notifications extends Wishes {
  readonly devices: readonly Device[];
  /** the ids of the tasks in which they are told what others do, whatever they want of all */
  readonly watched: readonly string[];
  readonly support: Support;
  /** with which browsers subscribe; null where no pushes are sent */
  readonly key: string | null;
}

const notificationsQuery = (session: Session | null) =>
  queryOptions<Notifications>({
    queryKey: ["notifications", session?.userId],
    queryFn: session ? ({ signal }) => readNotifications(session, signal) : skipToken,
    // Another device may have changed it, and the browser's settings, too.
    staleTime: 0,
  });

async function readNotifications(
  { supabase }: Session,
  signal: AbortSignal,
): Promise<Notifications> {
  const client = await supabase();
  const { support, endpoint } = await readThisDevice();
  const [known, key] = await Promise.all([
    dataOf(client.rpc("read_push", endpoint === null ? {} : { endpoint }).abortSignal(signal)),
    readKey(client, signal),
  ]);
  const stored = known as unknown as Wishes & Pick<Notifications, "devices" | "watched">;
  return { ...stored, support, key };
}

/** With which browsers subscribe; null where no pushes are sent. */
async function readKey({ functions }: Supabase, signal: AbortSignal): Promise<string | null> {
  const server = await dataOf<{ key: string | null }>(
    functions.invoke("push-device", { body: {}, signal }),
  );
  return server?.key ?? null;
}

export const useNotifications = () => useQuery(notificationsQuery(useSession()));

/** What the user changes; each resolves once all has been read again. */
export function useNotificationChanges() {
  const session = useSession();
  const { queryKey } = notificationsQuery(session);
  const onSettled = () => session?.queryClient.invalidateQueries({ queryKey });
  return {
    save: useMutation({
      mutationFn: async (wishes: Wishes) => session && saveWishes(session, wishes),
      onSettled,
    }),
    watch: useMutation({
      mutationFn: async (wish: WatchWish) => session && watchTask(session, wish),
      onSettled,
    }),
    turnOn: useMutation({
      mutationFn: async (key: string) => session && addThisDevice(session, key),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: async (device: Device) => session && removeDevice(session, device),
      onSettled,
    }),
  };
}

async function saveWishes({ supabase, signal }: Session, wishes: Wishes): Promise<void> {
  const { todayHour, onlyMyTurns, invitations, done, offers, quietFrom, quietUntil } = wishes;
  const parameters = {
    ...{ today_hour: todayHour, only_my_turns: onlyMyTurns, invitations, done, offers },
    ...{ quiet_from: quietFrom, quiet_until: quietUntil },
  } as Database["public"]["Functions"]["set_push"]["Args"];
  await dataOf((await supabase()).rpc("set_push", parameters).abortSignal(signal));
}

interface WatchWish {
  readonly taskId: string;
  readonly isWatched: boolean;
}

async function watchTask({ supabase, signal }: Session, { taskId, isWatched }: WatchWish) {
  const parameters = { task_id: taskId, is_watched: isWatched };
  await dataOf((await supabase()).rpc("watch_task", parameters).abortSignal(signal));
}

/** Whether it is on; it isn't when the browser was not allowed to. */
async function addThisDevice({ supabase, userId, signal }: Session, key: string): Promise<boolean> {
  const subscription = await subscribe(key);
  if (subscription === null) return false;
  const { functions } = await supabase();
  await dataOf(functions.invoke("push-device", { body: { subscription }, signal }));
  keepTold(userId, subscription.endpoint);
  return true;
}

/** Tells the server where this browser takes pushes now. */
export async function renewThisDevice(session: Session): Promise<void> {
  const key = await readKey(await session.supabase(), session.signal);
  if (key !== null) await addThisDevice(session, key);
}

async function removeDevice({ supabase, signal }: Session, device: Device): Promise<void> {
  const { id, isThis } = device;
  await dataOf((await supabase()).rpc("remove_push_device", { id }).abortSignal(signal));
  if (!isThis) return;
  keepTold(null);
  await unsubscribe();
}
