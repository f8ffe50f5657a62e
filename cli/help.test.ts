import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { helpText } from "./help.ts";
import { main } from "./main.ts";
import { rootFolder } from "./project.ts";

const scripts = Object.entries(packageJson.scripts);

/** The output of a command, run as npm does. */
const printed = (command: string, words: readonly string[]) =>
  execFileSync(command, [...words, "--help"], {
    cwd: rootFolder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

/** The same for a command of ours, in this process. */
async function printedByMain(words: readonly string[]): Promise<string> {
  const log = vi.spyOn(console, "log").mockReturnValue();
  expect(await main([...words, "--help"])).toBe(0);
  expect(log).toHaveBeenCalledOnce();
  return String(log.mock.lastCall?.[0]);
}

afterEach(() => vi.restoreAllMocks());

test.each(scripts)(
  "npm run %s -- --help prints its help, and ends with 0",
  async (name, script) => {
    const [program = "", ...words] = script.split(" ");
    if (program !== "node") {
      const help = printed(join(rootFolder, "node_modules/.bin", program), words);
      return expect(help).toMatch(/--help|Usage/);
    }
    const help = await printedByMain(words.slice(1));
    const called = ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`;
    const [first, ...lines] = help.split("\n");
    expect(first).toBe("Usage:");
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ {2}${called}( |$)`)));
    // In two columns: the call and its meaning, or the meaning on the next line.
    for (const line of lines)
      expect(line).toMatch(/^Options:$|^ {2}\S+( \S+)*( {2,}\S.*)?$|^ {40,}\S/);
  },
);

test("through npm's own way in, too", () => {
  const [program = "", ...words] = packageJson.scripts.start.split(" ");
  expect(program).toBe("node");
  expect(printed(process.execPath, words)).toMatch(/^Usage:\n {2}npm start /);
});

test("what is longer than its column has its meaning below", () => {
  const long = `npm run ${"x".repeat(60)}`;
  expect(
    helpText(
      [
        [long, "does it"],
        ["npm start", "starts"],
      ],
      [["--all", "all"]],
    ),
  ).toBe(
    [
      "Usage:",
      `  ${long}`,
      `${" ".repeat(50)}does it`,
      `  npm start${" ".repeat(39)}starts`,
      "Options:",
      `  --all${" ".repeat(43)}all`,
    ].join("\n"),
  );
});
