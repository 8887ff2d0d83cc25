import { type Role, roles } from '@guichet/contract/core/access';
import type { ListedRole } from '@guichet/contract/identity/users.search';
import { type ReactNode, useRef } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Options, Select } from '../../../ui/fields/Select.tsx';
import { CrossIcon, PlusIcon } from '../../../ui/icons/moreIcons.tsx';
import { useRoleWords } from '../useRoleWords.ts';

export interface RolePickerProps {
  /** Only roles that the reader may grant. */
  offered: readonly ListedRole[];
  value: readonly string[];
  onChange: (names: readonly string[]) => void;
  error: ReactNode;
  /** Whether the first role is the one that the form began with (S5.13), which nobody has chosen. */
  isProposed: boolean;
  /** Whether each line without a role asks for a choice. */
  isMissingTold: boolean;
}

const highestFirst: readonly Role[] = roles.toReversed().filter((role) => role !== 'superAdmin');

/** Picks one or more roles, those of administrators spelt as S5.14 has them; below each, the words of all other pages. Each further line begins without a choice, as ''. */
export function RolePicker(props: RolePickerProps) {
  const { offered, value, onChange, error, isProposed, isMissingTold } = props;
  const t = useT();
  const roleWords = useRoleWords();
  const free = offered.filter(({ name }) => !value.includes(name));
  const replace = (at: number, name: string) => onChange(value.with(at, name));
  const lines = useRef<HTMLDivElement>(null);

  function remove(at: number) {
    lines.current?.querySelectorAll('select')[at - 1]?.focus();
    onChange(value.toSpliced(at, 1));
  }

  return (
    <div ref={lines} className="flex flex-col gap-3">
      {value.map((chosen, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the select of a line keeps the focus while its role changes
        <div key={at} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Select
              label={at === 0 ? t('User.role') : t('NewUser.RoleNumber', { number: at + 1 })}
              name="roleList"
              hint={
                chosen !== '' && (
                  <>
                    {roleWords(chosen)}
                    {at === 0 && isProposed && `. ${t('NewUser.Role.Proposed')}`}
                  </>
                )
              }
              autoFocus={at > 0 && chosen === ''}
              value={chosen}
              onChange={({ target }) => replace(at, target.value)}
              error={chosen === '' ? isMissingTold && t('NewUser.ChooseRole.Missing') : at === 0 && error}
            >
              {chosen === '' && (
                <option value="" disabled>
                  {t('NewUser.ChooseRole')}
                </option>
              )}
              {[...highestFirst, 'superAdmin' as const].map((role) => (
                <RoleGroup
                  key={role}
                  label={t(`NewUser.Roles.${role}`)}
                  roles={offered.filter(
                    (one) => one.role === role && (one.name === chosen || free.includes(one)),
                  )}
                />
              ))}
            </Select>
          </div>
          {at > 0 && (
            <div className="pt-6.5">
              <IconButton
                icon={CrossIcon}
                label={t('NewUser.RemoveRole', { role: chosen ? roleWords(chosen) : String(at + 1) })}
                onClick={() => remove(at)}
              />
            </div>
          )}
        </div>
      ))}
      {free.length > 0 && !value.includes('') && (
        <div>
          <SmallButton variant="quiet" icon={PlusIcon} onClick={() => onChange([...value, ''])}>
            {t('NewUser.AddRole')}
          </SmallButton>
        </div>
      )}
    </div>
  );
}

function RoleGroup({ label, roles: names }: { label: string; roles: readonly ListedRole[] }) {
  const roleWords = useRoleWords();
  if (names.length === 0) return null;
  return (
    <optgroup label={label}>
      <Options of={names} each={({ name, role }) => [name, role === 'admin' ? name : roleWords(name)]} />
    </optgroup>
  );
}

/** The default role of S5.13. */
const usualRole = 'Admin - DC';

/** The default role: Admin - DC when it is offered, else administrator of this system (readings §3). */
export function firstRole(offered: readonly ListedRole[], systemId: number | null): string {
  const admins = offered.filter(({ role }) => role === 'admin');
  const first =
    offered.find(({ name }) => name === usualRole) ??
    admins.find((one) => one.systemId === systemId) ??
    admins[0] ??
    offered.find(({ role }) => role !== 'superAdmin');
  return first?.name ?? '';
}
