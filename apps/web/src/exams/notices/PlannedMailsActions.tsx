import type { PlannedMails } from '@guichet/contract/exams/notices.reminders';
import { cancelPlannedMails, sendPlannedMails } from '@guichet/contract/mail/outbox';
import { useState } from 'react';
import { useCall } from '../../core/call/useCall.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmCall } from '../../core/parts/asking/ConfirmCall.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
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
  const end = useCall(endpoints[act], { onSettled: useReloadTimeLine() });

  function confirm() {
    end.mutate(
      { params: { systemId, examId }, body: { at: mails.at } },
      {
        onSuccess(count) {
          showToast({ tone: 'success', text: t(`Planned.${act}.Done`, { count }) });
          setAsked(null);
        },
      },
    );
  }

  return (
    <RowActions label={t('List.ActionsOf', { name: when })}>
      {(['send', 'cancel'] as const).map((name) => (
        <Button
          key={name}
          size="sm"
          aria-label={t(`Planned.${name}.Of`, { when })}
          onClick={() => setAsked(name)}
        >
          {t(`Planned.${name}`)}
        </Button>
      ))}
      <ConfirmCall
        call={end}
        open={asked !== null}
        title={t(`Planned.${act}.Title`)}
        messages={[t(`Planned.${act}.Question`, { count: mails.mails, when })]}
        tone={act === 'send' ? 'primary' : 'danger'}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      />
    </RowActions>
  );
}
