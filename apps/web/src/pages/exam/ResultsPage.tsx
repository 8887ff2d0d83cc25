import { hoursInWords } from '@guichet/contract/core/hoursInWords';
import { useQuery } from '@tanstack/react-query';
import { cohortsOptions } from '../../features/cohorts/cohorts.api.ts';
import { ExportResults } from '../../features/imports/results/ExportResults.tsx';
import { GradesFromPlatform } from '../../features/imports/results/GradesFromPlatform.tsx';
import { ResultsFromList } from '../../features/imports/results/ResultsFromList.tsx';
import { timeOfDay, today, useFormats } from '../../platform/i18n/formats.ts';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import type { PageProps } from '../../platform/page/pageProps.ts';
import { Notice } from '../../ui/states/Notice.tsx';
import { ExamPartPage } from './ExamPartPage.tsx';

/** The attestations of an exam: marked from a list or by the platform's grades, and exported. */
export function ResultsPage({ title, systemId }: PageProps) {
  const t = useT();
  const language = useLanguage();
  const { longDay } = useFormats();
  const cohorts = useQuery(cohortsOptions(systemId ?? 0, 'active', language));
  return (
    <ExamPartPage title={title} systemId={systemId}>
      {({ cohortId, examDate, startTime, ...of }) => (
        <Loaded query={cohorts} lines={8}>
          {(list) => (
            <div className="flex max-w-5xl flex-col gap-5">
              {list.find(({ id }) => id === cohortId)?.mayAttest ? (
                <>
                  <ResultsFromList systemId={of.systemId} cohortId={cohortId} />
                  {examDate === today(new Date()) && timeOfDay(new Date()) < startTime && (
                    <Notice>{t('Grades.NotBegun', { time: hoursInWords(startTime, '', language) })}</Notice>
                  )}
                  <GradesFromPlatform systemId={of.systemId} cohortId={cohortId} />
                </>
              ) : (
                <Notice>{t('Grades.Ahead', { date: longDay(examDate) })}</Notice>
              )}
              <ExportResults systemId={of.systemId} cohortId={cohortId} />
            </div>
          )}
        </Loaded>
      )}
    </ExamPartPage>
  );
}
