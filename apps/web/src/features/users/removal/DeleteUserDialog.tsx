import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { listOtherSystems } from '@guichet/contract/users.changes';
import { useQuery } from '@tanstack/react-query';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { type Loadable, Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import type { Person } from '../person.ts';
import { otherSystemsOptions, useDeleteUser } from '../users.api.ts';

export interface DeleteUserDialogProps {
  systemId: number;
  /** Null while closed. */
  person: Person | null;
  onClose: () => void;
}

/** Confirms the deletion of an account; while the person has a role elsewhere, Yes is disabled (S4.35, S4.36). */
export function DeleteUserDialog({ systemId, person, onClose }: DeleteUserDialogProps) {
  const t = useT();
  const failureText = useFailureText();
  const { id = 0, fullName: name = '', email = '' } = useLastGiven(person) ?? {};
  const remove = useDeleteUser(systemId);
  // Disabled once a deletion has begun: afterwards all active queries are fetched again.
  const isAsked = person !== null && !remove.isPending && !remove.isSuccess;
  const linked = useQuery({ ...otherSystemsOptions(systemId, id), enabled: isAsked });

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    remove.mutate(id, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('DeleteUser.Ok'), lang: 'fr' });
        close();
      },
      onError: () => showToast({ tone: 'danger', text: t('DeleteUser.Error'), lang: 'fr' }),
    });
  }

  const mayGo = linked.data?.length === 0 && !linked.isFetching;
  return (
    <ConfirmDialog
      open={person !== null}
      title={t('DeleteUser.Title', { name })}
      messages={[
        <div key="question" className="flex flex-col gap-3">
          <p>{t('DeleteUser.Question', { name, email })}</p>
          <p className="text-muted">{t('DeleteUser.Consequences')}</p>
          <LinkedSystems query={linked} />
        </div>,
      ]}
      tone="danger"
      confirmLabel={t('Dialog.Yes')}
      cancelLabel={t('Dialog.No')}
      closeLabel={t('Dialog.Close')}
      busyLabel={t('DeleteUser.Busy')}
      busy={remove.isPending}
      confirmDisabled={!mayGo}
      error={remove.error && failureText(remove.error)}
      onConfirm={confirm}
      onClose={close}
    />
  );
}

/** The names of the systems that prevent the deletion of an account. */
function LinkedSystems({ query }: { query: Loadable<ReplyOf<typeof listOtherSystems>> }) {
  const t = useT();
  return (
    <Loaded query={query} lines={1}>
      {(systems) =>
        systems.length > 0 && (
          <Notice tone="warning" title={t('DeleteUser.Linked')}>
            {t('DeleteUser.Linked.Names', { names: systems.map(({ name }) => name).join(', ') })}
          </Notice>
        )
      }
    </Loaded>
  );
}
