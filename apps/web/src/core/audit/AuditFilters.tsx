import { auditGroups } from '@guichet/contract/core/audit';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { type ChangeAddress, dayParam } from '../address/useAddress.ts';
import { dayAfter, readDay } from '../days/readDay.ts';
import { today, useT } from '../i18n/formats.ts';
import { DebouncedSearch } from '../lists/filters/DebouncedSearch.tsx';
import { FiltersButton } from '../lists/filters/FiltersButton.tsx';
import { DayField } from '../parts/forms/DayField.tsx';
import type { AuditAddress, auditParams } from './auditParams.ts';

export interface AuditFiltersProps {
  address: AuditAddress;
  onChange: ChangeAddress<typeof auditParams>;
  /** The systems that the reader administers. */
  systems: readonly { id: number; name: string }[];
}

export function AuditFilters({ address, onChange, systems }: AuditFiltersProps) {
  const t = useT();
  const { system, group, q, from, to } = address;
  const now = today(new Date());
  const count = [system, group, from, to].filter(Boolean).length;
  const [isUnfolded, setUnfolded] = useState(count > 0);
  const isReversed = from !== '' && to !== '' && to < from;
  return (
    <div className="flex flex-col gap-4 max-sm:gap-2">
      <div className="flex items-center gap-2">
        <DebouncedSearch
          label={t('Audit.Search')}
          value={q}
          onSearch={(text) => onChange({ q: text }, 'replace')}
        />
        {/* On a small screen the filters fold away, so that the lines come first. */}
        <span className="sm:hidden">
          <FiltersButton count={count} isUnfolded={isUnfolded} onUnfold={setUnfolded} />
        </span>
      </div>
      <div
        className={clsx(
          'grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_14rem_14rem]',
          !isUnfolded && 'max-sm:hidden',
        )}
      >
        <Select
          label={t('Audit.Group')}
          value={group ?? ''}
          onChange={({ target }) => {
            const chosen = auditGroups.find((name) => name === target.value) ?? null;
            onChange({ group: chosen }, 'replace');
          }}
        >
          <option value="">{t('Audit.AllGroups')}</option>
          <Options of={auditGroups} each={(name) => [name, t(`Audit.Group.${name}`)]} />
        </Select>
        <Select
          label={t('Audit.System')}
          value={system ?? ''}
          onChange={({ target }) => onChange({ system: Number(target.value) || null }, 'replace')}
        >
          <option value="">{t('Audit.AllSystems')}</option>
          <Options of={systems} each={({ id, name }) => [id, name]} />
        </Select>
        <DayFilter
          name="from"
          label={t('Audit.From')}
          day={from}
          onChange={(day) => onChange({ from: day }, 'replace')}
        />
        <DayFilter
          name="to"
          label={t('Audit.To')}
          day={to}
          onChange={(day) => onChange({ to: day }, 'replace')}
          error={isReversed && t('Audit.TurnedDays')}
        />
      </div>
      <div className={clsx('flex flex-wrap gap-2', !isUnfolded && 'max-sm:hidden')}>
        {lately.map(({ name, first, last }) => {
          const days = { from: dayAfter(now, -first), to: dayAfter(now, -last) };
          return (
            <SmallButton
              key={name}
              variant="quiet"
              aria-pressed={from === days.from && to === days.to}
              onClick={() => onChange(days, 'replace')}
            >
              {t(`Audit.Lately.${name}`)}
            </SmallButton>
          );
        })}
      </div>
    </div>
  );
}

/** Days that are often wanted, from and to so many days before today. */
const lately = [
  { name: 'today', first: 0, last: 0 },
  { name: 'yesterday', first: 1, last: 1 },
  { name: 'week', first: 6, last: 0 },
] as const;

interface DayFilterProps {
  name: string;
  label: string;
  /** `yyyy-mm-dd`, or ''. */
  day: string;
  onChange: (day: string) => void;
  error?: ReactNode;
}

/**
 * A day filter, applied once the day is complete, or understood as the field is left. A text that is no day is told
 * then, since it filters nothing. A changed address replaces the text.
 */
function DayFilter({ name, label, day, onChange, error }: DayFilterProps) {
  const t = useT();
  const [draft, setDraft] = useState({ text: day, day, isLeft: false });
  const text = draft.day === day ? draft.text : day;

  function type(typed: string) {
    const next = dayParam.read(typed.trim());
    setDraft({ text: typed, day: next, isLeft: false });
    if (next !== day) onChange(next);
  }

  function leave() {
    const [understood, ...others] = readDay(text, today(new Date())).meant;
    if (understood !== undefined && others.length === 0) type(understood);
    else setDraft({ text, day, isLeft: true });
  }

  const isUnread = draft.isLeft && day === '' && text.trim() !== '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the field inside was left, or sent
    <div onBlur={leave} onKeyDown={({ key }) => key === 'Enter' && leave()}>
      <DayField
        name={name}
        label={label}
        value={text}
        onChange={type}
        error={isUnread ? t('Audit.UnreadDay') : error}
      />
    </div>
  );
}
