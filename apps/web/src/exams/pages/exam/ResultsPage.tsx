import { hourInWords } from '@guichet/contract/core/hoursInWords';
import { useQuery } from '@tanstack/react-query';
import { timeOfDay, today, useFormats } from '../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import type { PageProps } from '../../../core/page/pageProps.ts';
import { ExportResults } from '../../../imports/results/ExportResults.tsx';
import { GradesFromPlatform } from '../../../imports/results/GradesFromPlatform.tsx';
import { ResultsFromList } from '../../../imports/results/ResultsFromList.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { examsOptions } from '../../places/places.api.ts';
import { ExamPartPage } from './ExamPartPage.tsx';

/** The attestations of an exam: marked from a list or by the platform's grades, and exported. */
export function ResultsPage({ title, systemId }: PageProps) {
  const t = useT();
  const language = useLanguage();
  const { longDay } = useFormats();
  const exams = useQuery(examsOptions(systemId ?? 0, 'active', language));
  return (
    <ExamPartPage title={title} systemId={systemId}>
      {({ examId, examDate, startTime, ...of }) => (
        <Loaded query={exams} lines={8}>
          {(list) => (
            <div className="flex max-w-5xl flex-col gap-5">
              {list.find(({ id }) => id === examId)?.mayAttest ? (
                <>
                  <ResultsFromList systemId={of.systemId} examId={examId} />
                  {examDate === today(new Date()) && timeOfDay(new Date()) < startTime && (
                    <Notice>{t('Grades.NotBegun', { time: hourInWords(startTime, language) })}</Notice>
                  )}
                  <GradesFromPlatform systemId={of.systemId} examId={examId} />
                </>
              ) : (
                <Notice>{t('Grades.Ahead', { date: longDay(examDate) })}</Notice>
              )}
              <ExportResults systemId={of.systemId} examId={examId} />
            </div>
          )}
        </Loaded>
      )}
    </ExamPartPage>
  );
}
