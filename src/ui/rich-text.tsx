import { createElement, Fragment, type ReactNode } from "react";

/** A message with marked parts, as a locale's `parts` makes it. */
export const RichText = ({ parts }: { parts: readonly ReactNode[] }) =>
  createElement(Fragment, null, ...parts);

/** A marked part: somebody's name or address, which stands out. */
export const strong = (inner: readonly unknown[]) => <strong dir="auto">{inner.join("")}</strong>;
