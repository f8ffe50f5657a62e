const LONGEST = 300;

/** A reason as it may be read by anybody: without addresses of people, and of a URL its scheme alone. */
export function withoutPeople(reason: string): string {
  return reason
    .replaceAll(/\b(\w+:)\/\/[^\s"'<>()]+/g, "$1//…")
    .replaceAll(/[^\s"<>()[\],:;=]+(?:@|%40)[^\s"'<>()[\],;]+/gi, "…@…")
    .slice(0, LONGEST);
}
