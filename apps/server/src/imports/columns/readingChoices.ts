import type { Matching } from './sheetColumns.ts';

/** What whoever imports has chosen about the reading of a list. */
export interface ReadingChoices extends Matching {
  /** Also rows that are hidden in the workbook. */
  readonly includeHidden?: boolean | undefined;
  /** Text that was encoded twice is repaired. */
  readonly repairText?: boolean | undefined;
}

/** Those choices of an order, and nothing else of it. */
export function choicesOf(order: ReadingChoices): ReadingChoices {
  const { headingLine, columns, includeHidden, repairText } = order;
  return { headingLine, columns, includeHidden, repairText };
}
