import { nameText, nameWords } from '@guichet/contract/core/fold';
import type { RemovedPeople } from '@guichet/contract/exams/places.removals';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { rowStops } from '../../../ui/focus/rowStops.ts';
import { useRowWindow } from '../../../ui/tables/useRowWindow.ts';

/** Above this number, only the rows in view are rendered. */
const mostRowsAtOnce = 100;
/** Above this number, the list has a search. */
const mostWithoutSearch = 10;

interface RemovedPeopleListProps {
  removal: RemovedPeople;
  ticked: ReadonlySet<number>;
  fault: string | undefined;
  onTick: (userIds: readonly number[], isTicked: boolean) => void;
}

/** A box for each person who can be put back, the reason for others; one more ticks all, or all found. */
export function RemovedPeopleList({ removal, ticked, fault, onTick }: RemovedPeopleListProps) {
  const t = useT();
  const { isCancelled, people } = removal;
  const [search, setSearch] = useState('');
  const indexed = useMemo(
    () => people.map((person) => ({ person, key: nameText(`${person.fullName} ${person.email}`) })),
    [people],
  );
  const words = nameWords(search);
  const found = indexed
    .filter(({ key }) => words.every((word) => key.includes(word)))
    .map(({ person }) => person);
  const isPossible = ({ state }: RemovedPeople['people'][number]) => !isCancelled && state === 'removed';
  const possible = people.filter(isPossible);
  const offered = found.filter(isPossible).map(({ userId }) => userId);
  const count = offered.filter((userId) => ticked.has(userId)).length;
  const isLong = found.length > mostRowsAtOnce;
  const { frame, rows, gapAfter, measure, onFocus } = useRowWindow(isLong ? found.length : 0);

  // The Enter key would submit the form for the people chosen so far.
  function keepEnter(event: KeyboardEvent) {
    if (event.key === 'Enter') event.preventDefault();
  }

  return (
    <>
      {people.length > mostWithoutSearch && (
        <div className="mt-2">
          <SearchField
            label={t('PutBack.Search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={keepEnter}
          />
        </div>
      )}
      {possible.length > 1 && offered.length > 0 && (
        <Checkbox
          label={t(words.length > 0 ? 'PutBack.AllFound' : 'PutBack.All', { count: offered.length })}
          checked={count === offered.length}
          error={fault}
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && count < offered.length;
          }}
          onChange={({ target }) => onTick(offered, target.checked)}
        />
      )}
      <p role="status" className="text-muted text-sm">
        {found.length === 0 && t('PutBack.NoneFound')}
      </p>
      {/* Without `contain-inline-size`, a long name would widen the dialog on a telephone. */}
      <div ref={frame} className="contain-inline-size max-h-[50vh] overflow-y-auto">
        <ul ref={rowStops} onFocus={onFocus} style={{ paddingBottom: gapAfter }}>
          {(isLong ? rows : found.map((_, index) => ({ index, gap: 0 }))).map(({ index, gap }) => {
            const person = found[index];
            return (
              person && (
                <li
                  key={person.userId}
                  ref={isLong ? measure : undefined}
                  data-index={index}
                  aria-setsize={found.length}
                  aria-posinset={index + 1}
                  style={{ marginTop: gap }}
                  className="border-line border-b last:border-b-0"
                >
                  <PersonBox
                    person={person}
                    isPossible={isPossible(person)}
                    isTicked={ticked.has(person.userId)}
                    fault={possible.length === 1 ? fault : undefined}
                    onTick={(isTicked) => onTick([person.userId], isTicked)}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </>
  );
}

interface PersonBoxProps {
  person: RemovedPeople['people'][number];
  isPossible: boolean;
  isTicked: boolean;
  fault: string | undefined;
  onTick: (isTicked: boolean) => void;
}

function PersonBox({ person, isPossible, isTicked, fault, onTick }: PersonBoxProps) {
  const t = useT();
  const { fullName, email, state } = person;
  const name = fullName || email || t('PutBack.NoAccount');
  return (
    <Checkbox
      label={
        <span className="block truncate" title={name}>
          {name}
        </span>
      }
      hint={
        state === 'removed' ? (
          <span className="block truncate" title={email}>
            {email}
          </span>
        ) : (
          t(`PutBack.State.${state}`)
        )
      }
      disabled={!isPossible}
      error={isPossible && fault}
      checked={isPossible && isTicked}
      onChange={({ target }) => onTick(target.checked)}
    />
  );
}
