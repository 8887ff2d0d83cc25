import { languages } from '@guichet/contract/core/language';
import { deactivateExam, type TellableExam } from '@guichet/contract/exams/exams.list';
import { useCall } from '../../core/call/useCall.ts';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmCall } from '../../core/parts/asking/ConfirmCall.tsx';
import { isExamOver } from '../../core/parts/mails/isExamOver.ts';
import { NoteFields } from '../../core/parts/mails/NoteFields.tsx';
import { useNotice } from '../../core/parts/mails/useNotice.ts';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { NoticeMails } from './changes/NoticeMails.tsx';

export interface DeactivateDialogProps {
  systemId: number;
  /** Null while closed. */
  exam: TellableExam | null;
  onClose: () => void;
}

/**
 * S4.7: deactivates the exam after two confirmations. The last one offers, to candidates who were mailed
 * about the exam before, a mail about the cancellation, to read and to send.
 */
export function DeactivateDialog({ systemId, exam, onClose }: DeactivateDialogProps) {
  const t = useT();
  const { longDay } = useFormats();
  const deactivate = useCall(deactivateExam);

  const shown = useLastGiven(exam);
  const { title = '', date, numberOfCandidates: count = 0, hasBeenMailed = false } = shown ?? {};
  const isOver = shown !== null && isExamOver(shown);
  const mayTell = count > 0 && !isOver;
  // Candidates who were told of the exam should hear of its cancellation as well.
  const notice = useNotice({ mayTell, byDefault: hasBeenMailed });
  const { sendEmail, notes } = notice;

  function close() {
    notice.reset();
    onClose();
  }

  function confirm() {
    if (!exam) return;
    const onSuccess = (mails: boolean | number) => {
      const done = t('Exam.Deactivate.Done', { title: exam.title });
      const told = typeof mails === 'number' ? [t('Exam.Told', { count: mails })] : [];
      showToast({ tone: 'success', text: [done, ...told].join(' ') });
      close();
    };
    deactivate.mutate(
      { params: { systemId, examId: exam.id }, query: sendEmail ? notice.body : {} },
      { onSuccess },
    );
  }

  const about = { title, date: date ? longDay(date) : '', count };
  return (
    <ConfirmCall
      call={deactivate}
      open={exam !== null}
      title={t('Exam.Deactivate.Title', { title })}
      messages={[
        t(isOver ? 'Exam.Deactivate.First.Over' : 'Exam.Deactivate.First', about),
        <div key="second" className="flex flex-col gap-2">
          <p>{t('Exam.Deactivate.Second', about)}</p>
          {shown && mayTell && (
            <>
              <Checkbox
                label={t('Exam.Deactivate.Mail', about)}
                checked={sendEmail}
                onChange={(event) => notice.choose(event.target.checked)}
              />
              {/* Not while the dialog closes: a screen reader would announce the notice then. */}
              {exam && !sendEmail && <Notice tone="warning">{t('Exam.Deactivate.Silent', about)}</Notice>}
              {sendEmail && <NoteFields readers={languages} notes={notes} onChange={notice.setNotes} />}
              <NoticeMails systemId={systemId} examId={shown.id} kind="examCancelled" notes={notes} />
            </>
          )}
        </div>,
      ]}
      nextLabel={t('Exam.Deactivate.Next')}
      confirmLabel={t('Exam.Deactivate.Yes')}
      cancelLabel={t('Exam.Deactivate.No')}
      busyLabel={t('Exam.Deactivate.Busy')}
      isFilled={notice.isFilled}
      confirmDisabled={!notice.isSendable}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
