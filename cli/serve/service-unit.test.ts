import { expect, test } from "vitest";
import { serviceUnit } from "./service-unit.ts";

const unit = (folder: string) => serviceUnit({ folder, listen: "127.0.0.1:8080", user: "rota" });

test("it runs as its own user, starts again, and may write nothing but its folders", () => {
  const lines = unit("/srv/rota data").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "User=rota",
      "Restart=always",
      "ProtectSystem=strict",
      "MemoryMax=2G",
      expect.stringMatching(/^ReadWritePaths=".+" "\/srv\/rota data"$/),
      expect.stringMatching(
        /^ExecStart=".+" ".+bootstrap\.mjs" serve --data "\/srv\/rota data" --listen 127\.0\.0\.1:8080$/,
      ),
    ]),
  );
});

test("a percent sign in a path is no specifier", () => {
  expect(unit("/srv/100%")).toContain("EnvironmentFile=/srv/100%%/environment");
  expect(unit("/srv/100%")).toContain('--data "/srv/100%%"');
});
