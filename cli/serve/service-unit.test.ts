import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeSecrets } from "./secrets.ts";
import { installService, serviceUnit } from "./service-unit.ts";

const unit = (folder: string) =>
  serviceUnit({
    ...{ folder, listen: "127.0.0.1:8080", user: "rota" },
    program: "/opt/rota/cli/bootstrap.mjs",
  });

test("it runs as its own user, starts again, and may write nothing but its data", () => {
  const lines = unit("/srv/rota data").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "User=rota",
      "Restart=always",
      "ProtectSystem=strict",
      "MemoryMax=2G",
      'ReadWritePaths="/srv/rota data"',
      'Environment="HOME=/srv/rota data" MALLOC_TRIM_THRESHOLD_=131072',
      "StartLimitBurst=10",
      expect.stringMatching(
        /^ExecStart=".+" "\/opt\/rota\/cli\/bootstrap\.mjs" serve --data "\/srv\/rota data" --listen 127\.0\.0\.1:8080$/,
      ),
    ]),
  );
});

test("a percent sign in a path is no specifier", () => {
  expect(unit("/srv/100%")).toContain("EnvironmentFile=/srv/100%%/environment");
  expect(unit("/srv/100%")).toContain('--data "/srv/100%%"');
});

const isRoot = process.getuid?.() === 0;

test("before the first start it makes a folder that the server takes", {
  skip: isRoot,
}, async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "rota-unit-")), "data");
  const said = await installService(folder, "127.0.0.1:8080", {
    PUBLIC_URL: "https://rota.example",
  });
  expect(said).toContain(`"${folder}/rota.service"`);
  expect(() => makeSecrets(folder)).not.toThrow();
  expect(readFileSync(join(folder, "environment"), "utf8")).toBe(
    'PUBLIC_URL="https://rota.example"\n',
  );
  // After an upgrade, from a terminal without the variables.
  await installService(folder, "127.0.0.1:8080", {});
  expect(readFileSync(join(folder, "environment"), "utf8")).toContain("https://rota.example");
  rmSync(folder, { recursive: true });
});
