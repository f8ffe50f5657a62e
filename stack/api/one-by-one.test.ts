import { expect, test } from "vitest";
import { oneByOne } from "./one-by-one.ts";

test("they are served one after another, and whoever is one too many is refused", async () => {
  const serve = oneByOne(() => true, 2);
  const ends: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => ends.push(resolve));
  const ask = () => serve({ req: { url: "/" } } as never, next);
  const [first, second] = [ask(), ask()];
  expect(await ask()).toMatchObject({ status: 429 });
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await second;
});
