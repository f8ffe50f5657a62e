import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { acceptEachOther, newPerson, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask, updateTask } from "../support/actors-tasks.ts";
import {
  askForCalendar,
  calendarEntries,
  chooseForCalendar,
  renewCalendar,
  revokeCalendar,
} from "../support/calendar.ts";
import { day, ZONE } from "../support/day.ts";
import { sql } from "../support/sql.ts";
import { setUses } from "../support/uses.ts";

/** The calendar's address as calendar apps read it: through the gateway, in Deno. */

async function newPersonHere(name: string) {
  const person = await newPerson(name);
  await sql("update public.profiles set time_zone = $2 where id = $1", [person.id, ZONE]);
  return person;
}

const once = (title: string, offset: number) => ({
  title,
  start_date: day(offset),
  end_date: day(offset),
});

describe("the calendar", () => {
  test("has the person's tasks, done, skipped and put off as the app has them", async () => {
    const person = await newPersonHere("ann");
    const token = await renewCalendar(person);
    expect(await calendarEntries(token)).toEqual([]);
    const options = { repeat_value: "weekly", start_date: day(-14), end_date: day(14) };
    const plants = await addTask(person, { title: "Plants; 🌱", ...options });
    const call = async (name: string, parameters: object) =>
      succeeded(await rpc(person, name, { task_id: plants.id, ...parameters }));
    await call("complete_task", { completed_date: day(-14) });
    await call("skip_occurrence", { day: day(-7) });
    await call("put_off", { due_date: day(7), new_date: day(8) });
    await call("pause_task", { first_day: day(14), last_day: day(14) });
    await addTask(person, once("Gone by", -61));
    await addTask(person, once("Far off", 366));
    await addTask(person, once("Back then", -60));
    await addTask(person, once("In a year", 365));
    expect(await calendarEntries(token)).toEqual([
      `${day(-60)} Back then`,
      `${day(-14)} ✓ Plants; 🌱`,
      `${day(-7)} Skipped: Plants; 🌱`,
      `${day(0)} Plants; 🌱`,
      `${day(8)} Plants; 🌱`,
      `${day(365)} In a year`,
    ]);
  });

  test("has what is shared with the person, unless only their own are asked for, or some categories", async () => {
    const [ann, bob] = await acceptEachOther(
      await Promise.all([newPersonHere("ann"), newPersonHere("bob")] as const),
    );
    await addTask(ann, { ...once("Ann's", 1), share_with: [bob.email] });
    await addTask(bob, { ...once("Bob's bins", 1), category: "Bins, paper" });
    await addTask(bob, { ...once("Bob's plants", 1), category: "Plants" });
    const token = await renewCalendar(bob);
    const shown = async () => (await calendarEntries(token)).map((entry) => entry.slice(11));
    expect(await shown()).toEqual(["Ann's", "Bob's bins", "Bob's plants"]);
    await chooseForCalendar(bob, { only_mine: true });
    expect(await shown()).toEqual(["Bob's bins", "Bob's plants"]);
    await chooseForCalendar(bob, { categories: ["Bins, paper"] });
    expect(await shown()).toEqual(["Bob's bins"]);
    await chooseForCalendar(bob, { only_mine: false, categories: ["Home", "Gone"] });
    expect(await shown()).toEqual(["Ann's"]);
    await chooseForCalendar(bob, { categories: null });
    expect(await shown()).toHaveLength(3);
    const daily = { repeat_value: "daily", start_date: day(1), end_date: day(2) };
    await addTask(bob, { ...daily, title: "Dishes" });
    expect(await shown()).toHaveLength(5);
    await chooseForCalendar(bob, { without_daily: true });
    expect(await shown()).toEqual(["Ann's", "Bob's bins", "Bob's plants"]);
  });

  test("is text/calendar in UTF-8 for this reader alone, and for no page of another site", async () => {
    const token = await renewCalendar(await newPerson());
    const response = await askForCalendar(`?token=${token}`, {
      headers: { Origin: "https://evil.example" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("cache-control")).toMatch(/^private\b/);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(await response.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/);
  });

  test("keeps its entity tag until a task changes, and is not sent again before", async () => {
    const person = await newPersonHere("ann");
    const token = await renewCalendar(person);
    const { id } = await addTask(person, once("Plants", 0));
    const ask = (headers: Record<string, string> = {}, method = "GET") =>
      askForCalendar(`?token=${token}`, { method, headers });
    const first = await ask();
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^(W\/)?"[0-9a-f]{64}"$/);
    const head = await ask({}, "HEAD");
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""]);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await ask({ "If-None-Match": known });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tag, ""]);
    }
    succeeded(await rpc(person, "complete_task", { task_id: id, completed_date: day(0) }));
    const changed = await ask({ "If-None-Match": tag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("SUMMARY:✓ Plants");
  });

  test("is the same 404 for whatever is nobody's address", async () => {
    const person = await newPerson();
    const old = await renewCalendar(person);
    const revoked = await renewCalendar(person);
    await revokeCalendar(person);
    const queries = [
      "",
      "?",
      "?token=",
      "?token=x",
      `?token=${randomBytes(32).toString("base64url")}`,
      `?token=${old}`,
      `?token=${revoked}`,
      `?token=${person.token}`,
      `?token=${"a".repeat(6_000)}`,
      "?token=%00%ff%fe",
      "?token='%20or%20true--",
      `?Token=${old}`,
    ];
    const answers = await Promise.all(
      queries.map(async (query) => {
        const response = await askForCalendar(query);
        const headers = Object.fromEntries(response.headers);
        return { status: response.status, ...headers, date: "", text: await response.text() };
      }),
    );
    expect(answers[0]).toMatchObject({
      status: 404,
      text: "There is no such calendar.\n",
      "cache-control": "no-store",
    });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("is read by GET and HEAD alone", async () => {
    const token = await renewCalendar(await newPerson());
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"]) {
      const response = await askForCalendar(`?token=${token}`, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("says when it was read too often", async () => {
    const person = await newPerson();
    const token = await renewCalendar(person);
    await setUses("calendar_reads_per_hour", createHash("sha256").update(token).digest("hex"), 120);
    const response = await askForCalendar(`?token=${token}`);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("has no task of a person's who was removed from it", async () => {
    const [ann, bob] = await acceptEachOther(
      await Promise.all([newPersonHere("ann"), newPersonHere("bob")] as const),
    );
    const task = succeeded<{ id: string }>(
      await createTask(ann, {
        ...once("Ann's", 1),
        category: "Home",
        is_shared: true,
        share_with: [bob.email],
      }),
    );
    const token = await renewCalendar(bob);
    expect(await calendarEntries(token)).toHaveLength(1);
    succeeded(await updateTask(ann, task.id, {}, []));
    expect(await calendarEntries(token)).toEqual([]);
  });
});
