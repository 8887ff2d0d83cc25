import type { Matching } from './sheetColumns.ts';

/** The importer's options for reading a list. */
export interface ReadingChoices extends Matching {
  /** Includes rows hidden in the workbook. */
  readonly includeHidden?: boolean | undefined;
  /** Repairs doubly encoded text. */
  readonly repairText?: boolean | undefined;
}

/** Picks these options from an import order. */
export function choicesOf(order: ReadingChoices): ReadingChoices {
  const { headingLine, columns, includeHidden, repairText } = order;
  return { headingLine, columns, includeHidden, repairText };
}
