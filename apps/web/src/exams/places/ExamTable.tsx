import { hoursInWords } from '@guichet/contract/core/inWords';
import { placeIn } from '@guichet/contract/exams/exams.end';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { ReactNode } from 'react';
import { useTexts } from '../../core/i18n/formats.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';

export interface ExamTableProps {
  caption: string;
  exams: readonly ExamSummary[];
  href: (exam: ExamSummary) => string;
  peopleHref: (exam: ExamSummary) => string;
  /** A mark before the title, as of a cancelled exam; ends with a space. */
  mark: (exam: ExamSummary) => ReactNode;
  /** The state of an exam on the learning platform. */
  platform: (exam: ExamSummary) => ReactNode;
  /** The state of an exam's mails. */
  mails: (exam: ExamSummary) => ReactNode;
  actions: (exam: ExamSummary) => ReactNode;
}

/** Exams by exam date, in the order of the server (S2.52, S4.10). */
export function ExamTable(props: ExamTableProps) {
  const { t, number } = useTexts();
  return (
    <DataTable
      caption={props.caption}
      rows={props.exams}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('Exam.Title'),
          lead: true,
          className: '@min-[40rem]:w-[22%] wrap-anywhere',
          cell: (exam) => (
            <span className="inline-block min-w-36">
              {props.mark(exam)}
              <a href={props.href(exam)} className="py-1 text-accent-ink underline-offset-4 hover:underline">
                {exam.title}
              </a>
            </span>
          ),
        },
        { heading: t('Exam.Date'), cell: (exam) => <WhenAndWhere exam={exam} /> },
        {
          heading: t('Exam.Candidates'),
          align: 'end',
          cell: (exam) =>
            exam.numberOfCandidates > 0 ? (
              <a
                href={props.peopleHref(exam)}
                className="px-1 py-1 text-accent-ink underline-offset-4 hover:underline"
              >
                {number(exam.numberOfCandidates)}
              </a>
            ) : (
              number(0)
            ),
        },
        {
          heading: t('MailState.Label'),
          cell: (exam) => <div className="min-w-36 max-w-72">{props.mails(exam)}</div>,
        },
        {
          heading: t('Learning.Label'),
          className: '@min-[40rem]:whitespace-nowrap @min-[40rem]:text-sm',
          cell: props.platform,
        },
        {
          heading: t('List.Actions'),
          isQuiet: true,
          align: 'end',
          className: 'whitespace-nowrap',
          cell: props.actions,
        },
      ]}
    />
  );
}

/** The day and hours of an exam on one line, and the place below. */
function WhenAndWhere({ exam }: { exam: ExamSummary }) {
  const { language, longDay } = useTexts();
  const place = placeIn(language, exam);
  const hours = hoursInWords({ ...exam, endDate: exam.lastDay }, language);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 max-sm:justify-end max-sm:text-end @min-[60rem]:min-w-56">
      <span className="whitespace-nowrap">{longDay(exam.date)}</span>
      {hours && <span className="whitespace-nowrap text-muted text-sm">{hours}</span>}
      {place && <span className="wrap-anywhere basis-full text-muted text-sm">{place}</span>}
    </span>
  );
}
