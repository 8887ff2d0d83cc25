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

const third = /tiers[^\p{L}\d]?temps/iu;
const yes = /^(?:oui|o|yes|y|vrai|true|x|1|✓|✔)$/i;
const no = /^(?:faux|false)$/i;

/** Whether a yes under this heading says how much: « Tiers-temps » is a third of the duration. */
export function meansThird(heading: string): boolean {
  return third.test(heading);
}

/** Under « Temps supplémentaire (%) » a bare `33` is 33 %, not 33 minutes; under « Tiers-temps » a yes is a third. */
export function openExtraTimeColumn(heading: string): ColumnReader<ExtraTime | null> {
  const [inPercent, inThirds] = [statesPercent.test(heading), meansThird(heading)];
  const stated = (text: string) => {
    if (wholePercent.test(text)) return `${text} %`;
    return share.test(text) ? `${Number(text.replace(',', '.')) * 100} %` : text;
  };
  return {
    read: (cell, kind) => {
      const text = cleanCell(cell);
      if (inThirds && yes.test(text)) return { value: parseExtraTime('tiers-temps') ?? null };
      if (inThirds && no.test(text)) return { value: null };
      return readExtraTime(inPercent ? stated(text) : cell, kind);
    },
    doubtful: () => [],
  };
}
