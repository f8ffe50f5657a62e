import type { Role } from "../../domain/households/household.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";

/** See docs/design/households.md. */
export const ROLE_NAMES: Readonly<Record<Role, Message>> = {
  keeper: msg("Admin // a role in a household"),
  member: msg("Member // a role in a household"),
  helper: msg("Helper // a role in a household"),
};

export const HOUSEHOLD_FAILED: FailureWords = {
  title: msg("Error Saving Household"),
  description: msg("Nothing has changed. Please try again."),
  offline: msg("Nothing has changed. Please check your connection and try again."),
  codes: ["HOUSEHOLD_NOT_FOUND", "LAST_KEEPER", "ALREADY_JOINED", "INVITATION_NOT_FOUND"],
  sendsInput: true,
};

export const AWAY_FAILED: FailureWords = {
  ...HOUSEHOLD_FAILED,
  title: msg("Error Saving Absence"),
  codes: ["HOUSEHOLD_NOT_FOUND", "NOT_ALLOWED"],
};
