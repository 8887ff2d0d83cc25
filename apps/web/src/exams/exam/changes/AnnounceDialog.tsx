import type { Exam } from '@guichet/contract/exams/exams';
import { announceExam } from '@guichet/contract/exams/notices';
import { useCall } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { AskCall } from '../../../core/parts/asking/AskCall.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { NoticeMails } from './NoticeMails.tsx';

export interface AnnounceDialogProps {
  systemId: number;
  exam: Exam | null;
  onClose: () => void;
}

/** Offers the mail about the changes, with the number of candidates whom it reaches. */
export function AnnounceDialog({ systemId, exam, onClose }: AnnounceDialogProps) {
  const t = useT();
  const shown = useLastGiven(exam);
  const count = shown?.toTell ?? 0;
  const others = shown ? shown.numberOfCandidates - count : 0;

  return (
    <AskCall
      call={useCall(announceExam)}
      open={exam !== null}
      tone="primary"
      title={t('Exam.Announce.Title', { count })}
      messages={[
        <div key="question" className="flex flex-col gap-2">
          <p>{t('Exam.Announce.Question')}</p>
          {others > 0 && <p className="text-muted">{t('Exam.Announce.Others', { count: others })}</p>}
          {shown && <NoticeMails systemId={systemId} examId={shown.id} kind="examChanged" />}
        </div>,
      ]}
      confirmLabel={t('Exam.Announce.Send')}
      cancelLabel={t('Exam.Announce.NotNow')}
      busyLabel={t('Exam.Announce.Busy')}
      input={{ params: { systemId, examId: shown?.id ?? 0 } }}
      done={(mails) => ({
        // 0 when another tab or another person has announced the change meanwhile.
        tone: mails > 0 ? 'success' : 'info',
        text: t('Exam.Announce.Done', { count: mails }),
      })}
      onClose={onClose}
    />
  );
}
