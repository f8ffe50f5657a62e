import { describe, expect, test } from "vitest";
import { StackError } from "../../stack/errors.ts";
import { requireBrowser } from "./browser.ts";

const silent = () => {};

describe("the browser of the tests", () => {
  test("is one that is there", () => {
    expect(requireBrowser(silent, () => "/there/chromium")).toBe("/there/chromium");
  });

  test("is installed when there is none", () => {
    let installed: string | undefined;
    const install = () => {
      installed = "/new/chromium";
    };
    expect(requireBrowser(silent, () => installed, install)).toBe("/new/chromium");
  });

  test("is asked for in one sentence when it can't be installed", () => {
    expect(() => requireBrowser(silent, () => undefined, silent)).toThrow(
      new StackError(
        "there is no browser for the tests: install Chromium or Chrome, or name one in ROTA_BROWSER.",
      ),
    );
  });
});
