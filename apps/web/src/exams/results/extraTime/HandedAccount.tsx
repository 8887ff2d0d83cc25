import type { ParamsOf } from '@guichet/contract/core/endpoint';
import { type CandidateExtraTime, confirmAccount } from '@guichet/contract/exams/results.extraTime';
import { useCall } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useFormats, useT } from '../../../core/i18n/formats.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';

export type Candidate = ParamsOf<typeof confirmAccount>;

export interface HandedAccountProps {
  candidate: Candidate;
  handovers: CandidateExtraTime['handovers'];
}

/** Names those without the right to extra time who set password or address; a button vouches for them. */
export function HandedAccount({ candidate, handovers }: HandedAccountProps) {
  const t = useT();
  const { longDateTime } = useFormats();
  const confirm = useCall(confirmAccount);
  const latest = handovers.at(-1);
  if (!latest) return null;

  function vouch(until: Date) {
    confirm.mutate(
      { params: candidate, body: { until } },
      { onSuccess: () => showToast({ tone: 'success', text: t('ExtraTime.Handed.Done') }) },
    );
  }

  return (
    <Notice tone="warning">
      <div className="flex flex-col items-start gap-2">
        {handovers.map(({ part, by, at }) => (
          <p key={`${part} ${at.toISOString()}`}>
            {t(`ExtraTime.Handed.${part}`, { by: by ?? t('ExtraTime.Handed.Gone'), at: longDateTime(at) })}
          </p>
        ))}
        <p>{t('ExtraTime.Handed.Why')}</p>
        <FailureNotice failure={confirm.error} />
        <Button busy={confirm.isPending} busyLabel={t('ExtraTime.Busy')} onClick={() => vouch(latest.at)}>
          {t('ExtraTime.Handed.Confirm')}
        </Button>
      </div>
    </Notice>
  );
}
