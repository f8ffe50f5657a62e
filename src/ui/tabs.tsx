import { type KeyboardEvent, type ReactNode, Suspense, useRef } from "react";
import { keyFromLeft } from "./direction.ts";
import { Loading } from "./loading.tsx";

interface TabItem<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

interface TabListProps<Value extends string> {
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Ties each tab to its panel. */
  id: string;
  variant: "main" | "segmented";
}

export const tabId = (id: string, value: string) => `${id}tab-${value}`;
const panelId = (id: string, value: string) => `${id}panel-${value}`;

/** Keys of the ARIA tabs pattern. */
const PLACES: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
};

/** The ARIA tabs pattern; Chakra's Tabs would add 12 kB to the first screen. */
export function TabList<Value extends string>(props: TabListProps<Value>) {
  const { items, value, onChange, id } = props;
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const index = items.findIndex((item) => item.value === value);
    const place = PLACES[keyFromLeft(event.key)]?.(index);
    if (place === undefined) return;
    event.preventDefault();
    const target = (place + items.length) % items.length;
    const item = items[target];
    if (item) onChange(item.value);
    (list.current?.children[target] as HTMLElement | undefined)?.focus();
  }

  return (
    <div
      ref={list}
      className={`tabs ${props.variant}`}
      role="tablist"
      aria-label={props.label}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          id={tabId(id, item.value)}
          aria-selected={item.value === value}
          aria-controls={item.value === value ? panelId(id, item.value) : undefined}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
        >
          {item.icon}
          {item.label}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  id: string;
  value: string;
  /** which tab's content is drawn, where that may still be the one that was left */
  shown?: string;
  /** Whether it fades in: not what a page starts with, which is to be there at once. */
  isNews: boolean;
  children: ReactNode;
}

/** The selected tab's content, which may suspend. */
export function TabPanel({ id, value, shown = value, isNews, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={panelId(id, value)} aria-labelledby={tabId(id, value)}>
      {/* A boundary for each content: in one that is there already, React would wait for the next without a word. */}
      <Suspense key={shown} fallback={<Loading />}>
        <div className={isNews ? "fades-in" : undefined}>{children}</div>
      </Suspense>
    </div>
  );
}
