/** E-mail addresses as people type them. */

/** Addresses differ in nothing but their case and surrounding space when they are the same one. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export const includesAddress = (addresses: readonly string[], address: string): boolean =>
  addresses.some((one) => isSameAddress(one, address));
