import { endUserSessions, listUserSessions } from '@guichet/contract/identity/sessions.list';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { lockUser, unlockUser } from '@guichet/contract/identity/users.locking';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { useCall, useReload } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { AskCall } from '../../../core/parts/asking/Question.tsx';
import type { Person } from '../person.ts';

export type Emergency = 'lock' | 'unlock' | 'endSessions';

const endpoints = { lock: lockUser, unlock: unlockUser, endSessions: endUserSessions } as const;

export interface EmergencyDialogProps {
  kind: Emergency;
  person: Person;
  onClose: () => void;
}

export function EmergencyDialog({ kind, person, onClose }: EmergencyDialogProps) {
  const t = useT();
  const emergency = useCall(endpoints[kind], {
    onSettled: useReload(getUserInfo, searchUsers, listSystemUsers, listUserSessions),
  });
  const { fullName: name, email } = person;

  return (
    <AskCall
      call={emergency}
      open
      title={t(`Emergency.${kind}.Title`)}
      tone={kind === 'unlock' ? 'primary' : 'danger'}
      confirmLabel={t(`Emergency.${kind}.Submit`)}
      busyLabel={t('Emergency.Busy')}
      input={{ params: { id: person.id } }}
      done={t(`Emergency.${kind}.Done`, { name })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t(`Emergency.${kind}.Question`, { name, email })}</p>
      <p className="text-muted">{t(`Emergency.${kind}.Consequences`)}</p>
    </AskCall>
  );
}
