import type { Locale } from "../domain/language/locale.ts";
import { inEnglish, type Message, msg } from "../domain/language/messages.ts";

/** What the worker says by itself, which has no catalogue: the page keeps it in the browser's language. */
const MESSAGES = {
  done: msg("Done // a button: it is done"),
  "put-off": msg("Tomorrow // a button: put it off"),
  changed: msg("Something has changed on your list."),
  gone: msg("This is no longer open on your list."),
  unsaved: msg("Not saved: there is no connection. Try again."),
  didIt: msg("{name} did it"),
  skippedIt: msg("{name} skipped it"),
  somebodyDidIt: msg("Somebody did it"),
  somebodySkippedIt: msg("Somebody skipped it"),
} as const;

type Name = keyof typeof MESSAGES;

/** Texts whose slot {name} is still to be filled, and their language as a BCP 47 tag. */
export type WorkerTexts = Readonly<Record<Name, string>> & { readonly lang: string };

function textsOf(lang: string, say: (message: Message) => string): WorkerTexts {
  const texts = Object.entries(MESSAGES).map(([name, message]) => [name, say(message)]);
  return { lang, ...(Object.fromEntries(texts) as Record<Name, string>) };
}

const CACHE = "rota-texts";
const ADDRESS = "/worker-texts";

/** Keeps them for the worker; rejects without room, and does nothing where there is no worker. */
export async function keepWorkerTexts({ t, language }: Locale): Promise<void> {
  // Insecure addresses have none.
  const known: CacheStorage | undefined = globalThis.caches;
  const texts = textsOf(language, (message) => t(message, { name: "{name}" }));
  await (await known?.open(CACHE))?.put(ADDRESS, Response.json(texts));
}

/** What the page has kept, else English. */
export async function readWorkerTexts(): Promise<WorkerTexts> {
  const english = textsOf("en", (message) => inEnglish(message).split(" // ", 1)[0] ?? "");
  const kept = await globalThis.caches?.match(ADDRESS).catch(() => undefined);
  return { ...english, ...(await kept?.json().catch(() => undefined)) };
}
