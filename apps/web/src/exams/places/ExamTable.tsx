import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';

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
  const words = {
    date: t('Exam.Date'),
    candidates: t('Exam.Candidates'),
    mails: t('MailState.Label'),
    platform: t('Learning.Label'),
  };
  return (
    <Table
      caption={caption}
      head={
        <>
          <HeaderCell>{t('Exam.Title')}</HeaderCell>
          <HeaderCell>{words.date}</HeaderCell>
          {mails && <HeaderCell align="end">{words.candidates}</HeaderCell>}
          {mails && <HeaderCell>{words.mails}</HeaderCell>}
          <HeaderCell>{words.platform}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('List.Actions')}</span>
          </HeaderCell>
        </>
      }
    >
      {exams.map((exam) => (
        <Row key={exam.id}>
          <Cell lead title={exam.title} className={clsx('wrap-anywhere', titleStyle.cell)}>
            <span className={clsx('inline-block min-w-36', titleStyle.inner)}>
              {mark?.(exam)}
              <a href={href(exam)} className="py-1 text-accent-ink underline-offset-4 hover:underline">
                {exam.title}
              </a>
            </span>
          </Cell>
          <Cell label={words.date}>
            <span className="whitespace-nowrap">{longDay(exam.date)}</span>
          </Cell>
          {mails && (
            <Cell label={words.candidates} align="end">
              {number(exam.numberOfCandidates)}
            </Cell>
          )}
          {mails && (
            <Cell label={words.mails}>
              <div className="min-w-36 max-w-72">{mails(exam)}</div>
            </Cell>
          )}
          <Cell label={words.platform} className="whitespace-nowrap">
            {platform(exam)}
          </Cell>
          <Cell align="end" className="whitespace-nowrap">
            {actions(exam)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
