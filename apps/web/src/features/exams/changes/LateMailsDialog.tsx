import type { Exam, ExamFacts, ExamMovesMails } from '@guichet/contract/exams';
import { ConfirmCall, type ConfirmCallProps } from '../../../parts/asking/ConfirmCall.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';

/** A save after whose new end mails are planned. */
export interface LateMails extends Pick<ExamMovesMails, 'leaving' | 'neverSent'> {
  readonly mine: ExamFacts;
  readonly over: Exam;
}

interface LateMailsDialogProps {
  call: ConfirmCallProps['call'];
  /** Null while closed. */
  late: LateMails | null;
  onConfirm: (late: LateMails) => void;
  onClose: () => void;
}

/** Asks before a save by which planned mails leave at once, or never since the exam is over by then. */
export function LateMailsDialog({ call, late, onConfirm, onClose }: LateMailsDialogProps) {
  const t = useT();
  const { leaving, neverSent } = useLastGiven(late) ?? { leaving: 0, neverSent: 0 };
  return (
    <ConfirmCall
      call={call}
      open={late !== null}
      tone="primary"
      title={t('Exam.LateMails.Title')}
      messages={[
        neverSent > 0
          ? t('Exam.LateMails.NeverSent', { count: neverSent })
          : t('Exam.LateMails.Leaving', { count: leaving }),
      ]}
      confirmLabel={t('Exam.Save')}
      cancelLabel={t('Dialog.Cancel')}
      onConfirm={() => late && onConfirm(late)}
      onClose={onClose}
    />
  );
}
