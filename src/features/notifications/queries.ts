import { useMutation, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import type { Channel } from "../../domain/channels/channel.ts";
import { msg } from "../../domain/language/messages.ts";
import type { Supabase } from "../../supabase/client.ts";
import type { Database } from "../../supabase/database.types.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { answerOf, dataOf } from "../../supabase/request-failure.ts";
import { keepTold, readThisDevice, type Support, subscribe, unsubscribe } from "./this-device.ts";

export const SAVING_FAILED: FailureWords = {
  title: msg("Error Saving Notifications"),
  description: msg("Nothing has changed. Please try again."),
};

const hour = v.nullable(v.number());

const wishes = {
  /** when to tell what is due today; null for never */
  todayHour: hour,
  /** of what is due, only what is their turn */
  onlyMyTurns: v.boolean(),
  /** turns that others want to hand on */
  offers: v.boolean(),
  invitations: v.boolean(),
  /** what others do in tasks that are the user's, too */
  done: v.boolean(),
  /** nothing comes from this hour until the other; both null for none */
  quietFrom: hour,
  quietUntil: hour,
};
const wishesSchema = v.object(wishes);

/** Hours are 0 to 23, in the user's time zone. */
export type Wishes = Readonly<v.InferOutput<typeof wishesSchema>>;

const device = v.object({
  id: v.string(),
  label: v.string(),
  /** ISO instant */
  addedAt: v.string(),
  isThis: v.boolean(),
});

export type Device = Readonly<v.InferOutput<typeof device>>;

const stored = v.object({
  ...wishes,
  devices: v.array(device),
  /** the ids of the tasks in which they are told what others do, whatever they want of all */
  watched: v.array(v.string()),
});

export interface Notifications extends Readonly<v.InferOutput<typeof stored>> {
  readonly support: Support;
  /** with which browsers subscribe; null where no pushes are sent */
  readonly key: string | null;
}

const notificationsQuery = (session: Session | null) =>
  sessionQuery<Notifications>(session, ["notifications"], async (supabase, signal) => {
    const { support, endpoint } = await readThisDevice();
    const request = supabase.rpc("read_push", endpoint === null ? {} : { endpoint });
    const [known, key] = await Promise.all([
      answerOf(request.abortSignal(signal), v.parser(stored)),
      readKey(supabase, signal),
    ]);
    return { ...known, support, key };
  });

/** Resolves to null where no pushes are sent. */
async function readKey({ functions }: Supabase, signal: AbortSignal): Promise<string | null> {
  const server = await dataOf<{ key: string | null }>(
    functions.invoke("push-device", { body: {}, signal }),
  );
  return server?.key ?? null;
}

export const useNotifications = () => useQuery(notificationsQuery(useSession()));

/** Each change resolves once the settings have been read again. */
export function useNotificationChanges() {
  const session = useSession();
  const { queryKey } = notificationsQuery(session);
  const changeBy = <Wish>(act: (session: Session, wish: Wish) => Promise<unknown>) => ({
    mutationFn: async (wish: Wish) => session && act(session, wish),
    onSettled: () => session?.queryClient.invalidateQueries({ queryKey }),
  });
  return {
    save: useMutation(changeBy(saveWishes)),
    watch: useMutation(changeBy(watchTask)),
    addChannel: useMutation(changeBy(addChannel)),
    turnOn: useMutation(changeBy(addThisDevice)),
    remove: useMutation(changeBy(removeDevice)),
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

interface NewChannel {
  readonly id: string;
  readonly label: string;
  readonly channel: Channel;
}

async function addChannel({ supabase, signal }: Session, channel: NewChannel): Promise<void> {
  const { functions } = await supabase();
  await dataOf(functions.invoke("push-channel", { body: { ...channel }, signal }));
}

/** Resolves to whether the browser was allowed to. */
async function addThisDevice({ supabase, userId, signal }: Session, key: string): Promise<boolean> {
  const subscription = await subscribe(key);
  if (subscription === null) return false;
  const { functions } = await supabase();
  await dataOf(functions.invoke("push-device", { body: { subscription }, signal }));
  keepTold(userId, subscription.endpoint);
  return true;
}

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
