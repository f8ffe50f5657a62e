import type { Locale } from "../../domain/language/locale.ts";

/** 'Ann wants to share 3 tasks with you'; the server counts to 100. */
export const invitationText = (what: { name: string; count: number }, { t }: Locale): string =>
  t(
    "{name} wants to share {count, plural, one {# task} =100 {100 or more tasks} other {# tasks}} with you",
    what,
  );
