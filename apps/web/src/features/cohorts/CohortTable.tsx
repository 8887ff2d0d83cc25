import type { Cohort } from '@guichet/contract/cohorts';
import type { ReactNode } from 'react';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';

export interface CohortTableProps {
  cohorts: readonly Cohort[];
  /** The state of a cohort on the learning platform. */
  platform: (cohort: Cohort) => ReactNode;
  /** The state of a cohort's mails. */
  mails: (cohort: Cohort) => ReactNode;
  actions: (cohort: Cohort) => ReactNode;
}

/** S2.52: every active cohort by exam date, in the order of the server (S4.10). */
export function CohortTable({ cohorts, platform, mails, actions }: CohortTableProps) {
  const t = useT();
  const { longDay, number } = useFormats();
  const words = {
    date: t('Cohort.Date'),
    candidates: t('Cohort.Candidates'),
    mails: t('MailState.Label'),
    platform: t('Learning.Label'),
  };
  return (
    <Table
      caption={t('Cohorts.Title')}
      head={
        <>
          <HeaderCell>{t('Cohort.Title')}</HeaderCell>
          <HeaderCell>{words.date}</HeaderCell>
          <HeaderCell align="end">{words.candidates}</HeaderCell>
          <HeaderCell>{words.mails}</HeaderCell>
          <HeaderCell>{words.platform}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('List.Actions')}</span>
          </HeaderCell>
        </>
      }
    >
      {cohorts.map((cohort) => (
        <Row key={cohort.id}>
          <Cell lead>{cohort.title}</Cell>
          <Cell label={words.date}>
            <span className="whitespace-nowrap">{longDay(cohort.date)}</span>
          </Cell>
          <Cell label={words.candidates} align="end">
            {number(cohort.numberOfCandidates)}
          </Cell>
          <Cell label={words.mails}>
            <div className="min-w-44 max-w-72">{mails(cohort)}</div>
          </Cell>
          <Cell label={words.platform}>{platform(cohort)}</Cell>
          <Cell align="end" className="whitespace-nowrap">
            {actions(cohort)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
