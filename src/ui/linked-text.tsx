import { Fragment } from "react";
import { linkParts } from "./links.ts";

/** A text whose addresses are links, opened in a new tab: the list must still be there afterwards. */
export default function LinkedText({ text }: { text: string }) {
  return linkParts(text).map((part) =>
    part.href ? (
      // An address reads from left to right in any script.
      <a key={part.index} href={part.href} target="_blank" rel="noopener noreferrer" dir="ltr">
        {part.text}
      </a>
    ) : (
      <Fragment key={part.index}>{part.text}</Fragment>
    ),
  );
}
