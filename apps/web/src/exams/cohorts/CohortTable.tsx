import type { Cohort } from '@guichet/contract/exams/cohorts';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';

export interface CohortTableProps {
  caption: string;
  cohorts: readonly Cohort[];
  /** Returns the address of an exam's page. */
  href: (cohort: Cohort) => string;
  /** A mark before the title, for example of the new exam; ends with a space. */
  mark?: (cohort: Cohort) => ReactNode;
  /** The state of a cohort on the learning platform. */
  platform: (cohort: Cohort) => ReactNode;
  /** The state of a cohort's mails; without `mails` the columns of mails and of candidates are left out. */
  mails?: (cohort: Cohort) => ReactNode;
  actions: (cohort: Cohort) => ReactNode;
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

/** Cohorts by exam date, in the order of the server (S2.52, S4.10). */
export function CohortTable({ caption, cohorts, href, mark, platform, mails, actions }: CohortTableProps) {
  const t = useT();
  const { longDay, number } = useFormats();
  const titleStyle = titleStyles[mails ? 'besideMails' : 'alone'];
  const words = {
    date: t('Cohort.Date'),
    candidates: t('Cohort.Candidates'),
    mails: t('MailState.Label'),
    platform: t('Learning.Label'),
  };
  return (
    <Table
      caption={caption}
      head={
        <>
          <HeaderCell>{t('Cohort.Title')}</HeaderCell>
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
      {cohorts.map((cohort) => (
        <Row key={cohort.id}>
          <Cell lead title={cohort.title} className={clsx('wrap-anywhere', titleStyle.cell)}>
            <span className={clsx('inline-block min-w-36', titleStyle.inner)}>
              {mark?.(cohort)}
              <a href={href(cohort)} className="py-1 text-accent-ink underline-offset-4 hover:underline">
                {cohort.title}
              </a>
            </span>
          </Cell>
          <Cell label={words.date}>
            <span className="whitespace-nowrap">{longDay(cohort.date)}</span>
          </Cell>
          {mails && (
            <Cell label={words.candidates} align="end">
              {number(cohort.numberOfCandidates)}
            </Cell>
          )}
          {mails && (
            <Cell label={words.mails}>
              <div className="min-w-36 max-w-72">{mails(cohort)}</div>
            </Cell>
          )}
          <Cell label={words.platform} className="whitespace-nowrap">
            {platform(cohort)}
          </Cell>
          <Cell align="end" className="whitespace-nowrap">
            {actions(cohort)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
