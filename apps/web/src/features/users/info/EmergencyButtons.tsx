import type { UserInfo } from '@guichet/contract/users.changes';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { Emergency } from './locking.api.ts';

export interface EmergencyButtonsProps {
  user: UserInfo;
  /** Only a super admin may unlock. */
  isSuperAdmin: boolean;
  onOpen: (kind: Emergency) => void;
}

/** The emergency actions that the server allows the reader on an account. */
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
