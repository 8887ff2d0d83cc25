import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { listWrittenCorrections } from '@guichet/contract/exams/candidate.corrections';
import type { Entrance } from '@guichet/contract/identity/access';
import { type ReactNode, useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useTexts } from '../../../core/i18n/formats.ts';
import { allTexts } from '../../../core/i18n/languageStore.ts';
import { later } from '../../../core/page/later.tsx';
import { CorrectionState } from '../../../exams/candidate/corrections/CorrectionFacts.tsx';
import { PersonLink } from '../../../identity/pages/users/PersonLink.tsx';
import type { UserDialogsProps } from '../../../identity/pages/users/UserDialogs.tsx';
import { Card } from '../../../ui/layout/Card.tsx';

const load = async () => ({
  default: (await import('../../../identity/pages/users/UserDialogs.tsx')).UserDialogs,
});
const UserDialogs = later(load, allTexts);

/** The requests of people, and of support for callers; a name opens the panel of its person here. */
export function RequestsForCallers({ entrances }: { entrances: readonly Entrance[] }) {
  const [opened, open] = useState<UserDialogsProps['dialogs']['opened']>(null);
  const [isUsed, setUsed] = useState(false);
  return (
    <>
      <WrittenRequests
        nameOf={(person, systemId) => {
          const slug = entrances.find((one) => one.systemId === systemId)?.slug;
          return (
            <PersonLink
              person={person}
              href={`/${slug}/configuration?tab=users&q=${encodeURIComponent(person.email)}`}
              onOpen={() => {
                setUsed(true);
                open({ kind: 'info', person });
              }}
            />
          );
        }}
      />
      {isUsed && <UserDialogs dialogs={{ opened, open }} />}
    </>
  );
}

type Written = ReplyOf<typeof listWrittenCorrections>[number];

interface WrittenRequestsProps {
  /** The name of a person, linked to their details. */
  nameOf: (person: Written['person'], systemId: number) => ReactNode;
}

/** Requests of people, and of staff for them, with their states, for whoever answers the next call; nothing without any. */
function WrittenRequests({ nameOf }: WrittenRequestsProps) {
  const { t, longDateTime } = useTexts();
  const { data = [] } = useQuery(query(listWrittenCorrections));
  if (data.length === 0) return null;
  return (
    <Card title={t('Corrections.Written')} flush>
      <ul className="border-line border-t">
        {data.map(({ systemId, person, askedBy, ...one }) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-5 py-3 last:border-b-0 sm:px-6"
          >
            <span className="wrap-anywhere min-w-0 grow basis-64">
              {nameOf(person, systemId)}
              <span className="block text-muted text-sm">
                {[
                  t(`Correction.Field.${one.field}`),
                  longDateTime(one.askedAt),
                  askedBy ?? t('Corrections.ByPerson'),
                ].join(' · ')}
              </span>
            </span>
            <CorrectionState {...one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
