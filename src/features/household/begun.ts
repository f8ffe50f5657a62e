/** Whether somebody has begun, or wants no help with it, on this device. */

const keyOf = (userId: string) => `rota.begun.${userId}`;

export function hasBegun(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}

export function keepBegun(userId: string): void {
  try {
    localStorage.setItem(keyOf(userId), "");
  } catch {
    // no storage: it is offered again
  }
}
