import { expect } from "vitest";
import { readBackend } from "../../src/supabase/backend.ts";

/** The network below the app's own client: nothing comes back until the test decides it. */

/** The requests in tests, as in e2e/steps.ts. */
export const calls = {
  complete: "/rest/v1/rpc/complete_task",
  undo: "/rest/v1/rpc/undo_completion",
  undoSchedule: "/rest/v1/rpc/undo_schedule_change",
  correct: "/rest/v1/rpc/correct_completion",
  skip: "/rest/v1/rpc/skip_occurrence",
  putOff: "/rest/v1/rpc/put_off",
  catchUp: "/rest/v1/rpc/catch_up",
  undoCatchUp: "/rest/v1/rpc/undo_catch_up",
  checkLine: "/rest/v1/rpc/check_line",
  takeTurns: "/rest/v1/rpc/take_turns",
  giveTurns: "/rest/v1/rpc/give_turns",
  returnTurns: "/rest/v1/rpc/return_turns",
  offerTurns: "/rest/v1/rpc/offer_turns",
  withdrawOffers: "/rest/v1/rpc/withdraw_offers",
  enterAbsence: "/rest/v1/rpc/enter_absence",
  pause: "/rest/v1/rpc/pause_task",
  createHousehold: "/rest/v1/rpc/create_household",
  savePerson: "/rest/v1/rpc/save_person",
  removePerson: "/rest/v1/rpc/remove_person",
  bringBackPerson: "/rest/v1/rpc/bring_back_person",
  deleteHousehold: "/rest/v1/rpc/delete_household",
  restoreHousehold: "/rest/v1/rpc/restore_household",
  households: "/rest/v1/households",
  readInvitation: "/rest/v1/rpc/read_household_invitation",
  joinHousehold: "/rest/v1/rpc/join_household",
  householdInvitations: "/rest/v1/household_invitations",
  endAbsence: "/rest/v1/rpc/end_absence",
  enterHouseAbsence: "/rest/v1/rpc/enter_house_absence",
  endHouseAbsence: "/rest/v1/rpc/end_house_absence",
  setHouseholdZone: "/rest/v1/rpc/set_household_zone",
  record: "/rest/v1/rpc/read_record",
  countDone: "/rest/v1/rpc/count_done",
  readDisplay: "/rest/v1/rpc/read_display",
  tickOnDisplay: "/rest/v1/rpc/tick_on_display",
  list: "/rest/v1/rpc/list_tasks",
  read: "/rest/v1/rpc/read_task",
  leave: "/rest/v1/rpc/leave_task",
  accept: "/rest/v1/rpc/accept_sender",
  renewCalendar: "/rest/v1/rpc/renew_calendar",
  calendar: "/rest/v1/calendar_feeds",
  morningMails: "/rest/v1/morning_mails",
  setMorningMail: "/rest/v1/rpc/set_morning_mail",
  readPush: "/rest/v1/rpc/read_push",
  watchTask: "/rest/v1/rpc/watch_task",
  setPush: "/rest/v1/rpc/set_push",
  removePush: "/rest/v1/rpc/remove_push_device",
  pushChannel: "/functions/v1/push-channel",
  webhook: "/functions/v1/webhook",
  readWebhooks: "/rest/v1/rpc/read_webhooks",
  removeWebhook: "/rest/v1/rpc/remove_webhook",
  pushDevice: "/functions/v1/push-device",
  contacts: "/rest/v1/shared_contacts",
  consents: "/rest/v1/sharing_consents",
  leftTasks: "/rest/v1/left_tasks",
  shares: "/rest/v1/task_shares",
  displays: "/rest/v1/household_displays",
  tokens: "/rest/v1/access_tokens",
  createToken: "/rest/v1/rpc/create_token",
  endToken: "/rest/v1/rpc/end_token",
  printLabels: "/rest/v1/rpc/print_labels",
  turns: "/rest/v1/turn_swaps",
  history: "/rest/v1/task_completions",
  catchUps: "/rest/v1/task_catch_ups",
  events: "/rest/v1/task_events",
  notes: "/rest/v1/task_day_notes",
  profiles: "/rest/v1/profiles",
  create: "/functions/v1/create-task",
  update: "/functions/v1/update-task",
  delete: "/functions/v1/delete-task",
  import: "/functions/v1/import-tasks",
  beginImport: "/rest/v1/rpc/begin_import",
  finishImport: "/rest/v1/rpc/finish_import",
  undoImport: "/rest/v1/rpc/undo_import",
  answerClaim: "/rest/v1/rpc/answer_claim",
  server: "/operator/v1/state",
  invite: "/operator/v1/invite",
  closeAccount: "/operator/v1/close",
  setMail: "/operator/v1/set-mail",
  testMail: "/operator/v1/test-mail",
  makeBackup: "/operator/v1/make-backup",
  verifyBackup: "/operator/v1/verify-backup",
  downloadBackup: "/operator/v1/download-backup",
  token: "/auth/v1/token",
  signUp: "/auth/v1/signup",
  recover: "/auth/v1/recover",
  logout: "/auth/v1/logout",
  user: "/auth/v1/user",
  factors: "/auth/v1/factors",
  factor: "/auth/v1/factors/f1",
  challenge: "/auth/v1/factors/f1/challenge",
  verify: "/auth/v1/factors/f1/verify",
  identity: "/auth/v1/user/identities/i1",
} as const;

