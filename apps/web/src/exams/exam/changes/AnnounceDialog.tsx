import type { Exam } from '@guichet/contract/exams/exams';
import { announceExam } from '@guichet/contract/exams/notices';
import { useCall } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ConfirmCall } from '../../../core/parts/asking/ConfirmCall.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { NoticeMails } from './NoticeMails.tsx';

export interface AnnounceDialogProps {
  systemId: number;
  /** Null while closed. */
  exam: Exam | null;
  onClose: () => void;
}

/** Offers the mail about the changes, with the number of candidates whom it reaches. */
export function AnnounceDialog({ systemId, exam, onClose }: AnnounceDialogProps) {
  const t = useT();
  const announce = useCall(announceExam);
  const shown = useLastGiven(exam);
  const count = shown?.toTell ?? 0;

  function confirm() {
    if (!exam) return;
    const onSuccess = (mails: number) => {
      // 0 when another tab or another person has announced the change meanwhile.
      const tone = mails > 0 ? 'success' : 'info';
      showToast({ tone, text: t('Exam.Announce.Done', { count: mails }) });
      onClose();
    };
    announce.mutate({ params: { systemId, examId: exam.id } }, { onSuccess });
  }

  return (
    <ConfirmCall
      call={announce}
      open={exam !== null}
      tone="primary"
      title={t('Exam.Announce.Title', { count })}
      messages={[
        <div key="question" className="flex flex-col gap-2">
          <p>{t('Exam.Announce.Question')}</p>
          {shown && <NoticeMails systemId={systemId} examId={shown.id} kind="examChanged" />}
        </div>,
      ]}
      confirmLabel={t('Exam.Announce.Send')}
      cancelLabel={t('Exam.Announce.NotNow')}
      busyLabel={t('Exam.Announce.Busy')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
