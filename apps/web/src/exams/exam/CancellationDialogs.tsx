import { cancelExam, cancelWithNote, reactivateExam } from '@guichet/contract/exams/exams';
import type { TellableExam } from '@guichet/contract/exams/exams.list';
import type { NoticeKind } from '@guichet/contract/exams/notices';
import { useCall } from '../../core/call/query.ts';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { AskAndTell } from '../../core/parts/mails/AskAndTell.tsx';
import { isExamOver } from '../../core/parts/mails/isExamOver.ts';
import { useNotice, useSayTold } from '../../core/parts/mails/TellThem.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { NoticeMails, useAnswersRead } from './changes/NoticeMails.tsx';

export interface CancellationDialogProps {
  systemId: number;
  exam: TellableExam | null;
  onClose: () => void;
}

/**
 * S4.7: cancels the exam after two confirmations. Both offer to candidates who were mailed
 * about the exam before a mail about the cancellation, to read and to send.
 */
export function CancelExamDialog(props: CancellationDialogProps) {
  const t = useT();
  const cancellation = useCall(cancelExam);
  const withNote = useCall(cancelWithNote);
  const { about, isOver, isKnown, notice, offer, tellDone } = useTellableExam(props, 'examCancelled');

  function confirm({ id, title }: TellableExam) {
    const done = t('Exam.Cancel.Done', { title });
    const params = { systemId: props.systemId, examId: id };
    const onSuccess = (mails: boolean | number) =>
      tellDone(done, typeof mails === 'number' ? mails : undefined);
    if (notice.isFilled) withNote.mutate({ params, body: notice.notes }, { onSuccess });
    else
      cancellation.mutate({ params, ...(notice.sendEmail && { query: { sendEmail: true } }) }, { onSuccess });
  }

  return (
    <AskAndTell
      call={notice.isFilled ? withNote : cancellation}
      open={props.exam !== null && isKnown}
      title={t('Exam.Cancel.Title', about)}
      messages={[t(isOver ? 'Exam.Cancel.First.Over' : 'Exam.Cancel.First', about)]}
      notice={notice}
      tell={offer(t('Exam.Cancel.Mail', about), t('Exam.Cancel.Silent', about))}
      nextLabel={t('Exam.Cancel.Next')}
      confirmLabel={t('Exam.Cancel.Yes')}
      cancelLabel={t('Exam.Cancel.No')}
      busyLabel={t('Exam.Cancel.Busy')}
      onConfirm={() => props.exam && confirm(props.exam)}
      onClose={props.onClose}
    >
      <p>{t('Exam.Cancel.Second', about)}</p>
    </AskAndTell>
  );
}

/** Reverses the cancellation of an exam after a question. */
export function ReactivateExamDialog(props: CancellationDialogProps) {
  const t = useT();
  const reactivate = useCall(reactivateExam);
  const { about, isKnown, notice, offer, tellDone } = useTellableExam(props, 'examReactivated');

  function confirm({ id, title }: TellableExam) {
    const done = t('Exam.Reactivate.Done', { title });
    reactivate.mutate(
      { params: { systemId: props.systemId, examId: id }, body: notice.body },
      { onSuccess: ({ told }) => tellDone(done, told) },
    );
  }

  return (
    <AskAndTell
      call={reactivate}
      open={props.exam !== null && isKnown}
      tone="primary"
      title={t('Exam.Reactivate.Title', about)}
      notice={notice}
      tell={offer(t('Exam.Reactivate.Mail', about))}
      busyLabel={t('Exam.Reactivate.Busy')}
      onConfirm={() => props.exam && confirm(props.exam)}
      onClose={props.onClose}
    >
      <p>{t('Exam.Reactivate.Question', about)}</p>
    </AskAndTell>
  );
}

/** The parts that both questions share: words about the exam, and the offer to tell the candidates. */
function useTellableExam({ systemId, exam, onClose }: CancellationDialogProps, kind: NoticeKind) {
  const { longDay } = useTexts();
  const sayTold = useSayTold();
  const shown = useLastGiven(exam);
  const { title = '', date, numberOfCandidates: count = 0, hasBeenMailed = false } = shown ?? {};
  const isOver = shown !== null && isExamOver(shown);
  const mayTell = count > 0 && !isOver;
  // Candidates who were told of the exam should hear of its cancellation and of its return as well.
  const notice = useNotice({ mayTell, byDefault: hasBeenMailed });
  const { isKnown, readers } = useAnswersRead(systemId, mayTell ? (exam?.id ?? null) : null, kind);
  return {
    about: { title, date: date ? longDay(date) : '', count },
    isOver,
    isKnown,
    notice,
    offer: (label: string, silent?: string) =>
      shown && mayTell
        ? {
            label,
            ...(silent && { silent }),
            readers,
            mail: () => (
              <NoticeMails systemId={systemId} examId={shown.id} kind={kind} notes={notice.notes} />
            ),
          }
        : null,
    tellDone(done: string, told: number | undefined) {
      showToast({ tone: 'success', text: sayTold(done, told) });
      notice.reset();
      onClose();
    },
  };
}
