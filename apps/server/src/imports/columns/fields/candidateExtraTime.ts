import { type ExtraTime, parseExtraTime } from '@guichet/contract/learning/learning.extraTime';
import type { CellKind } from '../../formats/sheet.ts';
import { cleanCell, isNothing, type Reading } from './candidateFields.ts';
import type { ColumnReader } from './listColumn.ts';

/** Null: the line states no extra time, and the person keeps the present extra time. */
export function readExtraTime(cell: string, kind: CellKind): Reading<ExtraTime | null> {
  const text = cleanCell(cell);
  if (isNothing(text)) return { value: null };
  const value = kind === 'date' || kind === 'boolean' ? undefined : parseExtraTime(text);
  return value === undefined ? { fault: 'import.extraTimeUnreadable' } : { value };
}

const statesPercent = /%|pour ?cent|per ?cent/i;
const wholePercent = /^\+? ?(?:[5-9]|\d{2,3})(?:[.,]\d+)?$/;
/** The content of a workbook's cell that shows 33 %. */
const share = /^0?[.,]\d+$/;

/** Under « Temps supplémentaire (%) » a bare `33` is 33 %, not 33 minutes. */
export function openExtraTimeColumn(heading: string): ColumnReader<ExtraTime | null> {
  const inPercent = statesPercent.test(heading);
  const stated = (text: string) => {
    if (wholePercent.test(text)) return `${text} %`;
    return share.test(text) ? `${Number(text.replace(',', '.')) * 100} %` : text;
  };
  return {
    read: (cell, kind) => readExtraTime(inPercent ? stated(cleanCell(cell)) : cell, kind),
    doubtful: () => [],
  };
}
