import type { PlatformHealth, StuckPerson } from '@guichet/contract/learning/learning.health';
import { useFormats } from '../core/i18n/formats.ts';
import { useT } from '../core/i18n/useT.ts';
import { RemarkWords } from '../core/parts/remarks/RemarkWords.tsx';
import { StateMark } from '../ui/states/StateMark.tsx';
import { Cell, HeaderCell, Row, Table } from '../ui/tables/Table.tsx';
import { useSayPlatformState } from './platformState.ts';

/** People whose enrolment has failed or waits to be added or removed, with the reason. */
export function StuckTable({ people }: { people: readonly StuckPerson[] }) {
  const t = useT();
  const say = { in: useSayPlatformState('Enrolment'), out: useSayPlatformState('Departure') };
  const words = { state: t('Mail.State'), reason: t('Platform.Reason') };
  return (
    <div className="-mx-5 [--color-surface:var(--color-raised)] sm:-mx-7">
      <Table
        caption={t('Platform.Stuck')}
        maxHeight="24rem"
        dense
        head={
          <>
            <HeaderCell>{t('User.name')}</HeaderCell>
            <HeaderCell>{words.state}</HeaderCell>
            <HeaderCell>{words.reason}</HeaderCell>
          </>
        }
      >
        {people.map((person) => {
          const { word, tone } = say[person.wanted](person.state);
          return (
            <Row key={person.key}>
              <Cell lead>
                <span className="block">{person.name ?? t('Platform.Gone')}</span>
                <span className="block font-normal text-muted text-sm">{person.email ?? person.key}</span>
              </Cell>
              <Cell label={words.state}>
                <StateMark tone={tone}>{word}</StateMark>
              </Cell>
              <Cell label={words.reason}>
                <PlatformReason fact={person} />
              </Cell>
            </Row>
          );
        })}
      </Table>
    </div>
  );
}

/** The reason of the last failure, the number of tries, and the time of the next try. */
export function PlatformReason({ fact }: { fact: PlatformHealth['course'] }) {
  const t = useT();
  const { longDateTime } = useFormats();
  return (
    <span className="flex flex-col">
      {fact.reason && <RemarkWords remark={fact.reason} />}
      <span className="text-muted text-sm">
        {t('Mail.Attempts', { count: fact.attempts })}
        {fact.nextTryAt && ` · ${t('Platform.NextTry', { when: longDateTime(fact.nextTryAt) })}`}
      </span>
    </span>
  );
}
