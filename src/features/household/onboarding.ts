/** How far somebody's beginning is on this device: offered and not answered yet, or over; null before it is known. */
export type Onboarding = "offered" | "over" | null;

const keyOf = (userId: string) => `rota.onboarding.${userId}`;

export function readOnboarding(userId: string): Onboarding {
  try {
    return localStorage.getItem(keyOf(userId)) as Onboarding;
  } catch {
    return null;
  }
}

export function keepOnboarding(userId: string, state: "offered" | "over"): void {
  try {
    localStorage.setItem(keyOf(userId), state);
  } catch {
    // no storage: it is offered again
  }
}
