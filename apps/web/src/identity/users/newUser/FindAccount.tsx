import { useState } from 'react';
import { useQuery, useQueryClient } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useDebounced } from '../../../core/timing/useDebounced.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import type { Person } from '../person.ts';
import { noFilters } from '../search/filters/searchParams.ts';
import { foundUsersOptions } from '../search/search.api.ts';

const pauseMs = 400;
const mostShown = 5;

/** Finds a person who has an account already, for a role that a new account would get. */
export function FindAccount({ onFound }: { onFound: (person: Person) => void }) {
  const t = useT();
  const [typed, type] = useState('');
  const q = useDebounced(typed.trim(), pauseMs);
  const state = { ...noFilters, q, sort: null, page: 1, size: mostShown, new: null };
  const found = useQuery({
    ...foundUsersOptions(useQueryClient(), state, useLanguage()),
    enabled: q !== '',
  });
  return (
    <div className="flex flex-col gap-2 border-line border-b pb-5">
      <p className="text-sm">{t('FindAccount.Lead')}</p>
      <SearchField
        label={t('Search.Term')}
        value={typed}
        maxLength={200}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {q !== '' && (
        <Loaded query={found} lines={2}>
          {({ data }) => (
            <ul aria-live="polite" className="flex flex-col gap-2">
              {data.length === 0 && <li className="text-muted text-sm">{t('FindAccount.None')}</li>}
              {data.map((person) => (
                <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <SmallButton onClick={() => onFound(person)}>
                    {t('FindAccount.Choose', { name: person.fullName })}
                  </SmallButton>
                  <span className="wrap-anywhere min-w-0 text-muted text-sm">{person.email}</span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </div>
  );
}
