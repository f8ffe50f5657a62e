import { memo, useDeferredValue, useState } from "react";
import { flushSync } from "react-dom";
import { expect, test } from "vitest";
import { leaveFocus } from "../../src/features/today/leave-focus.ts";
import { OccurrenceLists } from "../../src/features/today/occurrence-row.styles.ts";
import { TickButton } from "../../src/features/today/tick.tsx";
import { button, show } from "./show.tsx";

/** The tick of a row while the list, which follows it, takes long to render. */

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const ANSWER_MS = 20;

function SlowRow({ isDone }: { isDone: boolean }) {
  const until = performance.now() + 10;
  while (performance.now() < until);
  return <li>{String(isDone)}</li>;
}

interface List {
  readonly isDone: boolean;
}

const Rows = memo(function Rows({ list, onTick }: { list: List; onTick: () => Promise<void> }) {
  return (
    <OccurrenceLists>
      {!list.isDone && (
        <li>
          <TickButton label="Mark Dust as done" onPress={onTick} />
        </li>
      )}
      {Array.from({ length: 30 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <SlowRow key={index} isDone={list.isDone} />
      ))}
    </OccurrenceLists>
  );
});

/** A backend that takes a tick or refuses it, and answers before the list is rendered. */
function SlowList({ takes }: { takes: boolean }) {
  const [list, setList] = useState<List>({ isDone: false });
  const [onTick] = useState(() => async () => {
    setList({ isDone: true });
    await delay(ANSWER_MS);
    // At once, as a store that React is subscribed to.
    flushSync(() => setList({ isDone: takes }));
  });
  return <Rows list={useDeferredValue(list)} onTick={onTick} />;
}

/** Whether the tick was shown as done, each time that this changed, until it left. */
async function showTick(takes: boolean) {
  await show(<SlowList takes={takes} />);
  const tick = button("Mark Dust as done");
  const shown: boolean[] = [];
  const element = tick.element() as HTMLElement;
  new MutationObserver(() => shown.push("done" in element.dataset)).observe(element, {
    attributeFilter: ["data-done"],
  });
  await tick.click();
  return { tick, shown };
}

test("stays done until the row leaves, however late that is", async () => {
  const { tick, shown } = await showTick(true);
  await expect.element(tick).not.toBeInTheDocument();
  expect(shown).toEqual([true]);
});

test("is taken back when it was refused", async () => {
  const { tick, shown } = await showTick(false);
  await expect.element(tick).not.toHaveAttribute("data-done");
  expect(shown).toEqual([true, false]);
});

test("the focus passes over rows that will leave", async () => {
  const later = () => delay(60_000);
  const titles = ["Air the rooms", "Dust", "Sweep"];
  await show(
    <section>
      <OccurrenceLists>
        {titles.map((title) => (
          <li key={title}>
            <TickButton label={title} onPress={later} />
          </li>
        ))}
      </OccurrenceLists>
    </section>,
  );
  await button("Dust").click();
  await expect.element(button("Dust")).toHaveAttribute("data-done");
  leaveFocus(button("Sweep").element() as HTMLElement);
  await expect.element(button("Air the rooms")).toHaveFocus();
});
