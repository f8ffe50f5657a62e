import type { UseQueryResult } from "@tanstack/react-query";
import type { Operation } from "./operation.ts";

/** Addresses shared with before, the latest first. */
export function useSharedContacts(): UseQueryResult<readonly string[]> {
  throw new Error("Being written.");
}
/** Remembers an address for the next share. */
export function useAddSharedContact(): Operation<string> {
  throw new Error("Being written.");
}
