import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../public${path}`, import.meta.url)));

const manifest = JSON.parse(read("/manifest.webmanifest").toString()) as {
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
};

test.each([...manifest.icons, ...manifest.screenshots].filter(({ type }) => type === "image/png"))(
  "$src is there, and of the size that browsers are told",
  ({ src, sizes }) => {
    const picture = read(src);
    // A PNG begins with eight bytes, and its first part with eight more; then it says how large it is.
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
  },
);
