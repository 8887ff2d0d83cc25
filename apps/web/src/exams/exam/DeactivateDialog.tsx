import { languages } from '@guichet/contract/core/language';
import { deactivateCohort, type ToldCohort } from '@guichet/contract/exams/cohorts';
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
  cohort: ToldCohort | null;
  onClose: () => void;
}

/**
 * S4.7: deactivates the cohort after two confirmations. The last one offers, to candidates who were mailed
 * about the exam before, a mail about the cancellation, to read and to send.
 */
export function DeactivateDialog({ systemId, cohort, onClose }: DeactivateDialogProps) {
  const t = useT();
  const { longDay } = useFormats();
  const deactivate = useCall(deactivateCohort);

  const shown = useLastGiven(cohort);
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
    if (!cohort) return;
    const onSuccess = (mails: boolean | number) => {
      const done = t('Cohort.Deactivate.Done', { title: cohort.title });
      const told = typeof mails === 'number' ? [t('Exam.Told', { count: mails })] : [];
      showToast({ tone: 'success', text: [done, ...told].join(' ') });
      close();
    };
    deactivate.mutate(
      { params: { systemId, cohortId: cohort.id }, query: sendEmail ? notice.body : {} },
      { onSuccess },
    );
  }

  const about = { title, date: date ? longDay(date) : '', count };
  return (
    <ConfirmCall
      call={deactivate}
      open={cohort !== null}
      title={t('Cohort.Deactivate.Title', { title })}
      messages={[
        t(isOver ? 'Cohort.Deactivate.First.Over' : 'Cohort.Deactivate.First', about),
        <div key="second" className="flex flex-col gap-2">
          <p>{t('Cohort.Deactivate.Second', about)}</p>
          {shown && mayTell && (
            <>
              <Checkbox
                label={t('Cohort.Deactivate.Mail', about)}
                checked={sendEmail}
                onChange={(event) => notice.choose(event.target.checked)}
              />
              {/* Not while the dialog closes: a screen reader would announce the notice then. */}
              {cohort && !sendEmail && <Notice tone="warning">{t('Cohort.Deactivate.Silent', about)}</Notice>}
              {sendEmail && <NoteFields readers={languages} notes={notes} onChange={notice.setNotes} />}
              <NoticeMails systemId={systemId} cohortId={shown.id} kind="examCancelled" notes={notes} />
            </>
          )}
        </div>,
      ]}
      nextLabel={t('Cohort.Deactivate.Next')}
      confirmLabel={t('Cohort.Deactivate.Yes')}
      cancelLabel={t('Cohort.Deactivate.No')}
      busyLabel={t('Cohort.Deactivate.Busy')}
      isFilled={notice.isFilled}
      confirmDisabled={!notice.isSendable}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
