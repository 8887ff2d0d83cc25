import { languages } from '@guichet/contract/core/language';
import {
  type AnyRole,
  anyRoles,
  inSeveralSystems,
  isAnyRole,
  type ListedRole,
} from '@guichet/contract/identity/users.search';
import clsx from 'clsx';
import { type KeyboardEvent, useState } from 'react';
import { useT } from '../../../../core/i18n/useT.ts';
import { FiltersButton } from '../../../../core/lists/filters/FiltersButton.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { Options, Select } from '../../../../ui/fields/Select.tsx';
import { CrossIcon } from '../../../../ui/icons/publicIcons.tsx';
import { useRoleWords } from '../../useRoleWords.ts';
import { isSameFilter, noFilters, type SearchFilters } from './searchParams.ts';

export interface SearchFilterBarProps {
  filters: SearchFilters;
  onChange: (patch: Partial<SearchFilters>) => void;
  /** Applies the filters at once (Enter). */
  onApply: () => void;
  roles: readonly ListedRole[];
  professions: readonly string[];
  /** The title of the exam by which the list is filtered; null without such a filter. */
  workshopTitle: string | null;
}

export function SearchFilterBar(props: SearchFilterBarProps) {
  const { filters, onChange, onApply, roles, professions, workshopTitle } = props;
  const t = useT();
  const roleWords = useRoleWords();
  const count = countChoices(filters);
  const [isUnfolded, setUnfolded] = useState(count > 0);

  function applyOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter') onApply();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the `search` element is not known to all browsers yet
    <div role="search" aria-label={t('Search.Filters')} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3 max-sm:gap-2">
        <SearchField
          label={t('Search.Term')}
          value={filters.q}
          maxLength={200}
          onChange={({ target }) => onChange({ q: target.value })}
          onKeyDown={applyOnEnter}
        />
        {/* On a small screen the filters fold away, so that the people come first. */}
        <span className="sm:hidden">
          <FiltersButton count={count} isUnfolded={isUnfolded} onUnfold={setUnfolded} />
        </span>
        {workshopTitle !== null && filters.workshopId !== null && (
          <SmallButton icon={CrossIcon} onClick={() => onChange({ workshopId: null })}>
            {t('Search.LeaveWorkshop', { title: workshopTitle })}
          </SmallButton>
        )}
        {!isSameFilter(filters, noFilters) && (
          <SmallButton variant="quiet" onClick={() => onChange(noFilters)}>
            {t('Search.Clear')}
          </SmallButton>
        )}
      </div>
      <div className={clsx('grid grid-cols-2 gap-3 lg:grid-cols-5', !isUnfolded && 'max-sm:hidden')}>
        <FilterSelect
          label={t('Search.Status')}
          value={filters.status}
          choices={['active', 'inactive', 'locked']}
          labelOf={(status) => t(`Search.Status.${status}`)}
          onChange={(status) => onChange({ status })}
        />
        <FilterSelect
          isFeminine
          label={t('Search.Newsletter')}
          value={filters.newsletter}
          choices={['yes', 'no']}
          labelOf={(choice) => t(choice === 'yes' ? 'Dialog.Yes' : 'Dialog.No')}
          onChange={(newsletter) => onChange({ newsletter })}
        />
        <FilterSelect
          label={t('User.role')}
          value={filters.role || null}
          choices={[
            ...(Object.keys(anyRoles) as AnyRole[]),
            // Whoever may give the role of a super admin sees every system.
            ...(roles.some(({ role }) => role === 'superAdmin') ? [inSeveralSystems] : []),
            ...roles.flatMap(({ name, isArchived }) => (isArchived ? [] : name)),
          ]}
          labelOf={(role) =>
            isAnyRole(role) || role === inSeveralSystems ? t(`Search.Role.${role}`) : roleWords(role)
          }
          onChange={(role) => onChange({ role: role ?? '' })}
        />
        <FilterSelect
          isFeminine
          label={t('User.language')}
          value={filters.language}
          choices={languages}
          labelOf={(language) => t(`Language.${language}`)}
          onChange={(language) => onChange({ language })}
        />
        <FilterSelect
          isFeminine
          label={t('User.profession')}
          value={filters.profession || null}
          choices={professions}
          onChange={(profession) => onChange({ profession: profession ?? '' })}
        />
      </div>
    </div>
  );
}

/** The number of selects that narrow the list. */
function countChoices({ q: _, workshopId: __, ...choices }: SearchFilters): number {
  return Object.values(choices).filter(Boolean).length;
}

interface FilterSelectProps<Value extends string> {
  label: string;
  /** Null for no filter. */
  value: Value | null;
  choices: readonly Value[];
  /** The label of a choice; by default the choice itself. */
  labelOf?: (choice: Value) => string;
  /** Whether the French name of the filter is feminine, with which the choice of all agrees. */
  isFeminine?: boolean;
  onChange: (value: Value | null) => void;
}

/** A filter. An unknown value from the address stays as an option, so that it can be changed. */
function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, choices, labelOf = String, isFeminine, onChange } = props;
  const t = useT();
  const isUnknown = value !== null && !choices.includes(value);
  return (
    <Select
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(choices.find((choice) => choice === target.value) ?? null)}
    >
      <option value="">{t(isFeminine ? 'Search.Any.feminine' : 'Search.Any')}</option>
      {isUnknown && <option value={value}>{value}</option>}
      <Options of={choices} each={(choice) => [choice, labelOf(choice)]} />
    </Select>
  );
}
