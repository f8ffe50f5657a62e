import { expect, test } from "vitest";
import { addressOf, newSecret, stepOf } from "./totp.ts";

/** RFC 6238's own secret, "12345678901234567890", and the last six digits of its codes for SHA-1. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
])("at second %i the code is RFC 6238's", (second, code) => {
  expect(stepOf(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
});

test.each([
  [-31, undefined],
  [-30, 41152263],
  [-1, 41152263],
  [0, 41152263],
  [29, 41152263],
  [59, 41152263],
  [60, undefined],
])("a clock that is %i seconds off the step's beginning", (off, step) => {
  expect(stepOf(SECRET, "005924", (1234567890 + off) * 1000)).toBe(step);
});

test.each([
  "",
  "5924",
  "05924",
  "0005924",
  "005924 ",
  "00592x",
  "００５９２４",
  "1e5924",
  "-05924",
])("%j is no code", (code) => {
  expect(stepOf(SECRET, code, 1234567890_000)).toBeUndefined();
});

test("a secret has the platform's form, and its address names who and where", () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(secret);
  const { protocol, host, pathname, searchParams } = new URL(
    addressOf(secret, "Rota & more", "ann+rota@example.com"),
  );
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
    ...["otpauth:", "totp"],
    "/Rota & more:ann+rota@example.com",
  ]);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    ...{ secret, issuer: "Rota & more", period: "30", digits: "6", algorithm: "SHA1" },
  });
});
