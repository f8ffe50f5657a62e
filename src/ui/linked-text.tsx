import { Fragment } from "react";
import { linkParts } from "./links.ts";

/** Links open in a new tab, so that the list stays open. */
export default function LinkedText({ text }: { text: string }) {
  return linkParts(text).map((part) =>
    part.href ? (
      // Addresses read left to right in any script.
      <a key={part.index} href={part.href} target="_blank" rel="noopener noreferrer" dir="ltr">
        {part.text}
      </a>
    ) : (
      <Fragment key={part.index}>{part.text}</Fragment>
    ),
  );
}
