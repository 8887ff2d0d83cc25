import type { UserInfo } from '@guichet/contract/users.changes';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { Emergency } from './locking.api.ts';

export interface EmergencyButtonsProps {
  user: UserInfo;
  /** Only a super admin takes a lock off. */
  isSuperAdmin: boolean;
  onOpen: (kind: Emergency) => void;
}

/** What the reader may do to an account in an emergency, as the server said. */
export function EmergencyButtons({ user, isSuperAdmin, onOpen }: EmergencyButtonsProps) {
  const t = useT();
  if (user.lock)
    return isSuperAdmin && <Button onClick={() => onOpen('unlock')}>{t('Emergency.unlock.Open')}</Button>;
  if (!user.mayLock) return null;
  return (
    <>
      {!user.mayManage && (
        <Button onClick={() => onOpen('endSessions')}>{t('Emergency.endSessions.Open')}</Button>
      )}
      <Button onClick={() => onOpen('lock')}>{t('Emergency.lock.Open')}</Button>
    </>
  );
}
