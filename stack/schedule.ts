import type { Troubles } from "./troubles.ts";

const MINUTE_MS = 60_000;

/** The parts of a function's answer about its run. */
interface Answer {
  /** how much was sent */
  readonly sent?: number;
  /** why some was not */
  readonly why?: readonly string[];
  /** whether a run that begins at once finds more to send */
  readonly hasMore?: boolean;
}

/**
 * Calls edge functions at the start of every minute with the secret key, as pg_cron and pg_net do on the
 * platform, and again at once while they say that there is more. Calls may overlap; failed ones are logged, and
 * repeated a minute later.
 * @param functionsUrl the address before their names
 * @param troubles get an entry from a function's first unsent message until its next sent one
 * @returns a function that ends this
 */
export function callEveryMinute(
  functionsUrl: string,
  secretKey: string,
  names: readonly string[],
  troubles?: Troubles,
): () => void {
  let timer: NodeJS.Timeout;
  let isRunning = names.length > 0;
  const call = async (name: string) => {
    const response = await fetch(`${functionsUrl}/${name}`, {
      method: "POST",
      headers: { apikey: secretKey },
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    troubles?.end(`calling ${name}`);
    const answer: Answer = await response.json().catch(() => ({}));
    const { sent = 0, why: [reason] = [], hasMore = false } = answer;
    if (reason !== undefined) troubles?.begin(name, reason);
    else if (sent > 0) troubles?.end(name);
    if (hasMore && isRunning) await call(name);
  };
  const atNextMinute = () => {
    timer = setTimeout(
      () => {
        for (const name of names) {
          call(name).catch((error) => {
            console.error(`calling ${name} failed:`, error);
            troubles?.begin(`calling ${name}`, error.message);
          });
        }
        atNextMinute();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
  };
  if (names.length > 0) atNextMinute();
  return () => {
    isRunning = false;
    clearTimeout(timer);
  };
}
