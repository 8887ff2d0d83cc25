import type { ListedMail } from '@guichet/contract/mail/outbox';
import { mailKinds } from '@guichet/contract/mail/outbox.purposes';
import { mailStates } from '@guichet/contract/mail/outbox.states';
import clsx from 'clsx';
import { useState } from 'react';
import type { ChangeAddress, ValuesOf } from '../../core/address/useAddress.ts';
import { useT } from '../../core/i18n/useT.ts';
import { DebouncedSearch } from '../../core/lists/filters/DebouncedSearch.tsx';
import { FiltersButton } from '../../core/lists/filters/FiltersButton.tsx';
import { InlineSelect, Options } from '../../ui/fields/Select.tsx';
import { useSayMailState } from './mail/mailState.ts';
import type { outboxParams } from './outboxParams.ts';

export interface MailFiltersProps {
  filter: ValuesOf<typeof outboxParams>;
  onChange: ChangeAddress<typeof outboxParams>;
  /** The systems that the reader administers. */
  systems: readonly { id: number; name: string }[];
}

/** The states in which nobody got the mail: beside one another they need more than a word each. */
const failures = ['failed', 'bounced', 'filed'] as const;
const isFailure = (state: ListedMail['state']): state is (typeof failures)[number] =>
  failures.some((failure) => failure === state);

export function MailFilters({ filter, onChange, systems }: MailFiltersProps) {
  const t = useT();
  const say = useSayMailState();
  const count = [filter.system, filter.kind, filter.state].filter(Boolean).length;
  const [isUnfolded, setUnfolded] = useState(count > 0);
  return (
    <div data-screen-only className="flex flex-wrap items-center gap-x-5 gap-y-3 text-sm max-sm:gap-2">
      <div className="flex w-full max-w-md items-center gap-2">
        <DebouncedSearch
          label={t('Mail.Search')}
          value={filter.q}
          onSearch={(q) => onChange({ q, page: 1 }, 'replace')}
        />
        {/* On a small screen the filters fold away, so that the mails come first. */}
        <span className="sm:hidden">
          <FiltersButton count={count} isUnfolded={isUnfolded} onUnfold={setUnfolded} />
        </span>
      </div>
      <div
        className={clsx(
          'flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3',
          !isUnfolded && 'max-sm:hidden',
        )}
      >
        <InlineSelect
          label={t('Mail.System')}
          value={filter.system ?? ''}
          onChange={({ target }) =>
            onChange({ system: Number(target.value) || null, exam: null, page: 1 }, 'replace')
          }
        >
          <option value="">{t('Mail.AllSystems')}</option>
          <Options of={systems} each={({ id, name }) => [id, name]} />
        </InlineSelect>
        <InlineSelect
          label={t('Mail.Kind')}
          value={filter.kind ?? ''}
          onChange={({ target }) => {
            const kind = mailKinds.find((name) => name === target.value) ?? null;
            onChange({ kind, page: 1 }, 'replace');
          }}
        >
          <option value="">{t('Mail.AllKinds')}</option>
          <Options of={mailKinds} each={(kind) => [kind, t(`Mail.Kind.${kind}`)]} />
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
          <Options
            of={mailStates}
            each={(state) => [state, isFailure(state) ? t(`MailState.Choice.${state}`) : say(state).word]}
          />
        </InlineSelect>
      </div>
    </div>
  );
}
