import type { UserInfo } from '@guichet/contract/identity/users.changes';
import type { ListedRole } from '@guichet/contract/identity/users.search';
import { useState } from 'react';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { isToldAtFields } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { useSuperAdmins } from '../../../core/page/SuperAdminSlot.tsx';
import { DialogForm } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Alert, Notice } from '../../../ui/states/Notice.tsx';
import { useGroupWords } from '../useGroupWords.ts';
import { useRoleWords } from '../useRoleWords.ts';

/** The chosen roles and rights; `seen…` were held when the form opened, and `taken` are the lost roles. */
export interface RolesChoice {
  readonly roleList: string[];
  readonly seen: string[];
  readonly extraTimeRights: number[];
  readonly seenExtraTimeRights: number[];
  readonly taken: readonly ListedRole[];
}

export interface RolesFormProps {
  user: UserInfo;
  offered: readonly ListedRole[];
  proposed: readonly string[];
  systemName: (systemId: number) => string;
  /** Whether the reader has the right to extra time in a system; only its holders can give the right. */
  givesExtraTime: (systemId: number) => boolean;
  busy: boolean;
  failure: unknown;
  onSave: (choice: RolesChoice) => void;
}

export function RolesForm(props: RolesFormProps) {
  const { user, offered, proposed, systemName, givesExtraTime, busy, failure, onSave } = props;
  const t = useT();
  const superAdmins = useSuperAdmins();
  const roleWords = useRoleWords();
  const groupsOf = useGroupWords(user);
  const held = offered.filter(({ name }) => user.listRole.includes(name));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set([...held.map(({ name }) => name), ...proposed]),
  );
  const administered = offered.flatMap(({ systemId, role }) =>
    systemId && role === 'admin' ? [systemId] : [],
  );
  const heldRights = user.extraTimeRights.filter((systemId) => administered.includes(systemId));
  const [rights, setRights] = useState<readonly number[]>(heldRights);
  const given = offered.filter((role) => chosen.has(role.name) && !held.includes(role));
  const others = user.listRole.filter((name) => !offered.some((role) => role.name === name));
  const [isEmptied, setEmptied] = useState(false);
  const isRefused = isEmptied || isToldAtFields(failure);
  const systemIds = [...new Set(offered.map(({ systemId }) => systemId))];

  function choose(name: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(name);
    else next.delete(name);
    setChosen(next);
    setEmptied(false);
    const { role, systemId } = offered.find((one) => one.name === name) ?? {};
    // A new administrator begins with the right to extra time.
    if (isChosen && role === 'admin' && systemId && givesExtraTime(systemId)) chooseRight(systemId, true);
  }

  const isStaff = (systemId: number) =>
    offered.some((role) => role.systemId === systemId && role.role !== 'student' && chosen.has(role.name));

  function mayChooseRight(systemId: number) {
    return givesExtraTime(systemId) || heldRights.includes(systemId);
  }

  function chooseRight(systemId: number, isChosen: boolean) {
    const others = rights.filter((id) => id !== systemId);
    setRights(isChosen ? [...others, systemId] : others);
  }

  function submit() {
    if (chosen.size === 0 && others.length === 0 && user.mustKeepRole) return setEmptied(true);
    onSave({
      extraTimeRights: rights.filter(isStaff),
      seenExtraTimeRights: heldRights,
      roleList: offered.flatMap(({ name }) => (chosen.has(name) ? [name] : [])),
      seen: held.map(({ name }) => name),
      taken: held.filter(({ name }) => !chosen.has(name)),
    });
  }

  return (
    <DialogForm
      submitLabel={t('Roles.Submit')}
      busyLabel={t('Roles.Busy')}
      busy={busy}
      failure={failure}
      isTold={isToldAtFields(failure)}
      onSubmit={submit}
    >
      {isRefused && (
        <Alert>
          {t('Roles.None')}
          {user.mayLock && ` ${t('Roles.None.Lock', { button: t('Emergency.lock.Open') })}`}
        </Alert>
      )}
      <div className="flex flex-col gap-3">
        {systemIds.map((systemId) => (
          <fieldset key={systemId} className="min-w-0">
            <legend className="font-semibold text-ink">
              {systemId === null ? t('NewUser.Roles.superAdmin') : systemName(systemId)}
            </legend>
            <div className="grid gap-x-6 sm:grid-cols-3">
              {offered
                .filter((role) => role.systemId === systemId)
                .map(({ name }) => (
                  <Checkbox
                    key={name}
                    label={roleWords(name)}
                    hint={groupsOf(name)}
                    checked={chosen.has(name)}
                    onChange={({ target }) => choose(name, target.checked)}
                  />
                ))}
            </div>
            {systemId !== null && isStaff(systemId) && mayChooseRight(systemId) && (
              <Checkbox
                label={t('Roles.ExtraTime')}
                hint={t('Roles.ExtraTime.Hint')}
                checked={rights.includes(systemId)}
                onChange={({ target }) => chooseRight(systemId, target.checked)}
              />
            )}
          </fieldset>
        ))}
      </div>
      {others.length > 0 && (
        <p className="text-muted">{t('Roles.Others', { roles: others.map(roleWords).join(', ') })}</p>
      )}
      {!user.mayBeStaff && (
        <Notice tone="info">
          {t('Roles.OfGuest')}
          {superAdmins}
        </Notice>
      )}
      {!user.emailConfirmed && given.some(({ role }) => role !== 'student') && (
        <Notice tone="info">{t('Roles.NeedsLink')}</Notice>
      )}
      {failure instanceof CallFailed && failure.status === 403 && superAdmins}
    </DialogForm>
  );
}
