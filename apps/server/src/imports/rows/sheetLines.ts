/** More lines than a worksheet has. */
const linesPerSheet = 1_048_576;

/** A number for a line of several sheets that are read as one list, in their order; `at`: the place of its sheet. */
export function joinLine(at: number, line: number): number {
  return at * linesPerSheet + line;
}

/** The line in its sheet, with the sheet's name where the list has several. */
export function splitLine(
  line: number,
  sheets: readonly string[] | null | undefined,
): { line: number; sheet?: string } {
  if (!sheets || sheets.length < 2) return { line };
  const at = Math.floor((line - 1) / linesPerSheet);
  return { line: line - at * linesPerSheet, sheet: sheets[at] ?? '' };
}
