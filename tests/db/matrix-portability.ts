import { randomUUID } from "node:crypto";
import { callFunction, type Person, rpc } from "../support/actors.ts";
import { type FileTask, sendPiece } from "../support/portability.ts";
import { everyone, type Operation, outcomes } from "./matrix-operations.ts";

/** Out and in, and closing an account. */

const entry = (source: string = randomUUID()) => ({
  source,
  fields: { category: "Home", title: `Chore ${randomUUID()}`, startDate: "2020-01-01" },
});
const piece = (source?: string) => ({
  import_id: randomUUID(),
  number: 0,
  entries: [entry(source)],
});
const toEveryone = (outcome: string) => everyone(outcome, "401 UNAUTHENTICATED");

export const portability: Operation[] = [
  {
    name: "export_tasks, whether the task is in it",
    call: async (person, { taskId }) => {
      const answer = await rpc(person, "export_tasks");
      const { tasks } = answer.body as { tasks?: FileTask[] };
      if (tasks === undefined) return answer;
      return { ...answer, body: tasks.filter((task) => task.id === taskId) };
    },
    expected: outcomes("1 rows", "1 rows", "0 rows"),
  },
  {
    name: "import_piece",
    call: (person) => rpc(person, "import_piece", piece()),
    expected: everyone("1 rows"),
    isOwnBusiness: true,
  },
  {
    name: "import_piece, whether the task is there",
    call: async (person, { taskId }) => {
      const answer = await rpc(person, "import_piece", piece(taskId));
      if (!Array.isArray(answer.body)) return answer;
      return { ...answer, body: answer.body.filter(({ outcome }) => outcome === "there") };
    },
    expected: outcomes("1 rows", "0 rows", "0 rows"),
  },
  {
    name: "finish_import of nobody's import",
    call: (person) => rpc(person, "finish_import", { import_id: randomUUID() }),
    expected: everyone("404 IMPORT_NOT_FOUND"),
    isOwnBusiness: true,
  },
  {
    name: "forget_old",
    call: (person) => rpc(person, "forget_old"),
    expected: everyone("403 42501"),
    isOwnBusiness: true,
  },
  {
    name: "import-tasks",
    call: (person) => sendPiece(person, randomUUID(), 0, [entry()]),
    expected: toEveryone("ok"),
    isOwnBusiness: true,
  },
  {
    name: "close-account without the password",
    call: (person) => callFunction(person, "close-account", { password: "a guess" }),
    expected: toEveryone("403 WRONG_PASSWORD"),
    isOwnBusiness: true,
  },
  {
    name: "count_closing_attempt",
    call: (person) => rpc(person, "count_closing_attempt"),
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  ...["drop_import", "stage_entry", "stage_history", "exportable_tasks", "imported_id"].map(
    (helper): Operation => ({
      name: `call the helper ${helper}`,
      call: (person: Person | null) => rpc(person, helper, {}),
      expected: everyone("404 PGRST202", "404 PGRST202"),
    }),
  ),
];
