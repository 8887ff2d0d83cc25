import type { Exam, ExamFacts, ExamMovesMails } from '@guichet/contract/exams/exams';
import { useTexts } from '../../../core/i18n/formats.ts';
import { ConfirmCall, type ConfirmCallProps } from '../../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';

/** A save that would change what is planned about the exam. */
export interface LateMails extends Omit<ExamMovesMails, 'outcome'> {
  readonly mine: ExamFacts;
  readonly over: Exam;
}

interface LateMailsDialogProps {
  call: ConfirmCallProps['call'];
  late: LateMails | null;
  onConfirm: (late: LateMails) => void;
  onClose: () => void;
}

/** Asks before a save that makes planned mails leave at once or never, or moves or withdraws reminders. */
export function LateMailsDialog({ call, late, onConfirm, onClose }: LateMailsDialogProps) {
  const { t, longDateTime } = useTexts();
  const { leaving = 0, neverSent = 0, reminders = null } = useLastGiven(late) ?? {};
  const { moved = 0, next = null, withdrawn = 0 } = reminders ?? {};
  const [first = '', ...others] = [
    neverSent > 0 && t('Exam.LateMails.NeverSent', { count: neverSent }),
    leaving > 0 && t('Exam.LateMails.Leaving', { count: leaving }),
    withdrawn > 0 && t('Exam.LateMails.Reminders.Withdrawn', { count: withdrawn }),
    next && t('Exam.LateMails.Reminders.Moved', { count: moved, when: longDateTime(next) }),
  ].filter((message) => typeof message === 'string');
  return (
    <ConfirmCall
      call={call}
      open={late !== null}
      tone="primary"
      title={t('Exam.LateMails.Title')}
      messages={[first, ...others]}
      confirmLabel={t('Exam.Save')}
      cancelLabel={t('Dialog.Cancel')}
      onConfirm={() => late && onConfirm(late)}
      onClose={onClose}
    />
  );
}
