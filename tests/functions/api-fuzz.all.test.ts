import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { newPerson } from "../support/actors.ts";
import { tirelessToken } from "../support/api.ts";
import { stackUnderTest } from "../support/environment.ts";
import { newHousehold } from "../support/households.ts";

/** The API, fuzzed from its own description by schemathesis, where SCHEMATHESIS names it (docs/tests.md). */
const { SCHEMATHESIS, ROTA_SEED = "1" } = process.env;

const CHECKS = [
  ...["not_a_server_error", "status_code_conformance", "content_type_conformance"],
  ...["response_schema_conformance", "ignored_auth"],
];

test.runIf(SCHEMATHESIS)(
  "no request made of the description fails, or answers what it doesn't know",
  async () => {
    const person = await newPerson("fuzzed", "Fuzzed");
    await newHousehold(person);
    const token = await tirelessToken(person, "write");
    const { status, stdout } = spawnSync(
      SCHEMATHESIS ?? "",
      [
        ...["run", `${stackUnderTest().functionsUrl}/api/v1/openapi.json`],
        ...["--header", `Authorization: Bearer ${token}`, "--checks", CHECKS.join(",")],
        ...["--max-examples", "40", "--seed", ROTA_SEED, "--no-shrink", "--continue-on-failure"],
      ],
      // It keeps notes where it runs.
      { cwd: tmpdir(), encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
    );
    expect(status, stdout).toBe(0);
  },
);
