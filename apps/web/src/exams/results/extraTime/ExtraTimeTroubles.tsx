import { titleIn } from '@guichet/contract/exams/exams.end';
import { listExtraTimeTroubles } from '@guichet/contract/exams/results.extraTime';
import { query, useQuery } from '../../../core/call/query.ts';
import { useTexts } from '../../../core/i18n/formats.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

export interface ExtraTimeTroublesProps {
  /** The address of an exam's page, which lists the people concerned. */
  examHref: (systemId: number, examId: number) => string;
}

/** The coming exams whose extra time is not in place on the platform; renders nothing without any. */
export function ExtraTimeTroubles({ examHref }: ExtraTimeTroublesProps) {
  const { t, language, longDay } = useTexts();
  const { data = [] } = useQuery(query(listExtraTimeTroubles));
  if (data.length === 0) return null;
  return (
    <Notice tone="warning" title={t('ExtraTimes.NotInPlace')}>
      <ul>
        {data.map((trouble) => {
          const { systemId, examId, title, date, people: count } = titleIn(language, trouble);
          return (
            <li key={examId}>
              <a
                href={examHref(systemId, examId)}
                className="inline-block min-h-6 content-center text-accent-ink underline underline-offset-4"
              >
                {t('ExtraTimes.Exam', { title, date: longDay(date), count })}
              </a>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
