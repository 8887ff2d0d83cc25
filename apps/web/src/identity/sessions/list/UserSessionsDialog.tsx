import { endUserSessions, listUserSessions } from '@guichet/contract/identity/sessions.list';
import { useEffect, useRef, useState } from 'react';
import { query, useCall, useQuery, useReload } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { UniversityZone } from '../../../core/parts/zone/UniversityZone.tsx';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { SessionTable } from './SessionTable.tsx';

export interface UserSessionsDialogProps {
  user: { readonly id: number; readonly fullName: string };
  onClose: () => void;
}

/** The sessions of another person. A button ends them all, after a confirmation since work may be lost. */
export function UserSessionsDialog({ user: { id, fullName: name }, onClose }: UserSessionsDialogProps) {
  const t = useT();
  // Always asked again, since sessions may have opened and closed.
  const sessions = useQuery({ ...query(listUserSessions, { params: { id } }), staleTime: 0 });
  const ending = useCall(endUserSessions, { onSettled: useReload(listUserSessions) });
  const [isAsking, ask] = useState(false);
  const wayBack = useRef<HTMLButtonElement>(null);
  // The question replaces the button; the focus moves so that a second Enter does not answer it.
  useEffect(() => {
    if (isAsking) wayBack.current?.focus();
  }, [isAsking]);
  const isSomewhere = (sessions.data?.length ?? 0) > 0;

  function end() {
    ending.mutate(
      { params: { id } },
      {
        onSuccess: (count) => showToast({ tone: 'success', text: t('Sessions.EndedCount', { count }) }),
        onSettled: () => ask(false),
      },
    );
  }

  return (
    <ClosableDialog
      open
      onClose={onClose}
      title={t('Sessions.Of', { name })}
      size="lg"
      busy={ending.isPending}
    >
      <p className="text-muted text-sm empty:hidden">
        <UniversityZone />
      </p>
      <FailureNotice failure={ending.error} />
      <Loaded query={sessions} lines={3}>
        {(open) =>
          open.length > 0 ? (
            <SessionTable caption={t('Sessions.Of', { name })} sessions={open} byKey="Sessions.ByOther" />
          ) : (
            <EmptyState title={t('Sessions.None')}>{t('Sessions.None.Text')}</EmptyState>
          )
        }
      </Loaded>
      {isAsking && <p role="alert">{t('Sessions.EndAll.Question', { name })}</p>}
      <DialogActions>
        <Button ref={wayBack} onClick={isAsking ? () => ask(false) : onClose} disabled={ending.isPending}>
          {t(isAsking ? 'Dialog.Cancel' : 'Dialog.Close')}
        </Button>
        {isSomewhere && (
          <Button
            variant="danger"
            onClick={isAsking ? end : () => ask(true)}
            busy={ending.isPending}
            busyLabel={t('Sessions.EndBusy')}
          >
            {t('Sessions.EndAll')}
          </Button>
        )}
      </DialogActions>
    </ClosableDialog>
  );
}
