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

  test("are kept in one form and once, and only by sharing", async () => {
    const owner = await newPerson();
    await addTask(owner, { share_with: ["New@Example.com ", "new@example.com"] });
    expect(await contacts(owner)).toEqual(["new@example.com"]);
    const added = await rest(owner, "POST", "shared_contacts", { contact_email: "a@example.com" });
    expect(refusalCode(added)).toBe("42501");
  });

  test("can be removed by their owner alone, and once more without an error", async () => {
    const [owner, stranger] = await Promise.all([newPerson(), newPerson()]);
    await addTask(owner, { share_with: ["a@example.com", "b@example.com"] });
    await addTask(stranger, { share_with: ["a@example.com"] });
    const path = "shared_contacts?contact_email=eq.a@example.com";
    succeeded(await rest(stranger, "DELETE", `${path}&owner_id=eq.${owner.id}`));
    expect(refusalCode(await rest(null, "DELETE", path))).toBe("42501");
    expect(await contacts(owner)).toHaveLength(2);
    expect(await contacts(stranger)).toHaveLength(1);

    for (const _ of ["first", "again"]) succeeded(await rest(owner, "DELETE", path));
    expect(await contacts(owner)).toEqual(["b@example.com"]);
    expect(await contacts(stranger)).toEqual(["a@example.com"]);
  });

  test("a contact that was removed comes back with the next share", async () => {
    const owner = await newPerson();
    await addTask(owner, { share_with: ["a@example.com"] });
    succeeded(await rest(owner, "DELETE", "shared_contacts?contact_email=eq.a@example.com"));
    await addTask(owner, { share_with: ["a@example.com"] });
    expect(await contacts(owner)).toEqual(["a@example.com"]);
  });
});
