import { expect, test } from "vitest";
import { functionsService } from "../../stack/services/functions.ts";
import { rootFolder } from "../project.ts";
import { isSecure, reachedHosts, readServeSettings } from "./settings.ts";

const read = (variables: Record<string, string>, listen = "127.0.0.1:8080") =>
  readServeSettings(variables, listen);
const PUBLIC_URL = "https://rota.example";
const oidc = {
  OIDC_ISSUER: "https://auth.example/realms/house",
  ...{ OIDC_CLIENT_ID: "rota", OIDC_CLIENT_SECRET: "secret" },
};
const smtp = { SMTP_HOST: "smtp.example", SMTP_FROM: "rota@rota.example" };

test("an address alone is enough: links for people, no mail, this machine", () => {
  expect(read({ PUBLIC_URL: "https://rota.example/" })).toEqual({
    publicUrls: [PUBLIC_URL],
    listen: { host: "127.0.0.1", port: 8080 },
    signUp: "invited",
    mailServer: null,
    trustedProxies: [],
    pushHosts: [],
    webhookHosts: [],
    issuer: undefined,
    takesPasswords: true,
  });
});

test("all there is", () => {
  const variables = {
    PUBLIC_URL: "http://localhost:8080",
    SIGN_UP: "open",
    TRUST_PROXY: "10.0.0.1, fd00::1",
    SMTP_HOST: "smtp.example",
    SMTP_FROM: "Our Rota <rota@rota.example>",
    SMTP_USER: "rota",
    SMTP_PASS: "secret",
    SMTP_PORT: "2465",
    PUSH_HOSTS: "push.example, .push.home",
    WEBHOOK_HOSTS: "*, hass.home",
    ...oidc,
    OIDC_NAME: "Our door",
    PASSWORDS: "off",
  };
  expect(read(variables, "[::]:80")).toEqual({
    publicUrls: ["http://localhost:8080"],
    listen: { host: "::", port: 80 },
    signUp: "open",
    mailServer: {
      host: "smtp.example",
      port: 2465,
      secure: true,
      login: { user: "rota", pass: "secret" },
      from: { name: "Our Rota", address: "rota@rota.example" },
    },
    trustedProxies: ["10.0.0.1", "fd00::1"],
    pushHosts: ["push.example", ".push.home"],
    webhookHosts: ["*", "hass.home"],
    issuer: {
      url: "https://auth.example/realms/house",
      ...{ clientId: "rota", clientSecret: "secret", name: "Our door" },
    },
    takesPasswords: false,
  });
});

test.each([
  [{ PUBLIC_URL: `${PUBLIC_URL}, rota.local` }, /must be an address .* not "rota.local"/],
  [{ PUBLIC_URL: `${PUBLIC_URL} http://192.168.1.5` }, /must begin with https: at http:..192/],
  [{ PUBLIC_URL: "rota.example" }, /must be an address/],
  [{ PUBLIC_URL: "ftp://rota.example" }, /must be an address/],
  [{ PUBLIC_URL: "https://rota.example/app" }, /must be an address/],
  [{ PUBLIC_URL: "https://me:pass@rota.example" }, /must be an address/],
  [{ PUBLIC_URL: "http://rota.example" }, /must begin with https/],
  [{ PUBLIC_URL, SIGN_UP: "anybody" }, /SIGN_UP is/],
  [{ PUBLIC_URL, SIGN_UP: "open" }, /SIGN_UP=open needs/],
  [{ PUBLIC_URL, SMTP_HOST: "smtp.example" }, /belong together/],
  [{ PUBLIC_URL, TRUST_PROXY: "proxy" }, /TRUST_PROXY takes/],
  [{ PUBLIC_URL, ...smtp, SMTP_FROM: "Rota" }, /SMTP_FROM takes an address/],
  [{ PUBLIC_URL, ...smtp, SMTP_FROM: "Rota <rota@rota.example> x" }, /SMTP_FROM takes an address/],
  [{ PUBLIC_URL, ...smtp, SMTP_PORT: "smtp" }, /SMTP_PORT must be a port number/],
  [{ PUBLIC_URL, ...smtp, SMTP_HOST: "smtp.example:465" }, /SMTP_HOST takes a host/],
  [{ PUBLIC_URL, WEBHOOK_HOSTS: "http://hass.home" }, /WEBHOOK_HOSTS takes hosts/],
  [{ PUBLIC_URL, PUSH_HOSTS: "https://push.example" }, /PUSH_HOSTS takes hosts/],
  [{ PUBLIC_URL, ...oidc, OIDC_CLIENT_SECRET: "" }, /belong together/],
  [
    { PUBLIC_URL, ...oidc, OIDC_ISSUER: "http://auth.example" },
    /OIDC_ISSUER must begin with https/,
  ],
  [{ PUBLIC_URL, ...oidc, OIDC_NAME: "x".repeat(41) }, /OIDC_NAME has at most/],
  [{ PUBLIC_URL, PASSWORDS: "off" }, /PASSWORDS=off needs OIDC_ISSUER/],
  [{ PUBLIC_URL, ...oidc, PASSWORDS: "no" }, /PASSWORDS is "on" or "off"/],
])("%o is refused", (variables, words) => {
  expect(() => read(variables)).toThrow(words);
});

