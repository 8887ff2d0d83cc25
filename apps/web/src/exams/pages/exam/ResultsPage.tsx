import { hourInWords } from '@guichet/contract/core/hoursInWords';
import { timeOfDay, today, useFormats } from '../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import type { PageProps } from '../../../core/page/pageProps.ts';
import { ExportResults } from '../../../imports/results/ExportResults.tsx';
import { GradesFromPlatform } from '../../../imports/results/GradesFromPlatform.tsx';
import { ResultsFromList } from '../../../imports/results/ResultsFromList.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { PresenceNotice } from '../../exam/attendance/PresenceNotice.tsx';
import { AttestPresent } from '../../results/AttestMenu.tsx';
import { WriteButton } from '../configuration/users/WriteButton.tsx';
import { ExamPartPage } from './ExamPartPage.tsx';
import { FromExamDay } from './FromExamDay.tsx';

/** The attestations of an exam: given to all who were present, marked from a list or by the platform's grades, and exported. */
export function ResultsPage(page: PageProps) {
  const t = useT();
  const language = useLanguage();
  const { longDateTime } = useFormats();
  return (
    <ExamPartPage {...page}>
      {(part) => {
        const { systemId, examId } = part;
        const { examDate, startTime, title: examTitle } = part.exam;
        return (
          <div className="flex max-w-5xl flex-col gap-5">
            {part.exam.attestations && (
              <Notice
                title={t('Attestations.Given', {
                  count: part.exam.attestations.people,
                  when: longDateTime(part.exam.attestations.lastAt),
                })}
                action={<WriteButton systemId={systemId} examId={examId} to={{ audience: 'attested' }} />}
              >
                {t('Attestations.Untold')}
              </Notice>
            )}
            <FromExamDay {...part} ahead={(date) => t('Grades.Ahead', { date })}>
              <PresenceNotice systemId={systemId} examId={examId} />
              <AttestPresent systemId={systemId} exam={{ id: examId, title: examTitle, date: examDate }} />
              <ResultsFromList systemId={systemId} examId={examId} />
              {examDate === today(new Date()) && timeOfDay(new Date()) < startTime && (
                <Notice>{t('Grades.NotBegun', { time: hourInWords(startTime, language) })}</Notice>
              )}
              <GradesFromPlatform systemId={systemId} examId={examId} />
            </FromExamDay>
            <ExportResults systemId={systemId} examId={examId} />
          </div>
        );
      }}
    </ExamPartPage>
  );
}
