import { getPersonHistory, type HistoryEntry } from '@guichet/contract/overview/support';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pollWhile, query } from '../../core/call/query.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { HistoryList, type HistoryListProps } from './HistoryList.tsx';
import { SupportActions, type SupportActionsProps } from './SupportActions.tsx';
import { WhoMay } from './WhoMay.tsx';
import { WrongTries } from './WrongTries.tsx';

const pollMs = 2000;

export interface PersonHistoryProps {
  person: SupportActionsProps['person'];
  systemName: (systemId: number) => string;
  /** The page that corrects the texts of a system; null for readers who may not correct them. */
  configurationOf: (systemId: number) => string | null;
  missingFacts: SupportActionsProps['missingFacts'];
  says: HistoryListProps['says'];
  entryAction: HistoryListProps['entryAction'];
  /** The person’s mails in the outbox; null for readers who may not open it. */
  mailsHref: string | null;
  /** Names the super admins. */
  superAdmins: ReactNode;
}

/** The history of a person, the reader's actions on it, and the people who may do the rest. */
export function PersonHistory(props: PersonHistoryProps) {
  const { person, mailsHref } = props;
  const t = useT();
  const history = useQuery({
    ...query(getPersonHistory, { params: { id: person.id }, language: useLanguage() }),
    staleTime: 0,
    refetchInterval: pollWhile(({ entries }) => entries.some(isOnItsWay), pollMs),
  });
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold text-ink">{t('Support.Title')}</h3>
      <Loaded query={history} lines={5}>
        {(found) => (
          <>
            {found.wrongTries && <WrongTries {...found.wrongTries} />}
            <SupportActions
              person={person}
              history={found}
              configurationOf={props.configurationOf}
              missingFacts={props.missingFacts}
            />
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

function isOnItsWay({ event, mail }: HistoryEntry): boolean {
  return event === 'mailed' && (mail?.state === 'queued' || mail?.state === 'sending');
}
