import { useT } from '../../../../core/i18n/useT.ts';
import type { PageProps } from '../../../../core/page/pageProps.ts';
import { PresenceList } from '../../../exam/attendance/PresenceList.tsx';
import { ExamPartPage } from '../ExamPartPage.tsx';
import { FromExamDay } from '../FromExamDay.tsx';

/** Who came to an exam, ticked at the door or afterwards; attestations go by it. */
export function PresencePage(page: PageProps) {
  const t = useT();
  return (
    <ExamPartPage {...page}>
      {(exam) => (
        <FromExamDay {...exam} ahead={(date) => t('Presence.Ahead', { date })}>
          <div className="flex max-w-4xl flex-col gap-4">
            <p className="max-w-prose text-muted">{t('Presence.Lead')}</p>
            <PresenceList systemId={exam.systemId} examId={exam.examId} examDate={exam.examDate} />
          </div>
        </FromExamDay>
      )}
    </ExamPartPage>
  );
}
