import { describe, expect, test } from "vitest";
import {
  auth,
  createAccount,
  newAddress,
  newFriends,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { sql, sqlValue } from "../support/sql.ts";

interface Profile {
  full_name: string;
  time_zone: string;
  display_name: string;
  date_style: string | null;
}

async function profileOf(id: string): Promise<Profile | undefined> {
  const [profile] = await sql<Profile>(
    "select full_name, time_zone, display_name, date_style from public.profiles where id = $1",
    [id],
  );
  return profile;
}

const update = (person: Person, changes: Record<string, unknown>) =>
  rest(person, "PATCH", `profiles?id=eq.${person.id}`, changes);

describe("a sign-up makes a profile", () => {
  test("from its metadata", async () => {
    const id = await createAccount({
      metadata: { full_name: " Åsa  Öberg ", time_zone: "America/Argentina/Buenos_Aires" },
    });
    expect(await profileOf(id)).toEqual({
      full_name: "Åsa  Öberg",
      time_zone: "America/Argentina/Buenos_Aires",
      display_name: "Åsa  Öberg",
      date_style: null,
    });
  });

  test("named after the address when it brings no name", async () => {
    const email = newAddress("no.name+tag");
    const id = await createAccount({ email });
    expect(await profileOf(id)).toEqual({
      full_name: "",
      time_zone: "UTC",
      display_name: email.split("@")[0],
      date_style: null,
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ["a name of one megabyte", { full_name: "x".repeat(1_000_000) }],
    ["a name that is an object", { full_name: { a: [1] } }],
    ["a name that is null", { full_name: null }],
    ["white space for a name", { full_name: " \u3000\n" }],
    ["scripts and marks", { full_name: "<script>alert(1)</script>\u202e\r\n" }],
    ["a zone of one megabyte", { time_zone: "x".repeat(1_000_000) }],
    ["a zone that is no zone", { time_zone: "Mars/Olympus_Mons" }],
    ["a zone in POSIX notation", { time_zone: "XYZ+3" }],
    ["a zone that is an abbreviation with an offset", { time_zone: "Foo/Bar5" }],
    ["a zone that is SQL", { time_zone: "UTC'; drop table public.tasks; --" }],
    ["a zone that is a number", { time_zone: 5 }],
    ["a path for a zone", { time_zone: "../../etc/passwd" }],
  ])("even with %s", async (_, metadata) => {
    const profile = await profileOf(await createAccount({ metadata }));
    expect(profile?.time_zone).toBe("UTC");
    expect(profile?.display_name).not.toBe("");
    expect([...(profile?.full_name ?? "")].length).toBeLessThanOrEqual(100);
  });

  test("through the auth server as well, before the address is confirmed", async () => {
    const email = newAddress("api");
    const data = { full_name: "Åsa", time_zone: "Europe/Stockholm" };
    const answer = await auth(null, "POST", "signup", { email, password: "long enough", data });
    expect(answer.status).toBe(200);
    const id = await sqlValue<string>("select id from auth.users where email = $1", [email]);
    expect(await profileOf(id)).toEqual({
      full_name: "Åsa",
      time_zone: "Europe/Stockholm",
      display_name: "Åsa",
      date_style: null,
    });
  });

  test("and no later change of the metadata reaches it", async () => {
    const alice = await newPerson("alice", "Alice");
    await auth(alice, "PUT", "user", { data: { full_name: "Mallory", time_zone: "Asia/Tokyo" } });
    expect(await profileOf(alice.id)).toMatchObject({ full_name: "Alice", time_zone: "UTC" });
  });
});

describe("a person changes", () => {
  test("their name, which others see, trimmed; an empty one gives way to the address", async () => {
    const person = await newPerson("alice", "Alice");
    succeeded(await update(person, { full_name: "  Alicia " }));
    expect(await profileOf(person.id)).toMatchObject({ display_name: "Alicia" });
    succeeded(await update(person, { full_name: " " }));
    expect(await profileOf(person.id)).toMatchObject({
      display_name: person.email.split("@")[0],
    });
  });

  test("their address, and the name that comes from it follows", async () => {
    const [nameless, named] = await Promise.all([newPerson("old"), newPerson("old", "Name")]);
    for (const { id } of [nameless, named]) {
      await sql("update auth.users set email = 'new-' || id || '@example.com' where id = $1", [id]);
    }
    expect(await profileOf(nameless.id)).toMatchObject({ display_name: `new-${nameless.id}` });
    expect(await profileOf(named.id)).toMatchObject({ display_name: "Name" });
  });

  test.each([
    ["full_name", "x".repeat(101)],
    ["time_zone", "Mars/Olympus_Mons"],
    ["time_zone", "XYZ+3"],
    ["time_zone", ""],
    ["time_zone", null],
    ["date_style", "dmy-24-tue"],
    ["date_style", "dmy-24-mon\nx"],
    ["date_style", ""],
    ["date_style", "x".repeat(1_000_000)],
  ])("no %s to %s", async (column, value) => {
    const person = await newPerson("alice", "Alice");
    const answer = await update(person, { [column]: value });
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect(await profileOf(person.id)).toMatchObject({ full_name: "Alice", time_zone: "UTC" });
  });

  test.each([
    ...["Asia/Calcutta", "Asia/Kolkata", "Asia/Katmandu", "Europe/Kyiv"],
    ...["America/Indiana/Indianapolis", "Pacific/Kiritimati", "Etc/GMT+5"],
  ])("their zone to %s, as browsers name it", async (zone) => {
    const person = await newPerson();
    succeeded(await update(person, { time_zone: zone }));
    expect(await profileOf(person.id)).toMatchObject({ time_zone: zone });
  });
});

test("a person chooses how to write dates, and the list brings it along", async () => {
  const person = await newPerson();
  succeeded(await update(person, { date_style: "ymd-24-mon" }));
  const list = succeeded(await rpc(person, "list_tasks", {}));
  expect(list).toMatchObject({ profile: { dateStyle: "ymd-24-mon" } });
  succeeded(await update(person, { date_style: null }));
  expect(await profileOf(person.id)).toMatchObject({ date_style: null });
});

test("with an account goes all that is its own, and nothing of others", async () => {
  const [alice, bob] = await newFriends("person", "person");
  await sql(
    `with task as (
       insert into public.tasks (user_id, category, title, start_date, is_shared)
       values ($1, 'Home', 'Shared', '2020-01-01', true) returning id
     )
     insert into private.task_shares (task_id, owner_id, contact_email) select id, $1, $2 from task`,
    [alice.id, bob.email],
  );
  await sql("delete from auth.users where id = $1", [bob.id]);
  expect(
    await sqlValue("select recipient_id from private.task_shares where owner_id = $1", [alice.id]),
  ).toBeNull();
  await sql("delete from auth.users where id = $1", [alice.id]);
  expect(
    await sqlValue("select count(*)::int from public.tasks where user_id = $1", [alice.id]),
  ).toBe(0);
});
