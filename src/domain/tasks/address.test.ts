import { expect, test } from "vitest";
import { includesAddress, isSameAddress } from "./address.ts";

test("case and surrounding space make no other address", () => {
  expect(isSameAddress(" Ann@Example.com", "ann@example.com ")).toBe(true);
  expect(isSameAddress("ann@example.com", "ann@example.org")).toBe(false);
  expect(isSameAddress("ann+rota@example.com", "ann@example.com")).toBe(false);
});

test("a list is searched alike", () => {
  expect(includesAddress(["bob@example.com", "ann@example.com"], "ANN@example.com")).toBe(true);
  expect(includesAddress([], "ann@example.com")).toBe(false);
});
