import { type FormEvent, useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { useSession } from '../../platform/session/sessionStore.ts';
import { useFailureText } from '../../platform/useFailureText.ts';
import { isToldAtFields, useFieldFaults } from '../../platform/useFieldFaults.tsx';
import { usePasswordRules } from '../../platform/usePasswordRules.ts';
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checklist } from '../../ui/Checklist.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useFirstInvalidFocus } from '../../ui/useFirstInvalidFocus.ts';

export interface FirstPasswordFormProps {
  busy: boolean;
  failure: unknown;
  onSave: (passwords: { newPassword: string; confirmNewPassword: string }) => void;
  onCancel: () => void;
}

export function FirstPasswordForm({ busy, failure, onSave, onCancel }: FirstPasswordFormProps) {
  const t = useT();
  const failureText = useFailureText();
  const userName = useSession((session) => session.username);
  const [newPassword, setNewPassword] = useState('');
  const [confirmNewPassword, setConfirmation] = useState('');
  const rules = usePasswordRules(newPassword);
  const form = useFirstInvalidFocus(failure);
  const faultsAt = useFieldFaults(failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({ newPassword, confirmNewPassword });
  }

  const words = { showLabel: t('Password.Show'), hideLabel: t('Password.Hide') };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure !== null && !isToldAtFields(failure) && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={userName ?? ''} readOnly hidden />
      <PasswordField
        {...words}
        label={t('ResetPassword.NewPassword')}
        name="newPassword"
        autoComplete="new-password"
        value={newPassword}
        onChange={(event) => setNewPassword(event.target.value)}
        error={faultsAt('newPassword')}
      />
      <Checklist
        label={t('Password.Rules')}
        items={rules}
        holdsLabel={t('Password.Rule.Holds')}
        pendingLabel={t('Password.Rule.Pending')}
      />
      <PasswordField
        {...words}
        label={t('ResetPassword.ConfirmPassword')}
        name="confirmNewPassword"
        autoComplete="new-password"
        value={confirmNewPassword}
        onChange={(event) => setConfirmation(event.target.value)}
        error={faultsAt('confirmNewPassword')}
      />
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {t('Dialog.Cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={t('ResetPassword.Busy')}>
          {t('ResetPassword.Submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
