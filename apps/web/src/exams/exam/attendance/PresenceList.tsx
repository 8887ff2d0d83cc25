import type { Exam } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import type { ListedUser, PresenceState } from '@guichet/contract/identity/users';
import { type KeyboardEvent, useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { LeaveDialog } from '../../../core/parts/leaving/LeaveDialog.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { InlineSelect, Options } from '../../../ui/fields/Select.tsx';
import { rowStops } from '../../../ui/focus/rowStops.ts';
import { UsersIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { OthersAbsent } from './OthersAbsent.tsx';
import { PresenceRow } from './PresenceRow.tsx';
import { countsText, formatListName, inOrder, matches, type Shown, shownStates } from './presence.ts';
import { useTicks } from './useTicks.ts';

export interface PresenceListProps {
  systemId: number;
  examId: number;
  exam: Pick<Exam, 'examDate'>;
  /** Extra time in words by candidate id, where it is to be shown. */
  extraTimes?: ReadonlyMap<number, string> | undefined;
  /** Whether the exam is still to come: the list is read, and nobody is ticked. */
  isAhead?: boolean;
}

/** Milliseconds until the ticks of others show. */
const pollMs = 5000;

/** Everybody of an exam, ticked as present or absent by one press, by several people at once. */
export function PresenceList({ systemId, examId, ...shown }: PresenceListProps) {
  const params = { systemId, examId };
  const candidates = useQuery({ ...query(listCandidates, { params }), refetchInterval: pollMs });
  const t = useT();
  return (
    <Loaded query={{ ...candidates, error: candidates.data ? null : candidates.error }} lines={8}>
      {(people) =>
        people.length > 0 ? (
          <Ticking people={people} isOutdated={candidates.isError} {...shown} {...params} />
        ) : (
          <EmptyState icon={UsersIcon} title={t('Presence.Empty')} />
        )
      }
    </Loaded>
  );
}

interface TickingProps extends PresenceListProps {
  people: readonly ListedUser[];
  /** Whether the last look at the list found no server. */
  isOutdated: boolean;
}

function Ticking({ people, isOutdated, exam, extraTimes, isAhead = false, ...params }: TickingProps) {
  const t = useT();
  const language = useLanguage();
  const failureText = useFailureText();
  const { ticks, isOffline, refused, tick } = useTicks(params);
  const [search, setSearch] = useState('');
  /** The people of a state when it was chosen: none of them leaves the list under the pointer. */
  const [narrowed, narrow] = useState<{ to: Shown; ids: ReadonlySet<number> } | null>(null);
  /** The words about the last Enter, and its person. */
  const [said, say] = useState<{ text: string; of?: ListedUser } | null>(null);
  const stateOf = ({ id, presence }: ListedUser): PresenceState | null =>
    ticks[id] ? ticks[id].presence : (presence?.state ?? null);
  const shown = inOrder(people, language).filter(
    (person) => (narrowed?.ids.has(person.id) ?? true) && matches(person, search),
  );
  const isStill = !said?.of || stateOf(people.find(({ id }) => id === said.of?.id) ?? said.of) === 'present';
  const saidText = isStill ? said?.text : undefined;
  const waiting = Object.keys(ticks).length;
  const open = people.filter((person) => stateOf(person) === null).map(({ id }) => id);

  function show(to: Shown | 'all') {
    const ids = people.filter((person) => (stateOf(person) ?? 'unticked') === to).map(({ id }) => id);
    narrow(to === 'all' ? null : { to, ids: new Set(ids) });
  }

  /** Enter ticks the only person found, and the next name can be typed. */
  function tickFound(event: KeyboardEvent) {
    const [person] = shown;
    if (event.key !== 'Enter' || search.trim() === '' || isAhead) return;
    event.preventDefault();
    if (shown.length !== 1 || !person) return say({ text: t('Presence.Several', { count: shown.length }) });
    if (stateOf(person) !== 'present') tick(person.id, 'present');
    say({ text: t('Presence.Said', { name: formatListName(person) }), of: person });
    setSearch('');
  }

  return (
    <div className="flex flex-col gap-4">
      <Card flush>
        <div className="flex flex-col gap-3 border-line border-b px-5 py-4">
          <p role="status" className="font-medium text-ink text-lg">
            {countsText(t, people.map(stateOf))}
          </p>
          <SearchField
            label={t('Presence.Search')}
            autoComplete="off"
            value={search}
            onChange={({ target }) => {
              say(null);
              setSearch(target.value);
            }}
            onKeyDown={tickFound}
          />
          {/* Its line stands there empty too, so that no row moves under the pointer. */}
          <p role="status" className="min-h-5 truncate text-muted text-sm" title={saidText}>
            {saidText}
          </p>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <InlineSelect
              label={t('Presence.Show')}
              value={narrowed?.to ?? 'all'}
              onChange={({ target }) => show(shownStates.find((state) => state === target.value) ?? 'all')}
            >
              <Options
                of={['all', ...shownStates] as const}
                each={(value) => [value, t(`Presence.Show.${value}`)]}
              />
            </InlineSelect>
            {!isAhead && (
              <OthersAbsent
                isOffered={open.length > 0 && open.length < people.length}
                userIds={open}
                onTick={(ids, presence) => {
                  for (const id of ids) tick(id, presence);
                }}
              />
            )}
          </div>
        </div>
        <ul ref={rowStops} aria-label={t('Presence.Title')}>
          {shown.map((person) => (
            <PresenceRow
              key={person.id}
              person={person}
              presence={stateOf(person)}
              examDate={exam.examDate}
              extraTime={extraTimes?.get(person.id)}
              isKept={isOffline && ticks[person.id] !== undefined}
              trouble={troubleOf(person.id)}
              onTick={isAhead ? null : (presence) => tick(person.id, presence)}
            />
          ))}
        </ul>
        {shown.length === 0 && <p className="px-5 py-6 text-muted">{t('Presence.NobodyFound')}</p>}
      </Card>
      {/* At the foot of the window it covers a row at most, and moves none under the pointer. */}
      {(isOffline || isOutdated) && (
        <div className="sticky bottom-2 z-10">
          <Notice
            tone="warning"
            role="alert"
            title={isOffline ? t('Presence.Offline', { count: waiting }) : t('Presence.Outdated')}
          >
            {t(isOffline ? 'Presence.Offline.Text' : 'Presence.Outdated.Text')}
          </Notice>
        </div>
      )}
      <LeaveDialog active={isOffline} title={t('Presence.Leave')} message={t('Presence.Leave.Text')} />
    </div>
  );

  function troubleOf(userId: number) {
    const trouble = refused[userId];
    if (trouble === undefined) return null;
    return trouble === 'superseded' ? t('Presence.Superseded') : failureText(trouble);
  }
}
