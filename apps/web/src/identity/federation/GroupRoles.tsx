import {
  type GroupRole,
  type ListedProvider,
  mostGroupRoles,
} from '@guichet/contract/identity/federation.providers';
import type { ReactNode } from 'react';
import { useTexts } from '../../core/i18n/formats.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PlusIcon, TrashIcon } from '../../ui/icons/moreIcons.tsx';

/** A role that a group can bring, such as `admin:3`. */
export interface RoleOption {
  readonly role: string;
  readonly label: string;
  /** False for a role of a system that is put aside, which stays in its rows alone. */
  readonly mayGive: boolean;
}

export interface GroupRolesProps {
  /** The claim or attribute; without it and without rows nothing shows. */
  claim: string | null;
  roles: readonly RoleOption[];
  /** A row without a role is one whose role has not been chosen yet. */
  rows: GroupRole[];
  /** The groups that came at a sign-in not long ago; null: none has been seen. */
  last: ListedProvider['lastGroups'];
  faultsAt: (field: string) => ReactNode;
  onChange: (rows: GroupRole[]) => void;
}

/** The table of a provider: which of its groups brings which role. */
export function GroupRoles({ claim, roles, rows, last, faultsAt, onChange }: GroupRolesProps) {
  const { t, longDateTime } = useTexts();
  const change = (at: number, patch: Partial<GroupRole>) =>
    onChange(rows.map((row, other) => (other === at ? { ...row, ...patch } : row)));
  if (!claim && rows.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-semibold text-sm">{t('Providers.Groups')}</legend>
      <p className="text-muted text-sm">
        {t(rows.length === 0 ? 'Providers.Groups.None' : 'Providers.Groups.Lead')}
      </p>
      {last && (
        <div className="text-sm">
          <p className="text-muted">
            {t(last.values.length === 0 ? 'Providers.Groups.Last.None' : 'Providers.Groups.Last', {
              when: longDateTime(last.at),
            })}
          </p>
          <ul className="wrap-anywhere max-h-40 list-disc overflow-y-auto pl-5">
            {[...new Set(last.values)].map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ul>
        </div>
      )}
      {faultsAt('groupRoles') && <p className="text-danger text-sm">{faultsAt('groupRoles')}</p>}
      <ul className="flex flex-col gap-3">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no key of its own, and its fields hold no state
          <li key={at} className="flex flex-wrap items-start gap-3 border-line border-b pb-3">
            <div className="min-w-0 flex-[2_1_22rem]">
              <TextField
                name={`groupRoles.${at}.group`}
                label={t('Providers.Groups.Group', { number: at + 1 })}
                autoComplete="off"
                spellCheck={false}
                value={row.group}
                error={faultsAt(`groupRoles.${at}.group`)}
                onChange={({ target }) => change(at, { group: target.value })}
              />
            </div>
            <div className="min-w-0 flex-[1_1_14rem]">
              <Select
                name={`groupRoles.${at}.role`}
                label={t('Providers.Groups.Role', { number: at + 1 })}
                value={row.role}
                error={faultsAt(`groupRoles.${at}.role`)}
                onChange={({ target }) => change(at, { role: target.value })}
              >
                <option value="">{t('Providers.Groups.Choose')}</option>
                {roles
                  .filter(({ role, mayGive }) => mayGive || role === row.role)
                  .map(({ role, label }) => (
                    <option key={role} value={role}>
                      {label}
                    </option>
                  ))}
              </Select>
            </div>
            <div className="sm:mt-7.5">
              <SmallButton
                icon={TrashIcon}
                aria-label={t('Providers.Groups.Remove', { number: at + 1 })}
                onClick={() => onChange(rows.filter((_, other) => other !== at))}
              >
                {t('Applications.Remove')}
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button
          icon={PlusIcon}
          disabled={rows.length >= mostGroupRoles}
          onClick={() => onChange([...rows, { group: '', role: '' }])}
        >
          {t('Providers.Groups.Add')}
        </Button>
      </div>
    </fieldset>
  );
}
