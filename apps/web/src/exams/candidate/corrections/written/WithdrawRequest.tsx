import { type Correction, withdrawCorrection } from '@guichet/contract/exams/candidate.corrections';
import { useState } from 'react';
import { useCall } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { ConfirmCall } from '../../../../core/parts/asking/Question.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';

/** Takes back a request that was written by mistake, after a question. */
export function WithdrawRequest({ correction }: { correction: Pick<Correction, 'id' | 'field'> }) {
  const t = useT();
  const withdraw = useCall(withdrawCorrection);
  const [isAsking, ask] = useState(false);
  const field = t(`Correction.Field.${correction.field}`);
  return (
    <>
      <SmallButton
        variant="quiet"
        aria-label={t('Correction.Withdraw.Of', { field })}
        onClick={() => ask(true)}
      >
        {t('Correction.Withdraw')}
      </SmallButton>
      <ConfirmCall
        call={withdraw}
        open={isAsking}
        title={t('Correction.Withdraw.Title')}
        messages={[t('Correction.Withdraw.Text', { field })]}
        onConfirm={() =>
          withdraw.mutate({ params: { correctionId: correction.id } }, { onSuccess: () => ask(false) })
        }
        onClose={() => ask(false)}
      />
    </>
  );
}
