import { type Entry, History } from './history.ts';

/** The ledger as it was at a moment of its clock: what was not acknowledged by then is unknown, what was not sent is left out. */
export function historyAt({ entries }: History, moment: number): History {
  const then = new History();
  for (const entry of entries) if (entry.sentAt <= moment) then.entries.push(asOf(entry, moment));
  return then;
}

function asOf(entry: Entry, moment: number): Entry {
  if (entry.answeredAt <= moment || entry.state === 'refused') return { ...entry, found: null };
  return { ...entry, state: 'unknown', answeredAt: Number.POSITIVE_INFINITY, found: null };
}
