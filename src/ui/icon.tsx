/** All on a 24 px grid with round strokes of 1.75. */
const DRAWINGS = {
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  back: "M19 12H5M11 6l-6 6 6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  previousYear: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  nextYear: "M6 6l6 6-6 6M13 6l6 6-6 6",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  delete: "M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6",
  leave: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  history: "M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4l3 2",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  shared:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4M18.5 14.9c1.7.8 2.7 2.5 3 5.1",
  repeat:
    "M17 3l3.5 3.5L17 10M20.5 6.5H8a4.5 4.5 0 0 0-4.5 4.5M7 21l-3.5-3.5L7 14M3.5 17.5H16a4.5 4.5 0 0 0 4.5-4.5",
  calendar: "M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5",
  today:
    "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  skip: "M5 6l7 6-7 6zM12.5 6l7 6-7 6z",
  turn: "M7 7h11l-3-3m2 13H6l3 3",
  pause: "M9 5v14M15 5v14",
  tasks: "M10 6h10M10 12h10M10 18h10M3.5 6l1.2 1.2L7 5M3.5 12l1.2 1.2L7 11M3.5 18l1.2 1.2L7 17",
  record: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  about: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.6v.1",
  more: "M5 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM12 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM19 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z",
  alert: "M12 3.5L2.5 20h19zM12 10v4.5M12 17.2v.1",
  offline:
    "M3 3l18 18M2.5 9.5A14 14 0 0 1 8 6.3M11 5.5c4-.2 7.7 1.3 10.5 4M6 13.3a9 9 0 0 1 5-2.6M16 12.4c.7.4 1.4.9 2 1.5M12 18.5v.1",
} as const;

/** They point along the line, and turn round with it. */
const TURNING = new Set(
  "back previous next previousYear nextYear leave undo skip tasks".split(" "),
);

export type IconName = keyof typeof DRAWINGS;

const ICONS = new Map(
  Object.entries(DRAWINGS).map(([name, drawing]) => [
    name,
    <svg
      key={name}
      className={TURNING.has(name) ? "turning" : undefined}
      width="1.25em"
      height="1.25em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawing} />
    </svg>,
  ]),
);

/** An icon for list rows: one shared element, because hundreds of components would add up. */
export const rowIcon = (name: IconName) => ICONS.get(name);

/** Icons are hidden from screen readers: the button or text beside them has the name. */
export const Icon = ({ name }: { name: IconName }) => rowIcon(name);
