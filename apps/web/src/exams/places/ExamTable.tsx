import { hoursInWords } from '@guichet/contract/core/hoursInWords';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { placeIn } from '@guichet/contract/exams/exams.titles';
import type { ReactNode } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';

export interface ExamTableProps {
  caption: string;
  exams: readonly ExamSummary[];
  href: (exam: ExamSummary) => string;
  peopleHref?: (exam: ExamSummary) => string;
  /** A mark before the title, for example of the new exam; ends with a space. */
  mark?: (exam: ExamSummary) => ReactNode;
  /** The state of an exam on the learning platform. */
  platform: (exam: ExamSummary) => ReactNode;
  /** The state of an exam's mails; without `mails` the columns of mails and of candidates are left out. */
  mails?: (exam: ExamSummary) => ReactNode;
  actions: (exam: ExamSummary) => ReactNode;
}

/** Exams by exam date, in the order of the server (S2.52, S4.10). */
export function ExamTable(props: ExamTableProps) {
  const { peopleHref = props.href, mails } = props;
  const t = useT();
  const { number } = useFormats();
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
              {props.mark?.(exam)}
              <a href={props.href(exam)} className="py-1 text-accent-ink underline-offset-4 hover:underline">
                {exam.title}
              </a>
            </span>
          ),
        },
        { heading: t('Exam.Date'), cell: (exam) => <WhenAndWhere exam={exam} /> },
        mails !== undefined && {
          heading: t('Exam.Candidates'),
          align: 'end',
          cell: (exam) =>
            exam.numberOfCandidates > 0 ? (
              <a
                href={peopleHref(exam)}
                className="px-1 py-1 text-accent-ink underline-offset-4 hover:underline"
              >
                {number(exam.numberOfCandidates)}
              </a>
            ) : (
              number(0)
            ),
        },
        mails !== undefined && {
          heading: t('MailState.Label'),
          cell: (exam) => <div className="min-w-36 max-w-72">{mails(exam)}</div>,
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

/** The day of an exam, with its hours and its place below where they are stated. */
function WhenAndWhere({ exam }: { exam: ExamSummary }) {
  const language = useLanguage();
  const { longDay } = useFormats();
  const place = placeIn(language, exam);
  const hours = hoursInWords({ ...exam, endDate: exam.lastDay }, language);
  return (
    <span className="block max-sm:text-end @min-[60rem]:min-w-56">
      <span className="whitespace-nowrap">{longDay(exam.date)}</span>
      <span className="wrap-anywhere flex flex-wrap gap-x-2 text-muted text-sm empty:hidden max-sm:justify-end">
        {hours && <span className="whitespace-nowrap">{hours}</span>}
        {place && <span>{place}</span>}
      </span>
    </span>
  );
}
