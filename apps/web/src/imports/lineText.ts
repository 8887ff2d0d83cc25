/** A line as spreadsheets number it, not grouped; with its sheet where the list has several. */
export function lineText({ line, sheet }: { readonly line: number; readonly sheet?: string | undefined }) {
  return sheet === undefined ? String(line) : `${line} (${sheet})`;
}
