import { useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../features/access/access.api.ts';
import { UserInfoDialog } from '../../features/users/info/UserInfoDialog.tsx';
import { NewUserDialog } from '../../features/users/newUser/NewUserDialog.tsx';
import { ChangePasswordDialog } from '../../features/users/password/ChangePasswordDialog.tsx';
import { useLanguage } from '../../platform/i18n/useT.ts';
import type { OpenedDialog } from './useUserDialogs.ts';

export interface UserDialogsProps {
  opened: OpenedDialog | null;
  onClose: () => void;
  /** The system whose administrator role a new user gets at first where Admin - DC cannot be given. */
  systemId?: number;
}

/** The dialogs about people that the search and the Users tab share. */
export function UserDialogs({ opened, onClose, systemId }: UserDialogsProps) {
  const language = useLanguage();
  const home = useQuery(entrancesOptions());
  const personOf = (kind: OpenedDialog['kind']) =>
    opened && opened.kind !== 'newUser' && opened.kind === kind ? opened.person : null;

  function systemName(id: number): string {
    const entrance = home.data?.entrances.find((one) => one.systemId === id);
    return entrance ? entrance.title[language] || entrance.name : String(id);
  }

  return (
    <>
      <NewUserDialog open={opened?.kind === 'newUser'} systemId={systemId ?? null} onClose={onClose} />
      <ChangePasswordDialog person={personOf('password')} onClose={onClose} />
      <UserInfoDialog person={personOf('info')} systemName={systemName} onClose={onClose} />
    </>
  );
}
