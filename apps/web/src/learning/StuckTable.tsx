import type { PlatformHealth, StuckPerson } from '@guichet/contract/learning/learning.health';
import { useFormats, useT } from '../core/i18n/formats.ts';
import { DataTable } from '../core/lists/DataTable.tsx';
import { RemarkWords } from '../core/parts/remarks/RemarkWords.tsx';
import { StateMark } from '../ui/states/StateMark.tsx';
import { useSayPlatformState } from './platformState.ts';

/** People whose enrolment has failed or waits to be added or removed, with the reason. */
export function StuckTable({ people }: { people: readonly StuckPerson[] }) {
  const t = useT();
  const say = { in: useSayPlatformState('Enrolment'), out: useSayPlatformState('Departure') };
  return (
    <div className="-mx-5 [--color-surface:var(--color-raised)] sm:-mx-7">
      <DataTable
        caption={t('Platform.Stuck')}
        maxHeight="24rem"
        dense
        rows={people}
        keyOf={({ key }) => key}
        columns={[
          {
            heading: t('User.name'),
            lead: true,
            cell: ({ name, email, key }) => (
              <>
                <span className="block">{name ?? t('Platform.Gone')}</span>
                <span className="block font-normal text-muted text-sm">{email ?? key}</span>
              </>
            ),
          },
          {
            heading: t('Mail.State'),
            cell: ({ wanted, state }) => {
              const { word, tone } = say[wanted](state);
              return <StateMark tone={tone}>{word}</StateMark>;
            },
          },
          { heading: t('Platform.Reason'), cell: (person) => <PlatformReason fact={person} /> },
        ]}
      />
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
