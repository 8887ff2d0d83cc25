import { useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../features/access/access.api.ts';
import { ImpersonateButton } from '../../features/sessions/ImpersonateButton.tsx';
import { ImpersonateDialog } from '../../features/sessions/ImpersonateDialog.tsx';
import { UserInfoDialog } from '../../features/users/info/UserInfoDialog.tsx';
import { NewUserDialog } from '../../features/users/newUser/NewUserDialog.tsx';
import { ChangePasswordDialog } from '../../features/users/password/ChangePasswordDialog.tsx';
import type { Person } from '../../features/users/person.ts';
import { useLanguage } from '../../platform/i18n/useT.ts';
import type { OpenedDialog } from './useUserDialogs.ts';

export interface UserDialogsProps {
  opened: OpenedDialog | null;
  onClose: () => void;
  onImpersonate: (person: Person) => void;
  /** The system whose administrator role a new user gets at first where Admin - DC cannot be given. */
  systemId?: number;
}

/** The dialogs about people that the search and the Users tab share. */
export function UserDialogs({ opened, onClose, onImpersonate, systemId }: UserDialogsProps) {
  const language = useLanguage();
  const home = useQuery(entrancesOptions());
  const personOf = (kind: OpenedDialog['kind']) =>
    opened && opened.kind !== 'newUser' && opened.kind === kind ? opened.person : null;

  const impersonated = personOf('impersonate');

  function systemName(id: number): string {
    const entrance = home.data?.entrances.find((one) => one.systemId === id);
    return entrance ? entrance.title[language] || entrance.name : String(id);
  }

  return (
    <>
      <NewUserDialog open={opened?.kind === 'newUser'} systemId={systemId ?? null} onClose={onClose} />
      <ChangePasswordDialog person={personOf('password')} onClose={onClose} />
      <UserInfoDialog
        person={personOf('info')}
        systemName={systemName}
        action={(user) =>
          home.data?.isSuperAdmin && <ImpersonateButton user={user} onPress={() => onImpersonate(user)} />
        }
        onClose={onClose}
      />
      {impersonated && <ImpersonateDialog user={impersonated} onClose={onClose} />}
    </>
  );
}
