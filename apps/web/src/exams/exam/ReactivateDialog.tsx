import { languages } from '@guichet/contract/core/language';
import { type ReactivatedExam, reactivateExam } from '@guichet/contract/exams/exams';
import type { TellableExam } from '@guichet/contract/exams/exams.list';
import { useCall } from '../../core/call/useCall.ts';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmCall } from '../../core/parts/asking/ConfirmCall.tsx';
import { isExamOver } from '../../core/parts/mails/isExamOver.ts';
import { NoteFields } from '../../core/parts/mails/NoteFields.tsx';
import { useNotice } from '../../core/parts/mails/useNotice.ts';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { NoticeMails } from './changes/NoticeMails.tsx';

export interface ReactivateDialogProps {
  systemId: number;
  /** Null while closed. */
  exam: TellableExam | null;
  onClose: () => void;
}

/** Reverses the cancellation of an exam after a question. */
export function ReactivateDialog({ systemId, exam, onClose }: ReactivateDialogProps) {
  const t = useT();
  const { longDay } = useFormats();
  const reactivate = useCall(reactivateExam);

  const shown = useLastGiven(exam);
  const { title = '', date, numberOfCandidates: count = 0, hasBeenMailed = false } = shown ?? {};
  const isOver = shown !== null && isExamOver(shown);
  const mayTell = count > 0 && !isOver;
  // Candidates who were told of the exam should hear of its return as well.
  const notice = useNotice({ mayTell, byDefault: hasBeenMailed });
  const { sendEmail, notes } = notice;

  function close() {
    notice.reset();
    onClose();
  }

  function confirm() {
    if (!exam) return;
    const onSuccess = ({ told }: ReactivatedExam) => {
      const done = t('Exam.Reactivate.Done', { title: exam.title });
      const mails = told === undefined ? [] : [t('Exam.Told', { count: told })];
      showToast({ tone: 'success', text: [done, ...mails].join(' ') });
      close();
    };
    reactivate.mutate({ params: { systemId, examId: exam.id }, body: notice.body }, { onSuccess });
  }

  return (
    <ConfirmCall
      call={reactivate}
      open={exam !== null}
      tone="primary"
      title={t('Exam.Reactivate.Title', { title })}
      messages={[
        <div key="question" className="flex flex-col gap-2">
          <p>{t('Exam.Reactivate.Question', { date: date ? longDay(date) : '', count })}</p>
          {shown && mayTell && (
            <>
              <Checkbox
                label={t('Exam.Reactivate.Mail', { count })}
                checked={sendEmail}
                onChange={(event) => notice.choose(event.target.checked)}
              />
              {sendEmail && <NoteFields readers={languages} notes={notes} onChange={notice.setNotes} />}
              <NoticeMails systemId={systemId} examId={shown.id} kind="examReactivated" notes={notes} />
            </>
          )}
        </div>,
      ]}
      busyLabel={t('Exam.Reactivate.Busy')}
      isFilled={notice.isFilled}
      confirmDisabled={!notice.isSendable}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
