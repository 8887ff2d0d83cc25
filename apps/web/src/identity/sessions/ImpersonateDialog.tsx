import { impersonate, impersonationReasonMaxLength } from '@guichet/contract/identity/sessions.impersonation';
import { useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useWaitText } from '../../core/forms/useWaitText.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ClosableDialog, DialogForm } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { CurrentPasswordField } from '../../core/parts/passwords/CurrentPasswordField.tsx';
import { actAs } from '../../core/session/impersonation.ts';
import { useSession } from '../../core/session/sessionStore.ts';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Alert } from '../../ui/states/Notice.tsx';

export interface ImpersonateDialogProps {
  user: { readonly id: number; readonly fullName: string };
  /** The roles of staff that do not count for the person yet, in words; '' for none. */
  waiting: string;
  onClose: () => void;
}

/** Explains the impersonation, asks for the reason and the super admin's own password, and starts. */
export function ImpersonateDialog(props: ImpersonateDialogProps) {
  const { waiting, onClose } = props;
  const { id, fullName: name } = props.user;
  const t = useT();
  const waitText = useWaitText();
  const userName = useSession((session) => session.username);
  const start = useCall(impersonate);
  const [form, setForm] = useState({ reason: '', password: '' });
  const sent = start.variables?.body;
  const faultsAt = useFieldFaults(start.error, { sent, now: form });
  const outcome = start.data;
  const isWrong = outcome?.outcome === 'wrongPassword';

  function begin() {
    start.mutate(
      { params: { id }, body: form },
      {
        onSuccess: (reply) => {
          if (reply.outcome === 'started') actAs(reply.accessToken);
        },
      },
    );
  }

  return (
    <ClosableDialog open onClose={onClose} title={t('Impersonation.Title', { name })}>
      <DialogForm
        submitLabel={t('Impersonation.Submit')}
        busyLabel={t('Impersonation.Busy')}
        call={start}
        failure={isWrong ? outcome : start.error}
        isTold={isWrong}
        onSubmit={begin}
      >
        <ul className="ml-5 flex list-disc flex-col gap-1.5">
          <li>{t('Impersonation.Sees', { name })}</li>
          {waiting && <li>{t('Impersonation.LinkDue', { roles: waiting })}</li>}
          <li>{t('Impersonation.AuditLog')}</li>
          <li>{t('Impersonation.Limits')}</li>
        </ul>
        {outcome?.outcome === 'tooManyTries' && (
          <Alert>
            {t('LoginPage.TooManyTries')} {waitText(outcome.retryAfter)}
          </Alert>
        )}
        <TextArea
          label={t('Impersonation.Reason')}
          hint={t('Impersonation.ReasonHint')}
          name="reason"
          rows={2}
          maxLength={impersonationReasonMaxLength}
          value={form.reason}
          onChange={({ target }) => setForm({ ...form, reason: target.value })}
          error={faultsAt('reason')}
        />
        <CurrentPasswordField
          label={t('Impersonation.Password')}
          userName={userName}
          value={form.password}
          onChange={({ target }) => setForm({ ...form, password: target.value })}
          error={
            isWrong && form.password === sent?.password
              ? t('Impersonation.WrongPassword')
              : faultsAt('password')
          }
        />
      </DialogForm>
    </ClosableDialog>
  );
}