test("who signs in with an issuer alone needs no mail to prove an address", () => {
  const open = { PUBLIC_URL, ...oidc, SIGN_UP: "open" };
  expect(read({ ...open, PASSWORDS: "off" })).toMatchObject({
    ...{ signUp: "open", mailServer: null, takesPasswords: false },
    issuer: { name: "auth.example" },
  });
  expect(() => read(open)).toThrow(/SIGN_UP=open needs/);
});

test("without an address a look costs nothing: this machine's own, and nobody else's", () => {
  expect(read({}).publicUrls).toEqual(["http://localhost:8080"]);
  expect(read({}, "[::1]:81").publicUrls).toEqual(["http://localhost:81"]);
  expect(() => read({}, "0.0.0.0:8080")).toThrow(/PUBLIC_URL is not set/);
});

test("several addresses stand one after the other, and the first is the one in mails", () => {
  const PUBLIC_URL = "https://rota.example, https://rota.vpn.example:8443/\nhttp://localhost:8080";
  expect(read({ PUBLIC_URL }).publicUrls).toEqual([
    ...["https://rota.example", "https://rota.vpn.example:8443", "http://localhost:8080"],
  ]);
});

test("an address that begins with http takes a word", () => {
  const http = { PUBLIC_URL: "http://192.168.1.5:8080" };
  const [publicUrl] = read({ ...http, ALLOW_HTTP: "yes" }).publicUrls;
  expect([publicUrl, isSecure(publicUrl)]).toEqual(["http://192.168.1.5:8080", false]);
  for (const ALLOW_HTTP of ["", "no", "1"]) {
    expect(() => read({ ...http, ALLOW_HTTP })).toThrow(/passwords too, .* or say ALLOW_HTTP=yes/);
  }
  expect(isSecure("http://localhost:8080")).toBe(true);
});

test.each(["8080", "host:", "127.0.0.1:0", "127.0.0.1:99999"])("--listen %s is refused", (text) => {
  expect(() => read({ PUBLIC_URL }, text)).toThrow(/HOST:PORT/);
});

test.each([
  ["hass.home", ["*.push.home", "ntfy.sh", "discord.com", "hass.home"]],
  ["*", null],
])(
  "the functions reach known servers, one's own and, with %s, nothing else",
  (WEBHOOK_HOSTS, own) => {
    const variables = { PUBLIC_URL, ...smtp, PUSH_HOSTS: ".push.home", WEBHOOK_HOSTS };
    const { args } = functionsService(rootFolder, {}, "/data", {}, reachedHosts(read(variables)));
    const push =
      "fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com";
    expect(args.filter((arg) => arg.startsWith("--allow-net"))).toEqual([
      own ? `--allow-net=127.0.0.1,smtp.example,${push},${own.join(",")}` : "--allow-net",
    ]);
  },
);
