import { expect, test } from "vitest";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { taskSearch } from "./task-search.ts";

const tasks = [
  taskOf({
    id: "1",
    title: "Café machine",
    category: "Küche",
    subtitle: "Descale it\nwith vinegar",
  }),
  taskOf({ id: "2", title: "Straße kehren", category: "Outside", subtitle: null }),
  {
    ...taskOf({ id: "3", title: "Windows", category: "Outside", subtitle: "Vinegar and water" }),
    household: { id: "h", name: "The flat", role: "member", me: "p", people: [] } as const,
  },
];
const found = (query: string) => taskSearch(tasks)(query).map(({ id }) => id);

test.each([
  ["nothing but spaces finds all", "  ", ["1", "2", "3"]],
  ["title", "windows", ["3"]],
  ["category", "outside", ["2", "3"]],
  ["notes", "vinegar", ["1", "3"]],
  ["words in any order, from any of them", "vinegar outside", ["3"]],
  ["the household's name", "the flat", ["3"]],
  ["every word counts", "vinegar nowhere", []],
  ["parts of words", "mach", ["1"]],
  ["no accents in the query", "cafe kuche", ["1"]],
  ["accents in the query alone", "wíndows", ["3"]],
  ["case", "KÜCHE", ["1"]],
  ["sharp s", "strasse", ["2"]],
  ["no characters of a pattern", ".*", []],
])("%s: %s", (_, query, ids) => {
  expect(found(query)).toEqual(ids);
});
