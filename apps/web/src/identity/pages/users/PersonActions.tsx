import { superAdminName } from '@guichet/contract/identity/roleNames';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { useSession } from '../../../core/session/sessionStore.ts';
import { Menu, type MenuEntry } from '../../../ui/aria/Menu.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { Emergency } from '../../users/info/EmergencyDialog.tsx';
import { type Activation, ActivationDialog } from '../../users/search/ActivationDialog.tsx';

export interface PersonActionsProps {
  user: UserInfo;
  isSuperAdmin: boolean;
  onOpen: (kind: 'resetFactors' | 'impersonate' | 'sessions' | 'delete' | 'roles') => void;
  onEmergency: (kind: Emergency) => void;
}

/** The actions on an account that the server allows the reader, at the foot of its panel; in the menu by how often they are wanted. */
export function PersonActions({ user, isSuperAdmin, onOpen, onEmergency }: PersonActionsProps) {
  const t = useT();
  const mayImpersonate = useMayImpersonate(user);
  const [asked, ask] = useState<Activation | null>(null);
  const forget = () => ask(null);
  const { mayManage, isActive } = user;
  const isLocked = user.lock !== null;
  const mayLock = user.mayLock && !isLocked;
  const entry = (isOffered: boolean, label: string, onSelect: () => void, tone?: 'danger'): MenuEntry[] =>
    isOffered ? [{ id: label, label, onSelect, ...(tone && { tone }) }] : [];
  const entries = [
    ...entry(mayManage, t('Sessions.Open'), () => onOpen('sessions')),
    ...entry(mayManage && user.hasSecondFactor === true, t('ResetFactors.Open'), () =>
      onOpen('resetFactors'),
    ),
    ...entry(isSuperAdmin && mayImpersonate, t('Impersonation.Open'), () => onOpen('impersonate')),
    ...entry(isSuperAdmin && isLocked, t('Emergency.unlock.Open'), () => onEmergency('unlock')),
    ...entry(mayLock && !mayManage, t('Emergency.endSessions.Open'), () => onEmergency('endSessions')),
    ...entry(mayManage && !isActive, t('Users.Activate.Account'), () =>
      ask({ users: [user], isActive: true }),
    ),
    ...entry(mayLock, t('Emergency.lock.Open'), () => onEmergency('lock'), 'danger'),
    ...entry(
      mayManage && isActive,
      t('Users.Deactivate.Account'),
      () => ask({ users: [user], isActive: false }),
      'danger',
    ),
    ...entry(user.deletableFrom !== null, t('DeleteUser.Open'), () => onOpen('delete'), 'danger'),
  ];
  return (
    <>
      {user.maySetRoles && <Button onClick={() => onOpen('roles')}>{t('Roles.Open')}</Button>}
      {entries.length > 0 && <Menu trigger="button" label={t('Users.More')} entries={entries} />}
      <ActivationDialog asked={asked} onClose={forget} onDone={forget} />
    </>
  );
}

/** Whether the server would let a super admin act as a person: not as oneself, a super admin, or a shut account. */
function useMayImpersonate({ id, isActive, listRole }: UserInfo): boolean {
  const ownId = useSession((session) => session.decodedToken?.sub);
  const canSignIn = isActive && listRole.length > 0;
  return canSignIn && String(id) !== ownId && !listRole.includes(superAdminName);
}
