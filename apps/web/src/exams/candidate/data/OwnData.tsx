import { joinNames } from '@guichet/contract/core/fullName';
import type { Language } from '@guichet/contract/core/language';
import { personTextNames } from '@guichet/contract/core/personTexts';
import { findOwnData } from '@guichet/contract/exams/candidate.corrections';
import { type ReactNode, useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useTexts } from '../../../core/i18n/formats.ts';
import { allTexts } from '../../../core/i18n/languageStore.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { later } from '../../../core/page/later.tsx';
import { useSession } from '../../../core/session/sessionStore.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { PencilIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Facts } from '../../../ui/layout/Facts.tsx';
import { OutcomeNotice } from '../../../ui/states/Notice.tsx';

const RequestCorrectionDialog = later(
  async () => ({ default: (await import('./RequestCorrectionDialog.tsx')).RequestCorrectionDialog }),
  allTexts,
);

export interface OwnDataProps {
  /** The language of the reader's mails, with the way to change it. */
  languageField: (language: Language) => ReactNode;
}

/** The data that the portal keeps about the reader, and the corrections that the reader asks for. */
export function OwnData({ languageField }: OwnDataProps) {
  const { t, longDateTime, longDay } = useTexts();
  const data = useQuery(query(findOwnData));
  const isImpersonating = useSession((session) => session.isImpersonating);
  // The link on the account page leads here.
  const [isAsking, ask] = useState(() => location.hash === '#correction');
  const [isSent, setSent] = useState(false);
  const systems = data.data?.systems ?? [];
  const mayAsk = systems.length > 0 && !isImpersonating;

  function close() {
    ask(false);
    // A reload opens nothing that was closed. The router is not told: it would scroll to the top, away from the outcome.
    History.prototype.replaceState.call(history, history.state, '', location.pathname);
  }

  return (
    <Card
      title={t('MyData.Title')}
      actions={
        mayAsk && (
          <SmallButton icon={PencilIcon} onClick={() => ask(true)}>
            {t('MyData.Ask')}
          </SmallButton>
        )
      }
    >
      {isSent && (
        <div className="mb-4">
          <OutcomeNotice tone="success">{t('MyData.Ask.Done')}</OutcomeNotice>
        </div>
      )}
      <Loaded query={data}>
        {(person) => (
          <div className="flex flex-col gap-4">
            <Facts
              facts={[
                { name: t('Account.Name'), value: joinNames(person) },
                { name: t('User.email'), value: person.email },
                { name: t('Account.Language'), value: languageField(person.language) },
                ...personTextNames.map((name) => ({
                  name: t(`User.${name}`),
                  value: person[name] ?? t('User.NotGiven'),
                })),
                {
                  name: t('Search.Newsletter'),
                  value: t(person.newsLetter ? 'Dialog.Yes' : 'Dialog.No'),
                },
                { name: t('User.subscriptionDate'), value: longDay(person.subscriptionDate) },
                {
                  name: t('User.lastVisitDate'),
                  value: person.lastVisitDate ? longDateTime(person.lastVisitDate) : '–',
                },
              ]}
            />
            <p className="max-w-prose text-muted text-sm">{t('MyData.Also')}</p>
          </div>
        )}
      </Loaded>
      <RequestCorrectionDialog
        systems={systems}
        open={isAsking && mayAsk}
        onSent={() => setSent(true)}
        onClose={close}
      />
    </Card>
  );
}
