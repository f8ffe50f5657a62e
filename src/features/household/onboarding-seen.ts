/** Whether somebody has begun, or wants no help with it, on this device. */

const keyOf = (userId: string) => `rota.onboarding-seen.${userId}`;

export function hasSeenOnboarding(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}

export function keepOnboardingSeen(userId: string): void {
  try {
    localStorage.setItem(keyOf(userId), "");
  } catch {
    // no storage: it is offered again
  }
}
