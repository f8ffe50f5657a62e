import { Component, type ReactNode, Suspense } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { late } from "../../src/ui/late.tsx";
import { show } from "./show.tsx";

/** Components that are loaded late: their place before, after, and without an answer. */

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const Instead = ({ name }: { name: string }) => <p>{name} has to wait</p>;

type Loaded = { default: typeof Greeting };

/** A load that the test completes. */
function pending() {
  let arrive = () => {};
  let fail = () => {};
  const promise = new Promise<Loaded>((resolve, reject) => {
    arrive = () => resolve({ default: Greeting });
    fail = () => reject(new Error("no network"));
  });
  return { load: () => promise, arrive, fail };
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { problem: "" };
  static getDerivedStateFromError = (error: Error) => ({ problem: error.message });
  override render = () => this.state.problem || this.props.children;
}

const screen = (content: ReactNode) =>
  show(
    <Boundary>
      <Suspense fallback={<p>Loading</p>}>{content}</Suspense>
    </Boundary>,
  );

const shown = page.getByText(/Hello|wait|Loading|network/);

test("it suspends until its code has come", async () => {
  const { load, arrive } = pending();
  const Late = late(load);
  await screen(<Late name="Petra" />);
  await expect.element(shown).toHaveTextContent("Loading");
  arrive();
  await expect.element(shown).toHaveTextContent("Hello Petra");
});

test("loaded ahead it shows at once", async () => {
  const Late = late(async (): Promise<Loaded> => ({ default: Greeting }));
  expect(Late.isLoaded()).toBe(false);
  await Late.load();
  expect(Late.isLoaded()).toBe(true);
  const seen: (string | null)[] = [];
  const watch = new MutationObserver(() => seen.push(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true });
  await screen(<Late name="Petra" />);
  await expect.element(shown).toHaveTextContent("Hello Petra");
  watch.disconnect();
  expect(seen.join()).not.toContain("Loading");
});

test("an error on the way is the boundary's", async () => {
  const { load, fail } = pending();
  const Late = late(load);
  await screen(<Late name="Petra" />);
  fail();
  await expect.element(shown).toHaveTextContent("no network");
  const said = vi.mocked(console.error);
  expect(said.mock.calls.join()).toContain("no network");
  said.mockClear();
});

test("what stands in for code that doesn't come stays", async () => {
  const { load, fail } = pending();
  const Late = late(load, Instead);
  await screen(<Late name="Petra" />);
  await expect.element(shown).toHaveTextContent("Petra has to wait");
  fail();
  await Late.load().catch(() => {});
  await expect.element(shown).toHaveTextContent("Petra has to wait");
});

test("what stands in for it makes room without a loading sign", async () => {
  const { load, arrive } = pending();
  const Late = late(load, Instead);
  await screen(<Late name="Petra" />);
  await expect.element(shown).toHaveTextContent("Petra has to wait");
  arrive();
  await expect.element(shown).toHaveTextContent("Hello Petra");
});
