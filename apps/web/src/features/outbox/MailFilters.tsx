import { mailStates } from '@guichet/contract/users';
import type { ValuesOf } from '../../platform/address/params.ts';
import type { ChangeAddress } from '../../platform/address/useAddress.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { DebouncedSearch } from '../../platform/lists/DebouncedSearch.tsx';
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx';
import { useSayMailState } from './mail/mailState.ts';
import type { outboxParams } from './outboxParams.ts';

export interface MailFiltersProps {
  filter: ValuesOf<typeof outboxParams>;
  onChange: ChangeAddress<typeof outboxParams>;
  /** The systems that the reader administers. */
  systems: readonly { id: number; name: string }[];
}

export function MailFilters({ filter, onChange, systems }: MailFiltersProps) {
  const t = useT();
  const say = useSayMailState();
  return (
    <div data-screen-only className="flex flex-wrap items-center gap-x-5 gap-y-3 text-sm">
      <DebouncedSearch
        label={t('Mail.Search')}
        value={filter.q}
        onSearch={(q) => onChange({ q, page: 1 }, 'replace')}
      />
      <InlineSelect
        label={t('Mail.System')}
        value={filter.system ?? ''}
        onChange={({ target }) =>
          onChange({ system: Number(target.value) || null, cohort: null, page: 1 }, 'replace')
        }
      >
        <option value="">{t('Mail.AllSystems')}</option>
        {systems.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </InlineSelect>
      <InlineSelect
        label={t('Mail.State')}
        value={filter.state ?? ''}
        onChange={({ target }) => {
          const state = mailStates.find((name) => name === target.value) ?? null;
          onChange({ state, page: 1 }, 'replace');
        }}
      >
        <option value="">{t('Mail.AllStates')}</option>
        {mailStates.map((state) => (
          <option key={state} value={state}>
            {say(state).word}
          </option>
        ))}
      </InlineSelect>
    </div>
  );
}
