/** Whether a secret is one of these, in constant time. */
export async function isOneOf(given: string, expected: readonly string[]): Promise<boolean> {
  const left = await digest(given);
  const rights = await Promise.all(expected.map(digest));
  const differences = rights.map((right) =>
    left.reduce((difference, byte, i) => difference | (byte ^ (right[i] ?? 0)), 0),
  );
  return differences.includes(0);
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
