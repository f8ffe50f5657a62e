/** E-mail addresses as people type them. */

/** Compares as the database does: without case and surrounding space. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export const includesAddress = (addresses: readonly string[], address: string): boolean =>
  addresses.some((one) => isSameAddress(one, address));
