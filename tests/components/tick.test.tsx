import { memo, useDeferredValue, useState } from "react";
import { flushSync } from "react-dom";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { leaveFocus } from "../../src/features/today/leave-focus.ts";
import { LISTS } from "../../src/features/today/occurrence-row.styles.ts";
import { TickButton } from "../../src/features/today/tick.tsx";
import { Checklist } from "../../src/ui/checklist-lines.tsx";
import { button, show } from "./show.tsx";

/** Ticks while the list takes long to render after a tap. */

// biome-ignore lint/plugin: nothing waits for it but the backend that the test plays.
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const ANSWER_MS = 20;

function SlowRow({ isDone }: { isDone: boolean }) {
  // biome-ignore lint/plugin: it is the slow row itself.
  const until = performance.now() + 10;
  // biome-ignore lint/plugin: the same.
  while (performance.now() < until);
  return <li>{String(isDone)}</li>;
}

interface List {
  readonly isDone: boolean;
}

interface RowsProps {
  readonly list: List;
  readonly onTap: () => Promise<void>;
}

const Rows = memo(function Rows({ list, onTap }: RowsProps) {
  return (
    <div className={LISTS}>
      {!list.isDone && (
        <li>
          <TickButton label="Mark Dust as done" onPress={onTap} />
        </li>
      )}
      <li>
        <Checklist
          label="Lines"
          lines={["Shelf"]}
          checked={list.isDone ? ["Shelf"] : []}
          onCheck={onTap}
        />
      </li>
      {Array.from({ length: 30 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <SlowRow key={index} isDone={list.isDone} />
      ))}
    </div>
  );
});

/** A backend that accepts or refuses a tap, and answers before the list is rendered. */
function SlowList({ takes }: { takes: boolean }) {
  const [list, setList] = useState<List>({ isDone: false });
  const [onTap] = useState(() => async () => {
    setList({ isDone: true });
    await delay(ANSWER_MS);
    // At once, like a store that React subscribes to.
    flushSync(() => setList({ isDone: takes }));
  });
  return <Rows list={useDeferredValue(list)} onTap={onTap} />;
}

/** The states seen before a tap and in each frame after it, without repetitions, while the element exists. */
async function tapAndWatch(locator: Locator, isDone: (element: HTMLElement) => boolean) {
  const element = locator.element() as HTMLElement;
  const seen: boolean[] = [];
  const look = () => {
    if (!element.isConnected) return;
    if (isDone(element) !== seen.at(-1)) seen.push(isDone(element));
    requestAnimationFrame(look);
  };
  look();
  await locator.click();
  return seen;
}

const tick = button("Mark Dust as done");
const tapTick = () => tapAndWatch(tick, ({ dataset }) => "done" in dataset);
const line = page.getByRole("checkbox", { name: "Shelf" });
const tapLine = () => tapAndWatch(line, (box) => (box as HTMLInputElement).checked);

test("a tick stays done until its row leaves, however late", { tags: ["all"] }, async () => {
  await show(<SlowList takes />);
  const seen = await tapTick();
  await expect.element(tick).not.toBeInTheDocument();
  expect(seen).toEqual([false, true]);
});

test("a line stays ticked until the list says so", async () => {
  await show(<SlowList takes />);
  const seen = await tapLine();
  await expect.element(tick).not.toBeInTheDocument();
  expect(seen).toEqual([false, true]);
});

test("what was refused is taken back", async () => {
  await show(<SlowList takes={false} />);
  const seen = [await tapTick(), await tapLine()];
  await expect
    .poll(() => seen)
    .toEqual([
      [false, true, false],
      [false, true, false],
    ]);
});

test("the focus passes over rows that will leave", async () => {
  const later = () => delay(60_000);
  const titles = ["Air the rooms", "Dust", "Sweep"];
  await show(
    <section>
      <div className={LISTS}>
        {titles.map((title) => (
          <li key={title}>
            <TickButton label={title} onPress={later} />
          </li>
        ))}
      </div>
    </section>,
  );
  await button("Dust").click();
  await expect.element(button("Dust")).toHaveAttribute("data-done");
  leaveFocus(button("Sweep").element() as HTMLElement);
  await expect.element(button("Air the rooms")).toHaveFocus();
});
