import { expect, test } from "vitest";
import { readServeSettings } from "./settings.ts";

const read = (variables: Record<string, string>, listen = "127.0.0.1:8080") =>
  readServeSettings(variables, listen);
const PUBLIC_URL = "https://rota.example";

test("an address alone is enough: links for people, no mail, this machine", () => {
  expect(read({ PUBLIC_URL: "https://rota.example/" })).toEqual({
    publicUrl: PUBLIC_URL,
    listen: { host: "127.0.0.1", port: 8080 },
    signUp: "invited",
    mailServer: null,
    trustedProxies: [],
    pushHosts: "",
  });
});

test("all there is", () => {
  const variables = {
    PUBLIC_URL: "http://localhost:8080",
    SIGN_UP: "open",
    TRUST_PROXY: "10.0.0.1, fd00::1",
    SMTP_HOST: "smtp.example",
    SMTP_FROM: "rota@rota.example",
    SMTP_USER: "rota",
    SMTP_PASS: "secret",
    PUSH_HOSTS: "push.example",
  };
  expect(read(variables, "[::]:80")).toEqual({
    publicUrl: "http://localhost:8080",
    listen: { host: "::", port: 80 },
    signUp: "open",
    mailServer: {
      host: "smtp.example",
      port: 465,
      login: { user: "rota", pass: "secret" },
      from: "rota@rota.example",
    },
    trustedProxies: ["10.0.0.1", "fd00::1"],
    pushHosts: "push.example",
  });
});

test.each([
  [{}, /PUBLIC_URL is not set/],
  [{ PUBLIC_URL: "rota.example" }, /must be an address/],
  [{ PUBLIC_URL: "ftp://rota.example" }, /must be an address/],
  [{ PUBLIC_URL: "https://rota.example/app" }, /must be an address/],
  [{ PUBLIC_URL: "https://me:pass@rota.example" }, /must be an address/],
  [{ PUBLIC_URL: "http://rota.example" }, /must begin with https/],
  [{ PUBLIC_URL, SIGN_UP: "anybody" }, /SIGN_UP is/],
  [{ PUBLIC_URL, SIGN_UP: "open" }, /SIGN_UP=open needs/],
  [{ PUBLIC_URL, SMTP_HOST: "smtp.example" }, /belong together/],
  [{ PUBLIC_URL, TRUST_PROXY: "proxy" }, /TRUST_PROXY takes/],
])("%o is refused", (variables, words) => {
  expect(() => read(variables)).toThrow(words);
});

test.each(["8080", "host:", "127.0.0.1:0", "127.0.0.1:99999"])("--listen %s is refused", (text) => {
  expect(() => read({ PUBLIC_URL }, text)).toThrow(/HOST:PORT/);
});
