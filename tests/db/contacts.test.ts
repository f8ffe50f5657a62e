import { describe, expect, test } from "vitest";
import { newPerson, type Person, refusalCode, rest, succeeded } from "../support/actors.ts";
import { addTask, updateTask } from "../support/actors-tasks.ts";

const share = (owner: Person, task_id: string, share_with: readonly string[]) =>
  updateTask(owner, task_id, { is_shared: true }, share_with);

describe("contacts", () => {
  const contacts = async (owner: Person) => {
    const path = "shared_contacts?select=contact_email&order=last_shared_at.desc";
    const rows = succeeded<{ contact_email: string }[]>(await rest(owner, "GET", path));
    return rows.map(({ contact_email }) => contact_email);
  };

  test("are kept up on every share, the last used first", async () => {
    const owner = await newPerson();
    const { id } = await addTask(owner, { share_with: ["a@example.com"] });
    await addTask(owner, { share_with: ["b@example.com"] });
    expect(await contacts(owner)).toEqual(["b@example.com", "a@example.com"]);
    await share(owner, id, []);
    await share(owner, id, ["a@example.com"]);
    expect(await contacts(owner)).toEqual(["a@example.com", "b@example.com"]);
  });

  test("can be added, in one form and once", async () => {
    const owner = await newPerson();
    const headers = { Prefer: "resolution=ignore-duplicates" };
    const path = "shared_contacts?on_conflict=owner_id,contact_email";
    for (const contact_email of ["New@Example.com ", "new@example.com"]) {
      succeeded(await rest(owner, "POST", path, { contact_email }, headers));
    }
    expect(await contacts(owner)).toEqual(["new@example.com"]);
    const answer = await rest(owner, "POST", path, { contact_email: "nonsense" }, headers);
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
  });
});
