import { getPersonHistory, type HistoryEntry } from '@guichet/contract/overview/support';
import type { ReactNode } from 'react';
import { pollWhile, query, useQuery } from '../../core/call/query.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { HistoryList, type HistoryListProps } from './HistoryList.tsx';
import { WhoMay } from './WhoMay.tsx';

export interface PersonHistoryProps {
  personId: number;
  systemName: (systemId: number) => string;
  says: HistoryListProps['says'];
  entryAction: HistoryListProps['entryAction'];
  /** The person’s mails in the outbox; null for readers who may not open it. */
  mailsHref: string | null;
  superAdmins: ReactNode;
}

/** The history of a person, and the people who may do for them what the reader may not. */
export function PersonHistory(props: PersonHistoryProps) {
  const { personId, mailsHref } = props;
  const t = useT();
  const history = usePersonHistory(personId);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold text-ink">{t('Support.Title')}</h3>
      <Loaded query={history} lines={5}>
        {(found) => (
          <>
            {mailsHref && (
              <a href={mailsHref} className="self-start text-accent-ink underline underline-offset-4">
                {t('Support.Mails')}
              </a>
            )}
            <HistoryList
              entries={found.entries}
              isCut={found.isCut}
              says={props.says}
              entryAction={props.entryAction}
            />
            {found.whoMay && (
              <WhoMay
                lead={t(found.isInSeveral ? 'Support.WhoMay.Several' : 'Support.WhoMay')}
                none={t('Support.WhoMay.SuperAdmin')}
                systems={found.whoMay}
                systemName={props.systemName}
                superAdmins={props.superAdmins}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

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
