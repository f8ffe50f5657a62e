import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { chooseFolder, rootFolder } from "./project.ts";

test("the command that empties a folder can be pasted into a shell", () => {
  const mine = join(rootFolder, ".rota");
  expect(chooseFolder(undefined)).toEqual({ path: mine, reset: "npm run stack reset" });
  const reset = "npm run stack reset -- --data '/tmp/my data#1'";
  expect(chooseFolder("/tmp/my data#1")).toEqual({ path: resolve("/tmp/my data#1"), reset });
});

test("no folder is not the working directory", () => {
  for (const name of ["", " "]) {
    expect(() => chooseFolder(name)).toThrow("--data takes the name of a folder, and got none.");
  }
});
