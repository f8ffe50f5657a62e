const LONGEST = 300;

/** A reason that anybody may read: without people's addresses, and only with the scheme of a URL. */
export function withoutPeople(reason: string): string {
  return reason
    .replaceAll(/\b(\w+:)\/\/[^\s"'<>()]+/g, "$1//…")
    .replaceAll(/[^\s"<>()[\],:;=]+(?:@|%40)[^\s"'<>()[\],;]+/gi, "…@…")
    .slice(0, LONGEST);
}
