import type { Proof } from '@guichet/contract/identity/factors';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { getUserInfo, setRoles, type UserInfo } from '@guichet/contract/identity/users.changes';
import { type ListedRole, listRoles, searchUsers } from '@guichet/contract/identity/users.search';
import { useState } from 'react';
import { query, useCall, useQuery, useReload } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useSuperAdmins } from '../../../core/page/SuperAdminSlot.tsx';
import { Question } from '../../../core/parts/asking/Question.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import type { Person } from '../person.ts';
import { useRoleWords } from '../useRoleWords.ts';
import { type RolesChoice, RolesForm } from './RolesForm.tsx';
import { isWrongProof, makesSuperAdmin, SuperAdminDialog } from './SuperAdminDialog.tsx';

export interface RolesDialogProps {
  person: Person | null;
  /** The names of roles ticked at first, in addition to the person's own. */
  proposed?: readonly string[] | undefined;
  systemName: (systemId: number) => string;
  givesExtraTime: (systemId: number) => boolean;
  onClose: () => void;
}

/** Gives and takes roles. Asks before a role is taken, and before a person becomes a super admin. */
export function RolesDialog(props: RolesDialogProps) {
  const { person, proposed = [], systemName, givesExtraTime, onClose } = props;
  const t = useT();
  const superAdmins = useSuperAdmins();
  const language = useLanguage();
  const { id = 0, fullName: name = '' } = useLastGiven(person) ?? {};
  const isOpen = person !== null;
  const info = useQuery({ ...query(getUserInfo, { body: { id }, language }), enabled: isOpen });
  const roles = useQuery({ ...query(listRoles, { language }), enabled: isOpen });
  // Somebody else may have changed the roles.
  const reload = useReload(getUserInfo, listRoles, searchUsers, listSystemUsers);
  const save = useCall(setRoles, { onError: reload });
  const roleWords = useRoleWords({ enabled: isOpen });
  const [asked, ask] = useState<RolesChoice | null>(null);
  const { taken = [] } = useLastGiven(asked) ?? {};
  const [unproven, setUnproven] = useState<RolesChoice | null>(null);

  function close() {
    save.reset();
    onClose();
  }

  function go(choice: RolesChoice) {
    ask(null);
    if (!makesSuperAdmin(choice.roleList, choice.seen)) return store(choice);
    save.reset();
    setUnproven(choice);
  }

  function store({ taken: _, ...choice }: RolesChoice, proof?: Proof) {
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Roles.Done', { name }) });
      close();
    };
    const onSettled = (_done: unknown, failure: unknown) => !isWrongProof(failure) && setUnproven(null);
    save.mutate({ body: { id, ...choice, ...(proof && { proof }) } }, { onSuccess, onSettled });
  }

  return (
    <ClosableDialog open={isOpen} onClose={close} title={t('Roles.Of', { name })}>
      <Loaded query={info} lines={6}>
        {(user: UserInfo) =>
          !user.maySetRoles ? (
            <Notice tone="info">
              {t('Roles.NotYours')}
              {superAdmins}
            </Notice>
          ) : (
            <Loaded query={roles} lines={6}>
              {(all) => (
                <RolesForm
                  // A new form with the present roles, when somebody else has changed them.
                  key={[...user.listRole, ...user.extraTimeRights].join()}
                  user={user}
                  offered={all.filter(
                    ({ mayGive, role }) => mayGive && (user.mayBeStaff || role === 'student'),
                  )}
                  proposed={proposed}
                  systemName={systemName}
                  givesExtraTime={givesExtraTime}
                  busy={save.isPending}
                  failure={isWrongProof(save.error) ? null : save.error}
                  onSave={(choice) => (choice.taken.length > 0 ? ask(choice) : go(choice))}
                />
              )}
            </Loaded>
          )
        }
      </Loaded>
      <Question
        open={asked !== null}
        title={t('Roles.Take.Title')}
        tone="danger"
        confirmLabel={t('Roles.Take.Submit')}
        busy={save.isPending}
        busyLabel={t('Roles.Busy')}
        onConfirm={() => asked && go(asked)}
        onClose={() => ask(null)}
      >
        <p>
          {t('Roles.Take.Question', {
            name,
            roles: taken.map((role) => roleWords(role.name)).join(', '),
          })}
        </p>
        {soleAdminOf(taken, info.data).map((systemId) => (
          <p key={systemId} className="font-medium">
            {t('Roles.Take.SoleAdmin', { name, system: systemName(systemId) })}
          </p>
        ))}
        {info.data?.byGroups.some(({ role }) => taken.some(({ name }) => name === role)) && (
          <p className="font-medium">
            {t('Roles.Take.ByGroup', {
              roles: taken
                .filter(({ name }) => info.data.byGroups.some(({ role }) => role === name))
                .map(({ name }) => roleWords(name))
                .join(', '),
            })}
          </p>
        )}
        <p className="text-muted">{t('Roles.Take.Consequences')}</p>
      </Question>
      <SuperAdminDialog
        what="Give"
        name={unproven && name}
        change={save}
        onProof={(proof) => unproven && store(unproven, proof)}
        onClose={() => setUnproven(null)}
      />
    </ClosableDialog>
  );
}

/** The systems that would lose their only administrator. */
function soleAdminOf(taken: readonly ListedRole[], user: UserInfo | undefined): number[] {
  const admins = taken.filter(({ role }) => role === 'admin').map(({ systemId }) => systemId);
  return user ? user.soleAdminOf.filter((systemId) => admins.includes(systemId)) : [];
}
