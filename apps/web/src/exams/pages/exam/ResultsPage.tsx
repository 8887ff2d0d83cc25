import { hourInWords } from '@guichet/contract/core/inWords';
import { listCandidates } from '@guichet/contract/exams/places';
import { exportResults } from '@guichet/contract/imports/imports.results';
import { useState } from 'react';
import { download } from '../../../core/call/bodies/download.ts';
import { query, useQuery } from '../../../core/call/query.ts';
import { timeOfDay, today, useT, useTexts } from '../../../core/i18n/formats.ts';
import type { PageProps } from '../../../core/page/TitledPage.tsx';
import { DownloadFormats } from '../../../imports/DownloadFormats.tsx';
import { GradesFromPlatform } from '../../../imports/results/GradesFromPlatform.tsx';
import { ResultsFromList } from '../../../imports/results/ResultsFromList.tsx';
import { SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { countsText } from '../../exam/attendance/presence.ts';
import { presenceHref } from '../../exam/examHrefs.ts';
import { WriteButton } from '../../notices/letters/WriteButton.tsx';
import { AttestPresent } from '../../results/AttestMenu.tsx';
import { ExamPartPage } from './ExamPartPage.tsx';
import { FromExamDay } from './FromExamDay.tsx';

/** The attestations of an exam: given to all who were present, marked from a list or by the platform's grades, and exported. */
export function ResultsPage(page: PageProps) {
  const { t, language, longDateTime } = useTexts();
  const [failed, setFailed] = useState<readonly number[]>([]);
  return (
    <ExamPartPage {...page}>
      {(part) => {
        const { systemId, examId } = part;
        const { examDate, startTime, endTime, endDate, title: examTitle } = part.exam;
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
              <AttestPresent
                systemId={systemId}
                exam={{ id: examId, title: examTitle, date: examDate, endTime, lastDay: endDate }}
                failed={failed}
              />
              <ResultsFromList systemId={systemId} examId={examId} onRead={setFailed} />
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

/** Downloads the candidates of an exam with their marks, for the registrar. */
function ExportResults(params: { systemId: number; examId: number }) {
  const t = useT();
  return (
    <Card title={t('Results.Export')} description={t('Results.Export.Lead')}>
      <div className="flex flex-wrap gap-2">
        <DownloadFormats get={(format) => download(exportResults, { params, query: { format } })} />
      </div>
    </Card>
  );
}

/** Says that attestations go to those present alone, with their number; nothing while nobody was ticked. */
function PresenceNotice(params: { systemId: number; examId: number }) {
  const t = useT();
  const { data: people = [] } = useQuery(query(listCandidates, { params }));
  const states = people.map(({ presence }) => presence?.state ?? null);
  if (states.every((state) => state === null)) return null;
  return (
    <Notice
      title={countsText(t, states)}
      action={
        <SmallLink href={presenceHref(params.systemId, params.examId)}>{t('Presence.Title')}</SmallLink>
      }
    >
      {t('Presence.ForAttestations')}
    </Notice>
  );
}
