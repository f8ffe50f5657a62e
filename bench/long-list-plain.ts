import { createElement, type ReactElement, type ReactNode } from "react";

/** The reference: the same markup in plain React, with one ordinary component per row. */

/** Markup as data: a text, or an element with its attributes under React's names. */
export type Markup = string | ElementMarkup;

export interface ElementMarkup {
  readonly tag: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly Markup[];
}

/** Text by text: React makes separate nodes of adjacent texts, so the reference does too. */
export function markupOf(element: Element): ElementMarkup {
  const attributes = [...element.attributes].map(({ name, value }) => [propName(name), value]);
  return {
    tag: element.localName,
    props: Object.fromEntries(attributes),
    children: [...element.childNodes].map((child) =>
      child instanceof Element ? markupOf(child) : (child.textContent ?? ""),
    ),
  };
}

function propName(attribute: string): string {
  if (attribute === "class") return "className";
  if (attribute === "tabindex") return "tabIndex";
  if (/^(aria|data)-/.test(attribute)) return attribute;
  return attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const ignore = () => {};

/** The markup with handlers, which the document does not show: in the app a button has one. */
export function withHandlers(markup: Markup): Markup {
  if (typeof markup === "string") return markup;
  const { tag, props, children } = markup;
  return {
    tag,
    props: tag === "button" ? { ...props, onClick: ignore } : props,
    children: children.map(withHandlers),
  };
}

/** One component for everything around the rows, and one component per row. */
export function PlainList({ markup }: { markup: readonly Markup[] }): ReactNode {
  return markup.map(nodeOf);
}

function PlainRow({ markup }: { markup: ElementMarkup }): ReactElement {
  return elementOf(markup);
}

function nodeOf(markup: Markup, index: number): ReactNode {
  if (typeof markup === "string") return markup;
  if (markup.tag === "li") return createElement(PlainRow, { key: index, markup });
  return elementOf(markup, index);
}

function elementOf({ tag, props, children }: ElementMarkup, key?: number): ReactElement {
  const keyed = key === undefined ? props : { key, ...props };
  return createElement(tag, keyed, ...children.map(nodeOf));
}
