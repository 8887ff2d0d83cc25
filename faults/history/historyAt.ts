import { type Entry, History } from './history.ts';

/**
 * The history at an earlier time of its clock: entries not acknowledged by then are unknown, those not sent are left
 * out.
 */
export function historyAt({ entries }: History, moment: number): History {
  const then = new History();
  for (const entry of entries) if (entry.sentAt <= moment) then.entries.push(asOf(entry, moment));
  return then;
}

function asOf(entry: Entry, moment: number): Entry {
  if (entry.answeredAt <= moment || entry.state === 'refused') return { ...entry, found: null };
  return { ...entry, state: 'unknown', answeredAt: Number.POSITIVE_INFINITY, found: null };
}
