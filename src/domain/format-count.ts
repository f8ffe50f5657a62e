const formats: Record<string, Intl.NumberFormat> = {};

/** A whole number as its reader writes it: '46,339' in English, whatever the machine's language. */
export function formatCount(count: number, { tag }: { readonly tag: string }): string {
  formats[tag] ??= new Intl.NumberFormat(tag);
  return formats[tag].format(count);
}
