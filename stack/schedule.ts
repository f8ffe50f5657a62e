const MINUTE_MS = 60_000;

/**
 * Calls edge functions at the start of every minute with the secret key, as pg_cron and pg_net do it on
 * the platform. Calls may overlap; failed ones are logged, and made again a minute later.
 * @param functionsUrl the address before their names
 * @returns ends it
 */
export function callEveryMinute(
  functionsUrl: string,
  secretKey: string,
  names: readonly string[],
): () => void {
  let timer: NodeJS.Timeout;
  const call = async (name: string) => {
    const response = await fetch(`${functionsUrl}/${name}`, {
      method: "POST",
      headers: { apikey: secretKey },
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  };
  const atNextMinute = () => {
    timer = setTimeout(
      () => {
        for (const name of names) {
          call(name).catch((error) => console.error(`calling ${name} failed:`, error));
        }
        atNextMinute();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
  };
  if (names.length > 0) atNextMinute();
  return () => clearTimeout(timer);
}
