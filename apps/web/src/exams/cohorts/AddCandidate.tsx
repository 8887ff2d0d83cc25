import { addCandidate, type Cohort } from '@guichet/contract/exams/cohorts';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../core/call/useCall.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmCall } from '../../core/parts/asking/ConfirmCall.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';

export interface AddCandidateProps {
  systemId: number;
  cohort: Cohort;
  /** The address of an existing account. */
  email: string;
  /** A candidate who leaves the cohort in the same step: the same person under a wrong address. */
  insteadOf?: { readonly id: number; readonly fullName: string };
  /** The warning for a mail without a link to a first password. */
  missingLink: ReactNode;
  onDone: () => void;
}

/** Places an existing account in a cohort, after a question. */
export function AddCandidate(props: AddCandidateProps) {
  const { systemId, cohort, email, insteadOf, missingLink, onDone } = props;
  const t = useT();
  const add = useCall(addCandidate);
  const [isAsking, ask] = useState(false);
  const [sendEmail, setSendEmail] = useState(true);
  const label = t(insteadOf ? 'AddCandidate.Instead' : 'AddCandidate', { cohort: cohort.title });

  function confirm() {
    add.mutate(
      {
        params: { systemId, cohortId: cohort.id },
        body: { email, sendEmail, insteadOf: insteadOf?.id },
      },
      {
        onSuccess: (isAdded) => {
          const text = t(isAdded ? 'AddCandidate.Done' : 'AddCandidate.WasThere', {
            email,
            cohort: cohort.title,
          });
          showToast({ tone: isAdded ? 'success' : 'info', text });
          ask(false);
          onDone();
        },
      },
    );
  }

  return (
    <>
      <Button size="sm" onClick={() => ask(true)}>
        {label}
      </Button>
      <ConfirmCall
        call={add}
        open={isAsking}
        title={label}
        messages={[
          <div key="question" className="wrap-anywhere flex flex-col gap-2">
            <p>{t('AddCandidate.Question', { email, cohort: cohort.title })}</p>
            {insteadOf && <p>{t('AddCandidate.Question.Instead', { name: insteadOf.fullName })}</p>}
            <Checkbox
              label={t('AddCandidate.Mail')}
              checked={sendEmail}
              onChange={({ target }) => setSendEmail(target.checked)}
            />
            {sendEmail && missingLink}
          </div>,
        ]}
        tone="primary"
        busyLabel={t('AddCandidate.Busy')}
        onConfirm={confirm}
        onClose={() => ask(false)}
      />
    </>
  );
}
