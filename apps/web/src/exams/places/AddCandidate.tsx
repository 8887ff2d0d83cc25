import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { addCandidate } from '@guichet/contract/exams/places';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { AskCall } from '../../core/parts/asking/Question.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { removeUndoToasts } from '../../ui/toasts/toastStore.ts';
import { ClashNote } from './ClashNote.tsx';

export interface AddCandidateProps {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title'>;
  /** The address of an existing account. */
  email: string;
  /** The owner of the account, or the address where the reader may not see them. */
  name: string;
  /** A candidate who leaves the exam in the same step: the same person under a wrong address. */
  insteadOf?: { readonly id: number; readonly fullName: string };
  /** The request from which the account is placed, which is then answered. */
  requestId?: number;
  /** Whether the account gets mails, as far as the reader may know. */
  isOpen?: boolean;
  /** Warns of what the mail lacks. */
  mailGaps: ReactNode;
  onDone: () => void;
}

export function AddCandidate(props: AddCandidateProps) {
  const { systemId, exam, email, name, insteadOf, requestId, isOpen = true, mailGaps, onDone } = props;
  const t = useT();
  const [isAsking, ask] = useState(false);
  const [sendEmail, setSendEmail] = useState(true);
  const label = t(insteadOf ? 'AddCandidate.Instead' : 'AddCandidate', { exam: exam.title });
  const doneKey = sendEmail && isOpen ? 'AddCandidate.Done.Mailed' : 'AddCandidate.Done';

  return (
    <>
      <SmallButton onClick={() => ask(true)}>{label}</SmallButton>
      <AskCall
        call={useCall(addCandidate)}
        open={isAsking}
        title={label}
        tone="primary"
        busyLabel={t('AddCandidate.Busy')}
        input={{
          params: { systemId, examId: exam.id },
          body: { email, sendEmail, insteadOf: insteadOf?.id, requestId },
        }}
        done={(isAdded) => ({
          tone: isAdded ? 'success' : 'info',
          text: t(isAdded ? doneKey : 'AddCandidate.WasThere', { name, exam: exam.title }),
        })}
        onDone={() => {
          // Whoever was just taken out may be back: an undo that is still offered would find nobody.
          removeUndoToasts();
          onDone();
        }}
        onClose={() => ask(false)}
      >
        <p>{t('AddCandidate.Question', { email, exam: exam.title })}</p>
        <ClashNote systemId={systemId} examId={exam.id} who={{ email }} enabled={isAsking} />
        {insteadOf && <p>{t('AddCandidate.Question.Instead', { name: insteadOf.fullName })}</p>}
        <Checkbox
          label={t('AddCandidate.Mail')}
          checked={sendEmail}
          onChange={({ target }) => setSendEmail(target.checked)}
        />
        {sendEmail && mailGaps}
      </AskCall>
    </>
  );
}
