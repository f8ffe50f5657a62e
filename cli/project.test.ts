import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { chooseFolder, rootFolder } from "./project.ts";

test("the command that empties a folder can be pasted into a shell", () => {
  const mine = join(rootFolder, ".rota");
  const remedy = (command: string) => `start over with "${command}"`;
  expect(chooseFolder(undefined)).toEqual({ path: mine, remedy: remedy("npm run stack reset") });
  expect(chooseFolder("/tmp/my data#1")).toEqual({
    path: resolve("/tmp/my data#1"),
    remedy: remedy("npm run stack reset -- --data '/tmp/my data#1'"),
  });
});

test("no folder is not the working directory", () => {
  for (const name of ["", " "]) {
    expect(() => chooseFolder(name)).toThrow("--data takes the name of a folder, and got none.");
  }
});
