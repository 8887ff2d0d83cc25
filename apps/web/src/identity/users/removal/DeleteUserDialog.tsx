import { deleteUser, listOtherSystems } from '@guichet/contract/identity/users.changes';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ConfirmCall } from '../../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import type { Person } from '../person.ts';

export interface DeleteUserDialogProps {
  systemId: number;
  person: Person | null;
  /** Opens the person's roles, which stand in the way of a deletion. */
  onRoles?: () => void;
  onClose: () => void;
}

/** Confirms the deletion of an account; while the person has a role elsewhere, Yes is disabled (S4.35, S4.36). */
export function DeleteUserDialog({ systemId, person, onRoles, onClose }: DeleteUserDialogProps) {
  const t = useT();
  const { id = 0, fullName: name = '', email = '' } = useLastGiven(person) ?? {};
  const remove = useCall(deleteUser);
  // No query once a deletion has begun, after which all active queries are fetched again.
  const isAsked = person !== null && !remove.isPending && !remove.isSuccess;
  const linked = useQuery({
    ...query(listOtherSystems, { params: { systemId }, body: { id } }),
    // Asked at each opening, since the answer decides whether to allow the deletion.
    staleTime: 0,
    gcTime: 0,
    enabled: isAsked,
  });

  function confirm() {
    const onSuccess = () => {
      // S8.12 prescribes the title; the text names the person.
      const text = t('DeleteUser.Done', { name });
      showToast({ tone: 'success', title: t('DeleteUser.Ok'), titleLang: 'fr', text });
      remove.reset();
      onClose();
    };
    const onError = () => showToast({ tone: 'danger', text: t('DeleteUser.Error'), lang: 'fr' });
    remove.mutate({ params: { systemId }, body: { id } }, { onSuccess, onError });
  }

  const mayGo = linked.data?.length === 0 && !linked.isFetching;
  return (
    <ConfirmCall
      call={remove}
      open={person !== null}
      title={t('DeleteUser.Title', { name })}
      busyLabel={t('DeleteUser.Busy')}
      confirmDisabled={!mayGo}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('DeleteUser.Question', { name, email })}</p>
      <p className="text-muted">{t('DeleteUser.Consequences')}</p>
      <p className="text-muted">{t('DeleteUser.Stays')}</p>
      <Loaded query={linked} lines={1}>
        {(systems) =>
          systems.length > 0 && (
            <Notice
              tone="warning"
              title={t('DeleteUser.Linked')}
              action={onRoles && <SmallButton onClick={onRoles}>{t('Roles.Open')}</SmallButton>}
            >
              {t('DeleteUser.Linked.Names', { names: systems.map((system) => system.name).join(', ') })}
            </Notice>
          )
        }
      </Loaded>
    </ConfirmCall>
  );
}
