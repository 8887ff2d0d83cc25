import { superAdminName } from '@guichet/contract/identity/roleNames';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { useSession } from '../../../core/session/sessionStore.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { type Emergency, EmergencyButtons } from '../../users/info/EmergencyDialog.tsx';
import { type Activation, ActivationDialog } from '../../users/search/ActivationDialog.tsx';

export interface PersonActionsProps {
  user: UserInfo;
  isSuperAdmin: boolean;
  onOpen: (kind: 'resetFactors' | 'impersonate' | 'sessions' | 'delete' | 'roles') => void;
  onEmergency: (kind: Emergency) => void;
}

/** The actions on an account that the server allows the reader, at the foot of its panel, by how often they are wanted. */
export function PersonActions({ user, isSuperAdmin, onOpen, onEmergency }: PersonActionsProps) {
  const t = useT();
  const [asked, ask] = useState<Activation | null>(null);
  const forget = () => ask(null);
  return (
    <>
      {user.maySetRoles && <Button onClick={() => onOpen('roles')}>{t('Roles.Open')}</Button>}
      {user.mayManage && <Button onClick={() => onOpen('sessions')}>{t('Sessions.Open')}</Button>}
      {user.hasSecondFactor && user.mayManage && (
        <Button onClick={() => onOpen('resetFactors')}>{t('ResetFactors.Open')}</Button>
      )}
      {isSuperAdmin && <ImpersonateButton user={user} onPress={() => onOpen('impersonate')} />}
      {/* Locks, deactivation and deletion stand last and apart, on a telephone below the rest. */}
      <div className="flex flex-col gap-2 border-line empty:hidden max-sm:order-first max-sm:border-t max-sm:pt-4 sm:flex-row sm:border-l sm:pl-4">
        <EmergencyButtons user={user} isSuperAdmin={isSuperAdmin} onOpen={onEmergency} />
        {user.mayManage && (
          <Button onClick={() => ask({ users: [user], isActive: !user.isActive })}>
            {t(user.isActive ? 'Users.Deactivate.Account' : 'Users.Activate.Account')}
          </Button>
        )}
        {user.deletableFrom !== null && (
          <Button onClick={() => onOpen('delete')}>{t('DeleteUser.Open')}</Button>
        )}
      </div>
      <ActivationDialog asked={asked} onClose={forget} onDone={forget} />
    </>
  );
}

interface ImpersonateButtonProps {
  user: Pick<UserInfo, 'id' | 'isActive' | 'listRole'>;
  onPress: () => void;
}

/** For super admins; absent when the server would refuse: oneself, super admins, shut accounts. */
function ImpersonateButton({ user, onPress }: ImpersonateButtonProps) {
  const t = useT();
  const ownId = useSession((session) => session.decodedToken?.sub);
  const canSignIn = user.isActive && user.listRole.length > 0;
  if (!canSignIn || String(user.id) === ownId || user.listRole.includes(superAdminName)) return null;
  return <Button onClick={onPress}>{t('Impersonation.Open')}</Button>;
}
