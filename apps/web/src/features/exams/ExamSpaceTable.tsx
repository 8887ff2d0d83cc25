import type { Cohort } from '@guichet/contract/cohorts';
import type { ReactNode } from 'react';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import type { SayState } from '../../platform/lists/stateLook.ts';
import { Badge } from '../../ui/states/Badge.tsx';
import { StateMark } from '../../ui/states/StateMark.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';

export interface ExamSpaceTableProps {
  cohorts: readonly Cohort[];
  /** The exam space just created, which is highlighted. */
  newId: number | null;
  sayPlatformState: SayState<Cohort['platformState']>;
  /** Actions at the end of a row. */
  actions: (cohort: Cohort) => ReactNode;
}

/** The upcoming exam spaces, each with the state of its course on the learning platform. */
export function ExamSpaceTable({ cohorts, newId, sayPlatformState, actions }: ExamSpaceTableProps) {
  const t = useT();
  const { longDay } = useFormats();
  const words = { date: t('Cohort.Date'), platform: t('Learning.Label') };
  return (
    <Table
      caption={t('ExamSpace.Coming')}
      head={
        <>
          <HeaderCell>{t('Cohort.Title')}</HeaderCell>
          <HeaderCell>{words.date}</HeaderCell>
          <HeaderCell>{words.platform}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('List.Actions')}</span>
          </HeaderCell>
        </>
      }
    >
      {cohorts.map((cohort) => {
        const look = sayPlatformState(cohort.platformState);
        return (
          <Row key={cohort.id}>
            <Cell lead>
              <span>
                {cohort.title} {cohort.id === newId && <Badge tone="success">{t('ExamSpace.IsNew')}</Badge>}
              </span>
            </Cell>
            <Cell label={words.date}>
              <span className="whitespace-nowrap">{longDay(cohort.date)}</span>
            </Cell>
            <Cell label={words.platform}>
              <StateMark tone={look.tone}>{look.word}</StateMark>
            </Cell>
            <Cell align="end" className="whitespace-nowrap">
              {actions(cohort)}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
