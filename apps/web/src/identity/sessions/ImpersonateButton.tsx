import { superAdminName } from '@guichet/contract/identity/roleNames';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { useT } from '../../core/i18n/useT.ts';
import { useSession } from '../../core/session/sessionStore.ts';
import { Button } from '../../ui/buttons/Button.tsx';

export interface ImpersonateButtonProps {
  user: Pick<UserInfo, 'id' | 'isActive' | 'listRole'>;
  onPress: () => void;
}

/** For super admins; absent when the server would refuse: oneself, super admins, shut accounts. */
export function ImpersonateButton({ user, onPress }: ImpersonateButtonProps) {
  const t = useT();
  const ownId = useSession((session) => session.decodedToken?.sub);
  const canSignIn = user.isActive && user.listRole.length > 0;
  if (!canSignIn || String(user.id) === ownId || user.listRole.includes(superAdminName)) return null;
  return <Button onClick={onPress}>{t('Impersonation.Open')}</Button>;
}
