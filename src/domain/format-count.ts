const format = new Intl.NumberFormat("en");

/** A whole number with its thousands separated, '46,339', whatever the machine's language. */
export function formatCount(count: number): string {
  return format.format(count);
}
