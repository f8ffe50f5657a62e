import type { Browser } from "@playwright/test";
import type { StackAddresses } from "../stack/stack.ts";

/** The context of a measurement: a running stack, the built app on it, a browser. */
export interface BenchContext {
  addresses: StackAddresses;
  appUrl: string;
  browser: Browser;
  log: (line: string) => void;
}

export type Bench = { title: string } & (
  | {
      isAlone?: never;
      /** Resolves to Markdown. */
      measure: (context: BenchContext) => Promise<string>;
    }
  /** needs none of that */
  | { isAlone: true; measure: () => Promise<string> }
);
