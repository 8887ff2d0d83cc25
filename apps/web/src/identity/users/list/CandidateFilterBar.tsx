import { languages } from '@guichet/contract/core/language';
import type { ListedUser } from '@guichet/contract/identity/users';
import { placeStates } from '@guichet/contract/learning/learning.states';
import { mailStates } from '@guichet/contract/mail/outbox.states';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { InlineSelect } from '../../../ui/fields/Select.tsx';
import type { UserSays } from '../userView.ts';
import { type CandidateFilters, countFilters, noFilters } from './candidateFilters.ts';

export interface CandidateFilterBarProps {
  filters: CandidateFilters;
  /** All candidates of the exam. */
  users: readonly ListedUser[];
  says: UserSays;
  onChange: (filters: Partial<CandidateFilters>) => void;
  children?: ReactNode;
}

/** Filters the candidates of an exam by state and language, in addition to the search. */
export function CandidateFilterBar({ filters, users, says, onChange, children }: CandidateFilterBarProps) {
  const t = useT();
  const hasResults = users.some(({ presence, isAttested }) => presence || isAttested);
  const choices = [
    {
      name: 'mail',
      label: t('User.mail'),
      options: [
        ...mailStates.map((one) => [one, says.mail(one).word]),
        ['none', t('MailState.none')],
        ['missing', t('Users.Filter.Missing')],
        ['toInvite', t('Users.Filter.ToInvite')],
      ],
    },
    {
      name: 'platform',
      label: t('User.platform'),
      options: placeStates.map((one) => [one, says.platform(one).word]),
    },
    { name: 'only', label: t('Users.Filter.SignIn'), options: [['notSignedIn', t('Users.Filter.Never')]] },
    {
      name: 'language',
      label: t('User.language'),
      options: languages.map((one) => [one, t(`Language.${one}`)]),
    },
    ...(hasResults || filters.result
      ? ([
          {
            name: 'result',
            label: t('Users.Filter.Result'),
            options: (['present', 'attested', 'unattested'] as const).map((one) => [
              one,
              t(`Users.Filter.Result.${one}`),
            ]),
          },
        ] as const)
      : []),
  ] as const;
  return (
    <fieldset
      data-screen-only
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-2 text-muted text-sm"
    >
      <legend className="sr-only">{t('Users.Filter.Legend')}</legend>
      {choices.map(({ name, label, options }) => (
        <InlineSelect
          key={name}
          label={label}
          value={filters[name] ?? ''}
          onChange={({ target }) => onChange({ [name]: target.value || null })}
        >
          <option value="">{t(name === 'mail' ? 'Users.Filter.All' : 'Search.Any.feminine')}</option>
          {options.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </InlineSelect>
      ))}
      {countFilters(filters) > 0 && (
        <SmallButton variant="quiet" onClick={() => onChange(noFilters)}>
          {t('Users.Filter.Clear')}
        </SmallButton>
      )}
      {children}
    </fieldset>
  );
}
