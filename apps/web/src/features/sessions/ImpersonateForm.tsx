import {
  type ImpersonationOutcome,
  impersonationReasonMaxLength,
} from '@guichet/contract/sessions.impersonation';
import type { FormEvent } from 'react';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { isToldAtFields, useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { useWaitText } from '../../platform/session/RefusalNotice.tsx';
import { useSession } from '../../platform/session/sessionStore.ts';
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Notice } from '../../ui/states/Notice.tsx';

export interface ImpersonateFormProps {
  name: string;
  busy: boolean;
  failure: unknown;
  outcome: ImpersonationOutcome | null;
  onBegin: (reason: string, password: string) => void;
  onCancel: () => void;
}

export function ImpersonateForm(props: ImpersonateFormProps) {
  const { name, busy, failure, outcome, onBegin, onCancel } = props;
  const t = useT();
  const failureText = useFailureText();
  const waitText = useWaitText();
  const faultsAt = useFieldFaults(failure);
  const userName = useSession((session) => session.username);
  const isWrong = outcome?.outcome === 'wrongPassword';
  const form = useFirstInvalidFocus(isWrong ? outcome : failure);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onBegin(String(fields.get('reason')), String(fields.get('password')));
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <ul className="ml-5 flex list-disc flex-col gap-1.5">
        <li>{t('Impersonation.Sees', { name })}</li>
        <li>{t('Impersonation.Trail')}</li>
        <li>{t('Impersonation.Limits')}</li>
      </ul>
      {failure !== null && !isToldAtFields(failure) && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      {outcome?.outcome === 'tooManyTries' && (
        <Notice tone="danger" role="alert">
          {t('LoginPage.TooManyTries')} {waitText(outcome.retryAfter)}
        </Notice>
      )}
      <TextArea
        label={t('Impersonation.Reason')}
        hint={t('Impersonation.ReasonHint')}
        name="reason"
        rows={2}
        maxLength={impersonationReasonMaxLength}
        error={faultsAt('reason')}
      />
      {/* For password managers, which look for the user name beside the password. */}
      <input hidden readOnly name="username" autoComplete="username" value={userName ?? ''} />
      <PasswordField
        label={t('Impersonation.Password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('Password.Show')}
        hideLabel={t('Password.Hide')}
        capsLockLabel={t('Password.CapsLock')}
        error={isWrong ? t('Impersonation.WrongPassword') : faultsAt('password')}
      />
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {t('Dialog.Cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={t('Impersonation.Busy')}>
          {t('Impersonation.Submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
