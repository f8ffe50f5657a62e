import type { UseQueryResult } from "@tanstack/react-query";
import type { Operation } from "./operation.ts";

export interface Profile {
  readonly fullName: string;
  /** IANA name */
  readonly timeZone: string;
}
export function useProfile(): UseQueryResult<Profile> {
  throw new Error("Being written.");
}
/** Stores the user's time zone (an IANA name). */
export function useSetTimeZone(): Operation<string> {
  throw new Error("Being written.");
}
