/** The storage key for the API key for which the page was reloaded. */
const NOTED = "rota.refused-key";

/**
 * Asks for the build of now when the API no longer knows the key that this one was made with: the worker would open
 * the old one for ever. What waits on the device stays. Once for a key, so that no page loads again and again.
 */
export async function leaveRefusedKey(response: Response, publishableKey: string): Promise<void> {
  if (response.status !== 401 || typeof document === "undefined") return;
  const said: { message?: unknown } | null = await response
    .clone()
    .json()
    .catch(() => null);
  if (said?.message !== "Invalid API key") return;
  if (sessionStorage.getItem(NOTED) === publishableKey) return;
  sessionStorage.setItem(NOTED, publishableKey);
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  location.reload();
}
