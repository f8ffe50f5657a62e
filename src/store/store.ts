import { useSyncExternalStore } from "react";

/** State outside of React. */
export interface Store<State> {
  readonly getState: () => State;
  /** Calls `listener` after every change, until the function that it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface WritableStore<State> extends Store<State> {
  /** Tells all listeners, unless that is the state already. */
  readonly setState: (next: State) => void;
}

/**
 * A store with its first state. `start` is called when the first listener comes; what it returns, when
 * the last one has gone.
 */
export function createStore<State>(state: State, start?: () => () => void): WritableStore<State> {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  return {
    getState: () => state,
    setState: (next) => {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) stop = start?.();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}

/** The state of a store; renders again when it is another. */
export const useStore = <State>({ subscribe, getState }: Store<State>): State =>
  useSyncExternalStore(subscribe, getState, getState);
