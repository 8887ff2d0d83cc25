import type { PlannedMails } from '@guichet/contract/exams/notices.reminders';
import { cancelPlannedMails, sendPlannedMails } from '@guichet/contract/mail/outbox';
import { useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { AskCall } from '../../core/parts/asking/Question.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

export interface PlannedMailsActionsProps {
  systemId: number;
  examId: number;
  mails: PlannedMails;
  when: string;
}

const endpoints = { send: sendPlannedMails, cancel: cancelPlannedMails } as const;

/** Sends planned mails at once or cancels them, after a question. */
export function PlannedMailsActions({ systemId, examId, mails, when }: PlannedMailsActionsProps) {
  const t = useT();
  const [asked, setAsked] = useState<'send' | 'cancel' | null>(null);
  const act = asked ?? 'send';

  return (
    <RowActions label={t('List.ActionsOf', { name: when })}>
      {(['send', 'cancel'] as const).map((name) => (
        <SmallButton key={name} aria-label={t(`Planned.${name}.Of`, { when })} onClick={() => setAsked(name)}>
          {t(`Planned.${name}`)}
        </SmallButton>
      ))}
      <AskCall
        call={useCall(endpoints[act], { onSettled: useReloadTimeLine() })}
        open={asked !== null}
        title={t(`Planned.${act}.Title`)}
        messages={[t(`Planned.${act}.Question`, { count: mails.mails, when })]}
        tone={act === 'send' ? 'primary' : 'danger'}
        input={{ params: { systemId, examId }, body: { at: mails.at } }}
        done={(count) => ({ tone: 'success', text: t(`Planned.${act}.Done`, { count }) })}
        onClose={() => setAsked(null)}
      />
    </RowActions>
  );
}
