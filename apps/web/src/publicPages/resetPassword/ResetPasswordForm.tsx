import { resetPassword } from '@guichet/contract/account';
import { type FormEvent, useState } from 'react';
import { CallFailed } from '../../platform/call/CallFailed.ts';
import { call } from '../../platform/call/call.ts';
import { useT } from '../../platform/i18n/useT.ts';
import type { ResetSecrets } from '../../platform/secretsInAddress.ts';
import { usePasswordRules } from '../../platform/usePasswordRules.ts';
import { useValidationText } from '../../platform/useValidationText.ts';
import { Button } from '../../ui/Button.tsx';
import { Checklist } from '../../ui/Checklist.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useFirstInvalidFocus } from '../../ui/useFirstInvalidFocus.ts';

export interface ResetPasswordFormProps {
  secrets: ResetSecrets;
  onDone: () => void;
  onExpired: () => void;
}

export function ResetPasswordForm({ secrets, onDone, onExpired }: ResetPasswordFormProps) {
  const t = useT();
  const [newPassword, setNewPassword] = useState('');
  const [confirmNewPassword, setConfirmation] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [faults, setFaults] = useState<CallFailed['errors']>([]);
  const form = useFirstInvalidFocus(faults);
  const rules = usePasswordRules(newPassword);
  const validationText = useValidationText();

  async function save(event: FormEvent) {
    event.preventDefault();
    setSaving(true);
    setFaults([]);
    try {
      const isSet = await call(resetPassword, { body: { ...secrets, newPassword, confirmNewPassword } });
      if (isSet) return onDone();
      showToast({ tone: 'danger', text: 'Token Expired', title: 'Error!', lang: 'en' });
      onExpired();
    } catch (failure) {
      if (failure instanceof CallFailed && failure.errors.length > 0) setFaults(failure.errors);
      else showToast({ tone: 'danger', text: 'Error!', lang: 'en' });
    } finally {
      setSaving(false);
    }
  }

  function faultsOf(field: string) {
    const texts = faults
      .filter(({ path }) => path === field)
      .map(({ messageKey }) => validationText(messageKey));
    return texts.length > 0 && texts.map((text) => <p key={text}>{text}</p>);
  }

  const words = { showLabel: t('Password.Show'), hideLabel: t('Password.Hide') };
  return (
    <form ref={form} noValidate onSubmit={save} className="flex flex-col gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={secrets.userName} readOnly hidden />
      <PasswordField
        {...words}
        label={t('ResetPassword.NewPassword')}
        name="newPassword"
        autoComplete="new-password"
        value={newPassword}
        onChange={(event) => setNewPassword(event.target.value)}
        error={faultsOf('newPassword')}
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
        error={faultsOf('confirmNewPassword')}
      />
      <Button type="submit" variant="primary" full busy={isSaving} busyLabel={t('ResetPassword.Busy')}>
        {t('ResetPassword.Submit')}
      </Button>
    </form>
  );
}
