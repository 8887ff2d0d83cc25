import { getPersonHistory, type HistoryEntry } from '@guichet/contract/overview/support';
import { pollWhile, query, useQuery } from '../../core/call/query.ts';
import { useLanguage } from '../../core/i18n/useT.ts';

const pollMs = 2000;

/** The history of a person and what the reader may do for them; asked again while a mail is on its way. */
export function usePersonHistory(id: number) {
  return useQuery({
    ...query(getPersonHistory, { params: { id }, language: useLanguage() }),
    staleTime: 0,
    refetchInterval: pollWhile(({ entries }) => entries.some(isOnItsWay), pollMs),
  });
}

function isOnItsWay({ event, mail }: HistoryEntry): boolean {
  return event === 'mailed' && (mail?.state === 'queued' || mail?.state === 'sending');
}
