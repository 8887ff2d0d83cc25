import type { Cohort } from '@guichet/contract/cohorts';
import { useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../features/access/access.api.ts';
import { ResetFactorsDialog } from '../../features/factors/ResetFactorsDialog.tsx';
import { ImpersonateButton } from '../../features/sessions/ImpersonateButton.tsx';
import { ImpersonateDialog } from '../../features/sessions/ImpersonateDialog.tsx';
import { UserSessionsDialog } from '../../features/sessions/list/UserSessionsDialog.tsx';
import { EmergencyButtons, EmergencyDialog } from '../../features/users/info/EmergencyDialog.tsx';
import { UserInfoDialog } from '../../features/users/info/UserInfoDialog.tsx';
import { NewUserDialog } from '../../features/users/newUser/NewUserDialog.tsx';
import { ChangePasswordDialog } from '../../features/users/password/ChangePasswordDialog.tsx';
import type { Person } from '../../features/users/person.ts';
import type { Emergency } from '../../features/users/users.api.ts';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { OpenedDialog } from './useUserDialogs.ts';

export interface UserDialogsProps {
  opened: OpenedDialog | null;
  onClose: () => void;
  onImpersonate: (person: Person) => void;
  onResetFactors: (person: Person) => void;
  onSessions: (person: Person) => void;
  onEmergency: (person: Person, emergency: Emergency) => void;
  /** The system whose administrator role is a new user's default when Admin - DC cannot be granted. */
  systemId?: number;
  /** The cohort that the page shows, in which a new user is placed. */
  cohort?: Cohort | null;
}

/** The dialogs about people shared by the search and the Users tab. */
export function UserDialogs(props: UserDialogsProps) {
  const { opened, onClose, onImpersonate, onResetFactors, onSessions, onEmergency, systemId, cohort } = props;
  const t = useT();
  const language = useLanguage();
  const home = useQuery(entrancesOptions());
  const personOf = (kind: OpenedDialog['kind']) =>
    opened && opened.kind !== 'newUser' && opened.kind === kind ? opened.person : null;

  const impersonated = personOf('impersonate');
  const signedIn = personOf('sessions');

  function systemName(id: number): string {
    const entrance = home.data?.entrances.find((one) => one.systemId === id);
    return entrance ? entrance.title[language] || entrance.name : String(id);
  }

  return (
    <>
      <NewUserDialog
        open={opened?.kind === 'newUser'}
        systemId={systemId ?? null}
        cohort={cohort ?? null}
        onClose={onClose}
      />
      <ChangePasswordDialog person={personOf('password')} onClose={onClose} />
      <UserInfoDialog
        person={personOf('info')}
        systemName={systemName}
        action={(user) => (
          <>
            {user.hasSecondFactor && user.mayManage && (
              <Button onClick={() => onResetFactors(user)}>{t('ResetFactors.Open')}</Button>
            )}
            {home.data?.isSuperAdmin && <ImpersonateButton user={user} onPress={() => onImpersonate(user)} />}
            {user.mayManage && <Button onClick={() => onSessions(user)}>{t('Sessions.Open')}</Button>}
            <EmergencyButtons
              user={user}
              isSuperAdmin={home.data?.isSuperAdmin ?? false}
              onOpen={(emergency) => onEmergency(user, emergency)}
            />
          </>
        )}
        onClose={onClose}
      />
      <ResetFactorsDialog person={personOf('resetFactors')} onClose={onClose} />
      {impersonated && <ImpersonateDialog user={impersonated} onClose={onClose} />}
      {opened?.kind === 'emergency' && (
        <EmergencyDialog kind={opened.emergency} person={opened.person} onClose={onClose} />
      )}
      {signedIn && <UserSessionsDialog user={signedIn} onClose={onClose} />}
    </>
  );
}
