import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';

export interface ExamTableProps {
  caption: string;
  exams: readonly ExamSummary[];
  /** Returns the address of an exam's page. */
  href: (exam: ExamSummary) => string;
  /** A mark before the title, for example of the new exam; ends with a space. */
  mark?: (exam: ExamSummary) => ReactNode;
  /** The state of an exam on the learning platform. */
  platform: (exam: ExamSummary) => ReactNode;
  /** The state of an exam's mails; without `mails` the columns of mails and of candidates are left out. */
  mails?: (exam: ExamSummary) => ReactNode;
  actions: (exam: ExamSummary) => ReactNode;
}

/** On a wide screen a title has one line; a longer title is cut, with the whole text in the tooltip. */
const titleStyles = {
  besideMails: {
    cell: '@min-[60rem]:w-[26%] @min-[60rem]:max-w-0 @min-[60rem]:truncate',
    inner: '@min-[60rem]:inline',
  },
  alone: {
    cell: '@min-[46rem]:w-full @min-[46rem]:max-w-0 @min-[46rem]:truncate',
    inner: '@min-[46rem]:inline',
  },
};

/** Exams by exam date, in the order of the server (S2.52, S4.10). */
export function ExamTable({ caption, exams, href, mark, platform, mails, actions }: ExamTableProps) {
  const t = useT();
  const { longDay, number } = useFormats();
  const titleStyle = titleStyles[mails ? 'besideMails' : 'alone'];
  return (
    <DataTable
      caption={caption}
      rows={exams}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('Exam.Title'),
          lead: true,
          className: clsx('wrap-anywhere', titleStyle.cell),
          title: ({ title }) => title,
          cell: (exam) => (
            <span className={clsx('inline-block min-w-36', titleStyle.inner)}>
              {mark?.(exam)}
              <a href={href(exam)} className="py-1 text-accent-ink underline-offset-4 hover:underline">
                {exam.title}
              </a>
            </span>
          ),
        },
        {
          heading: t('Exam.Date'),
          cell: ({ date }) => <span className="whitespace-nowrap">{longDay(date)}</span>,
        },
        mails !== undefined && {
          heading: t('Exam.Candidates'),
          align: 'end',
          cell: ({ numberOfCandidates }) => number(numberOfCandidates),
        },
        mails !== undefined && {
          heading: t('MailState.Label'),
          cell: (exam) => <div className="min-w-36 max-w-72">{mails(exam)}</div>,
        },
        { heading: t('Learning.Label'), className: 'whitespace-nowrap', cell: platform },
        {
          heading: t('List.Actions'),
          isQuiet: true,
          align: 'end',
          className: 'whitespace-nowrap',
          cell: actions,
        },
      ]}
    />
  );
}