type Call = (typeof calls)[keyof typeof calls];

interface Waiting {
  readonly path: string;
  readonly settle: (answering: Answering) => void;
}

/** Makes the answer to a request; throws if the network loses it. */
type Answering = () => Response;

interface Answer {
  readonly answering: Answering;
  isUsed: boolean;
}

let answers = new Map<string, Answer>();
/** for requests without an answer; by default none comes back */
let otherwise: Answering | null = null;
let waiting: Waiting[] = [];
let requests: { readonly path: string; readonly body: unknown }[] = [];

const browserFetch = window.fetch;

window.fetch = (input, init) => {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
  if (origin !== readBackend().url) return browserFetch(input, init);
  const text = typeof init?.body === "string" ? init.body : "null";
  requests.push({ path: pathname, body: JSON.parse(text) });
  return new Promise((resolve, reject) => {
    const settle = (answering: Answering) => {
      try {
        resolve(answering());
      } catch (error) {
        reject(error);
      }
    };
    const known = answers.get(pathname);
    if (known) {
      known.isUsed = true;
      settle(known.answering);
    } else if (otherwise) settle(otherwise);
    else waiting.push({ path: pathname, settle });
  });
};

/** Nothing has been sent, and nothing comes back; pending requests fail, which would be kept otherwise. */
export function resetNetwork(): void {
  const over = waiting.filter(({ path }) => !path.startsWith("/auth/"));
  answers = new Map();
  otherwise = null;
  waiting = [];
  for (const { settle } of over) settle(() => Response.json({}, { status: 400 }));
  requests = [];
}

/** An answer removed before anything has asked for it would depend on the page's speed. */
function expectUsed(call: Call): void {
  if (answers.get(call)?.isUsed === false) {
    throw new Error(
      `Nothing has asked for ${call} yet: wait for what its answer shows, or allAsked().`,
    );
  }
}

const responding =
  (status: number, body: unknown): Answering =>
  () =>
    status === 204 ? new Response(null, { status }) : Response.json(body, { status });

function decide(call: Call, answering: Answering, isWanted = true): void {
  expectUsed(call);
  const [due, rest] = [[] as Waiting[], [] as Waiting[]];
  for (const each of waiting) (each.path === call ? due : rest).push(each);
  waiting = rest;
  answers.set(call, { answering, isUsed: !isWanted || due.length > 0 });
  for (const { settle } of due) settle(answering);
}

/** The answer from now on, also for pending requests. */
export const answer = (call: Call, status: number, body: unknown = {}): void =>
  decide(call, responding(status, body));

/** The same, whether or not anything asks for it: the server's state while the test is about something else. */
export const answerIfAsked = (call: Call, status: number, body: unknown): void =>
  decide(call, responding(status, body), false);

/** From now on, all requests without an answer fail, including pending ones. */
export const failOthers = (status: number): void => {
  const failing = responding(status, { message: "no" });
  otherwise = failing;
  const due = waiting;
  waiting = [];
  for (const { settle } of due) settle(failing);
};

/** The network loses these requests, including pending ones. */
export const cut = (call: Call): void =>
  decide(call, () => {
    throw new TypeError("Failed to fetch");
  });

/** From now on nothing comes back. */
export function hold(call: Call): void {
  expectUsed(call);
  answers.delete(call);
}

/** Resolves when the page has asked for everything with an answer. */
export const allAsked = (): Promise<void> =>
  expect
    .poll(() => [...answers].flatMap(([call, { isUsed }]) => (isUsed ? [] : [call])), {
      message: "answers that nothing has asked for",
    })
    .toEqual([]);

/** The bodies of these requests so far, parsed. */
export const sent = (call: Call): unknown[] =>
  requests.filter(({ path }) => path === call).map(({ body }) => body);

/** As soon as that is so: what `sent` says. */
export const expectSent = (call: Call) => expect.poll(() => sent(call));
