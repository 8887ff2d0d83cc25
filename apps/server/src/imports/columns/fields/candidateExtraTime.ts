import { type ExtraTime, parseExtraTime } from '@guichet/contract/learning/learning.extraTime';
import type { CellKind } from '../../formats/sheet.ts';
import { cleanCell, isNothing, type Reading } from './candidateFields.ts';

/** Null: the line states no extra time, and the person keeps the present extra time. */
export function readExtraTime(cell: string, kind: CellKind): Reading<ExtraTime | null> {
  const text = cleanCell(cell);
  if (isNothing(text)) return { value: null };
  const value = kind === 'date' || kind === 'boolean' ? undefined : parseExtraTime(text);
  return value === undefined ? { fault: 'import.extraTimeUnreadable' } : { value };
}
