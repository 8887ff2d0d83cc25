import { confirmBackup } from '@guichet/contract/overview/home.setup';
import { useState } from 'react';
import { useCall } from '../../../core/call/query.ts';
import { readDay } from '../../../core/days/readDay.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { today, useTexts } from '../../../core/i18n/formats.ts';
import { ConfirmCall } from '../../../core/parts/asking/Question.tsx';
import { DayField } from '../../../core/parts/forms/DayField.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { SetupStep } from './SetupStep.tsx';

/** Asks on which day a backup was restored elsewhere; `restoredOn`: what was stated, which can be taken back. */
export function ConfirmBackup({ restoredOn }: { restoredOn: string | null }) {
  const { t, longDay } = useTexts();
  const state = useCall(confirmBackup);
  const takeBack = useCall(confirmBackup);
  const [isAsking, ask] = useState(false);
  const [typed, setTyped] = useState(() => today(new Date()));
  const [isRefused, setRefused] = useState(false);

  function confirm() {
    const now = today(new Date());
    const [day, ...others] = readDay(typed, now).meant;
    const isRead = day !== undefined && others.length === 0 && day <= now;
    setRefused(!isRead);
    if (isRead) state.mutate({ body: { restoredOn: day } }, { onSuccess: () => ask(false) });
  }

  return (
    <SetupStep
      title={t('Setup.backup')}
      action={
        restoredOn === null ? (
          <SmallButton onClick={() => ask(true)}>{t('Setup.backup.Action')}</SmallButton>
        ) : (
          <SmallButton
            variant="quiet"
            busy={takeBack.isPending}
            onClick={() => takeBack.mutate({ body: { restoredOn: null } })}
          >
            {t('Setup.backup.TakeBack')}
          </SmallButton>
        )
      }
      result={<FailureNotice failure={takeBack.error} />}
    >
      {restoredOn === null
        ? t('Setup.backup.About')
        : t('Setup.backup.Stated', { date: longDay(restoredOn) })}
      <ConfirmCall
        call={state}
        open={isAsking}
        tone="primary"
        title={t('Setup.backup.Title')}
        confirmLabel={t('Setup.backup.Submit')}
        cancelLabel={t('Dialog.Cancel')}
        onConfirm={confirm}
        onClose={() => ask(false)}
      >
        <p>{t('Setup.backup.Question')}</p>
        <DayField
          name="restoredOn"
          label={t('Setup.backup.Day')}
          value={typed}
          onChange={setTyped}
          error={isRefused && t('Setup.backup.Day.Wrong')}
        />
      </ConfirmCall>
    </SetupStep>
  );
}
