import ICAL from "ical.js";
import { type Answer, type Person, rest, rpc, succeeded } from "./actors.ts";
import { stackUnderTest } from "./environment.ts";

/** For tests only: calendar addresses on the stack under test. */

/** Makes the person's address, or a new one; resolves to its token. */
export const renewCalendar = async (person: Person, choice = {}): Promise<string> =>
  succeeded<string>(await rpc(person, "renew_calendar", choice));

export const revokeCalendar = async (person: Person): Promise<void> =>
  succeeded(await rest(person, "DELETE", `calendar_feeds?person_id=eq.${person.id}`));

export const chooseForCalendar = async (person: Person, choice: object): Promise<void> =>
  succeeded(await rest(person, "PATCH", `calendar_feeds?person_id=eq.${person.id}`, choice));

/** A calendar app's request, without keys or tokens except in the address. */
export function askForCalendar(query: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${stackUnderTest().functionsUrl}/calendar${query}`, init);
}

/** '2026-11-20 Plants' for each entry, in order. */
export async function calendarEntries(token: string): Promise<string[]> {
  const response = await askForCalendar(`?token=${token}`);
  if (response.status !== 200) throw new Error(`the calendar answered ${response.status}`);
  const calendar = new ICAL.Component(ICAL.parse(await response.text()));
  return calendar
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component))
    .map(({ startDate, summary }) => `${startDate.toString()} ${summary}`)
    .sort();
}

/** Calls a function of the database like the edge functions, with the secret key. */
export function rpcAsService(name: string, parameters: Record<string, unknown>): Promise<Answer> {
  const { secretKey } = stackUnderTest();
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
  return rest(null, "POST", `rpc/${name}`, parameters, headers);
}
