import type { HistoryEntry } from '@guichet/contract/overview/support';
import type { selectExtraTimeChanges } from '../../exams/enrolments/enrolments.service.ts';
import { authorOfLine, nothing } from './auditEntries.ts';

const extraTimeEvents = {
  given: 'extraTimeGiven',
  changed: 'extraTimeChanged',
  removed: 'extraTimeRemoved',
} as const;

/** The entry of a change of extra time, without the amount (docs/decisions/030-extra-time.md). */
export function entryOfExtraTime(
  change: Awaited<ReturnType<typeof selectExtraTimeChanges>>[number],
  others: ReadonlySet<number | null>,
): HistoryEntry {
  const { systemId, title: exam, at } = change;
  return {
    ...nothing,
    systemId,
    exam,
    at,
    event: extraTimeEvents[change.change],
    ...authorOfLine(change, others),
  };
}
