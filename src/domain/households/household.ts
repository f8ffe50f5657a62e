import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Absence } from "../turns/turn-types.ts";

/** Rights by role: docs/design/households.md. */
export const ROLES = ["keeper", "member", "helper"] as const;
export type Role = (typeof ROLES)[number];

/** Somebody who is present in a household. */
export interface HouseholdPerson {
  readonly id: string;
  readonly name: string;
  /** the colour of the face, 0 to 9 */
  readonly face: number;
  readonly role: Role;
  /** whether they have an account */
  readonly isJoined: boolean;
}

/** Days on which nobody of a household is there, so that nothing of its tasks is due. */
export interface HouseAbsence {
  readonly id: string;
  readonly from: CalendarDate;
  /** the last day */
  readonly to: CalendarDate;
  /** the person who entered it */
  readonly by: string;
}

/** What somebody has imported in the viewer's name, which waits for their word. */
export interface Claim {
  readonly id: string;
  /** the name of the one who imported it */
  readonly by: string;
  readonly deeds: number;
  /** the day of the first */
  readonly since: CalendarDate;
}

/** An import of the last day, which can be taken back. */
interface RecentImport {
  readonly id: string;
  /** ISO instant */
  readonly at: string;
  /** the name of the one who imported it */
  readonly by: string;
  readonly tasks: number;
}

/** The face of somebody who has no household. */
export const OWN_FACE = 4;

/** A household as one of its people sees it. */
export interface Household {
  readonly id: string;
  readonly name: string;
  /** the viewer's */
  readonly role: Role;
  /** the viewer's person id */
  readonly me: string;
  /** in the order in which they came */
  readonly people: readonly HouseholdPerson[];
  /** person id -> name: who left, whose turn it may have been; absent where nobody did */
  readonly former?: Readonly<Record<string, string>>;
  /** of all of them, in the order of their days; absent where there are none */
  readonly absences?: readonly Absence[];
  /** in the order of their days; absent where there are none */
  readonly houseAbsences?: readonly HouseAbsence[];
  /** IANA name: it decides on which day turns and absences count; absent in a list from an earlier version */
  readonly timeZone?: string;
  /** the one that counts from its next midnight on; absent where that is the same */
  readonly nextTimeZone?: string;
  /** a BCP 47 tag: what its tablets speak; absent for that of their browsers */
  readonly language?: string;
  /** absent where there are none */
  readonly claims?: readonly Claim[];
  /** for a keeper; absent where there are none */
  readonly imports?: readonly RecentImport[];
}
