import { expect, test, vi } from "vitest";
import { createStore } from "./store.ts";

test("everybody is told of another state, after it is one, until they leave", () => {
  const store = createStore(1);
  const seen: number[] = [];
  const stop = store.subscribe(() => seen.push(store.getState()));
  const stopOther = store.subscribe(() => seen.push(-store.getState()));
  store.setState(2);
  store.setState(2);
  stop();
  store.setState(3);
  stopOther();
  store.setState(4);
  expect(seen).toEqual([2, -2, -3]);
  expect(store.getState()).toBe(4);
});

test("a store works while somebody listens: from the first to the last, each time", () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const store = createStore(null, start);
  for (const times of [1, 2]) {
    const leave = [() => {}, () => {}].map(store.subscribe);
    expect(start).toHaveBeenCalledTimes(times);
    for (const one of leave) {
      expect(stop).toHaveBeenCalledTimes(times - 1);
      one();
      one();
    }
    expect(stop).toHaveBeenCalledTimes(times);
  }
});
